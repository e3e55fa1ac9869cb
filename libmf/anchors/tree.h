// A simulator's tree and our calls in it: what could be put in, putting it in, taking it out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "libmf/anchors/description.h"
#include "libmf/anchors/files.h"
#include "libmf/anchors/manifest.h"
#include "libmf/anchors/plan.h"
#include "libmf/base/error.h"

namespace mf::anchors {

struct AddedFile {
  std::string path;  // in the tree
  std::string text;
};

struct Instrumentation {
  Description description;
  std::vector<AddedFile> added;
};

// The answer to a user: what to print, and the exit status.
struct Answer {
  Status status = Status::DONE;
  std::vector<std::string> lines;
};

class Tree {
 public:
  // Throws an Error where `path` is no directory or holds another program.
  Tree(std::string path, const Instrumentation& instrumentation);

  Answer check() const;
  Answer apply() const;
  Answer revert() const;

 private:
  enum class State { CLEAN, APPLIED, BROKEN };

  struct File {
    std::string path;
    bool exists = false;
    std::string text;   // as it is
    std::string clean;  // without our pieces
    FilePlan plan;
  };

  struct GroupCount {
    unsigned anchors = 0, found = 0;
    bool complete() const { return found == anchors; }
  };

  std::string at(const std::string& path) const { return path_ + "/" + path; }
  void readFiles();
  void readState();
  void verify(const Manifest::File& file);
  std::vector<GroupCount> countGroups() const;
  std::vector<std::string> missing() const;
  std::string describeGroup(const Group& group, const GroupCount& count, unsigned index) const;
  uint64_t version() const;
  std::optional<Answer> refusal(const std::vector<GroupCount>& counts) const;
  Manifest manifestOf(const std::vector<std::pair<std::string, std::string>>& texts) const;

  std::string path_;
  const Instrumentation& instrumentation_;
  std::vector<File> files_;
  State state_ = State::CLEAN;
  Manifest manifest_;
  std::vector<std::string> broken_;  // why the state is BROKEN
};

}  // namespace mf::anchors
