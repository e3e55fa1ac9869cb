// Where each value of an authored Cap'n Proto text stands, so that the linker can
// name line and column: the parser's readers carry no positions.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mf::catalog {

struct Place {
  unsigned line = 0, column = 0;  // from 1; 0: unknown
};

struct Problem {
  std::string file;
  Place place;
  std::string text;
  std::string said() const;  // "file:3:7: text", without place where it is unknown
};

// Paths are member names and list indexes: "events/3/fields/0/type".
class Places {
 public:
  Places() = default;
  // A lexical walk over the whole text; `constant` picks the value of that name.
  // A field given twice is added to `problems`.
  Places(const std::string& file, std::string_view text, std::vector<Problem>& problems);

  // Of the value at `path`, or of its nearest ancestor.
  Place find(const std::string& constant, std::string path) const;

 private:
  std::map<std::string, Place> byPath_;  // "constant/events/3"
};

}  // namespace mf::catalog
