// Which analyses exist and where they come from: inside the program, then
// $MICROFLOW_PATH, then --package directories.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "libmf/query/analysis.h"

namespace mf::query {

class Library {
 public:
  // `packages`: folders of one package each. A name met twice is an error, unless `replace`.
  explicit Library(const std::vector<std::string>& packages = {}, bool replace = false);

  // An unknown name is an Error (misuse) with the nearest one.
  const Analysis& find(const std::string& name) const;
  bool has(const std::string& name) const { return analyses_.contains(name); }
  const std::map<std::string, Analysis>& all() const { return analyses_; }

  // Everything that `analysis` uses, in the order in which it must be made.
  std::vector<const Analysis*> prerequisites(const Analysis& analysis) const;

 private:
  void add(Analysis analysis, bool replace);
  void addFolder(const std::string& directory, bool replace);
  std::map<std::string, Analysis> analyses_;
};

}  // namespace mf::query
