// Changing several files of a tree at once: all of them, or none.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mf::anchors {

struct Change {
  std::string path;
  std::optional<std::string> before;  // nothing: there was no such file
  std::optional<std::string> after;   // nothing: remove it
};

// Writes everything beside its place first and renames then; whatever fails, the tree
// is put back as it was and an Error says what could not be done. A file's folder is made
// if it is not there, and removed with the last file in it.
void applyChanges(const std::vector<Change>& changes);

}  // namespace mf::anchors
