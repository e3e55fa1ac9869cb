#include "libmf/anchors/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"

namespace mf::anchors {
namespace {

namespace fs = std::filesystem;

// The file itself, where the tree has a link to it.
std::string target(const std::string& path) {
  std::error_code none;
  const fs::path real = fs::canonical(path, none);
  return none ? path : real.string();
}

std::string temporaryFor(const std::string& path) {
  const fs::path real(path);
  return (real.parent_path() / cat(".", real.filename().string(), ".", getpid())).string();
}

void writeTemporary(const std::string& path, const std::string& text) {
  struct stat old;
  const mode_t mode = stat(path.c_str(), &old) == 0 ? old.st_mode & 07777u : 0644u;
  const std::string temporary = temporaryFor(path);
  FileDescriptor file(createRemovedOnSignal(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (file.get() < 0) throw Error(cat("cannot write ", mf::quoted(path), ": ", std::strerror(errno)));
  try {
    writeFully(file.get(), text.data(), text.size(), mf::quoted(path));
    if (fchmod(file.get(), mode) != 0) throw Error(cat("cannot write ", mf::quoted(path), ": ", std::strerror(errno)));
  } catch (...) {
    unlink(temporary.c_str());
    keepOnSignal(temporary);
    throw;
  }
}

void putInPlace(const Change& change, const std::string& path) {
  const std::string temporary = temporaryFor(path);
  const bool done = change.after ? std::rename(temporary.c_str(), path.c_str()) == 0 : unlink(path.c_str()) == 0;
  if (!done) throw Error(cat("cannot change ", mf::quoted(path), ": ", std::strerror(errno)));
  keepOnSignal(temporary);
}

void undo(const Change& change, const std::string& path) {
  if (!change.before) {
    unlink(path.c_str());
    return;
  }
  writeTemporary(path, *change.before);
  std::rename(temporaryFor(path).c_str(), path.c_str());
}

// Folders that are made for new files; gone again unless they are kept.
class NewFolders {
 public:
  NewFolders() = default;
  NewFolders(const NewFolders&) = delete;
  NewFolders& operator=(const NewFolders&) = delete;
  ~NewFolders() {
    std::error_code none;
    for (; !made_.empty(); made_.pop_back()) fs::remove(made_.back(), none);
  }

  void makeFor(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    std::error_code failed;
    if (fs::create_directory(folder, failed)) made_.push_back(folder);
    if (failed) throw Error(cat("cannot make ", mf::quoted(folder.string()), ": ", failed.message()));
  }
  void keep() { made_.clear(); }

 private:
  std::vector<fs::path> made_;
};

void removeEmptyFolder(const std::string& path) {
  std::error_code notEmpty;
  fs::remove(fs::path(path).parent_path(), notEmpty);
}

}  // namespace

void applyChanges(const std::vector<Change>& changes) {
  std::vector<std::string> paths;
  for (const Change& change : changes) paths.push_back(target(change.path));
  NewFolders folders;
  size_t written = 0, placed = 0;
  try {
    for (; written < changes.size(); written++) {
      if (!changes[written].after) continue;
      folders.makeFor(paths[written]);
      writeTemporary(paths[written], *changes[written].after);
    }
    for (; placed < changes.size(); placed++) putInPlace(changes[placed], paths[placed]);
  } catch (...) {
    for (size_t i = placed; i < written; i++) {
      unlink(temporaryFor(paths[i]).c_str());
      keepOnSignal(temporaryFor(paths[i]));
    }
    for (size_t i = 0; i < placed; i++) undo(changes[i], paths[i]);
    throw;
  }
  folders.keep();
  for (size_t i = 0; i < changes.size(); i++) {
    if (!changes[i].after) removeEmptyFolder(paths[i]);
  }
}

}  // namespace mf::anchors
