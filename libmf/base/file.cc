#include "libmf/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf {

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    reset();
    fd_ = other.release();
  }
  return *this;
}

int FileDescriptor::release() { return std::exchange(fd_, -1); }

void FileDescriptor::reset() {
  if (fd_ > 2) ::close(fd_);
  fd_ = -1;
}

std::string inputName(std::string_view path) {
  return path.empty() || path == "-" ? "standard input" : quoted(path);
}

FileDescriptor openInput(const std::string& path) {
  if (path.empty() || path == "-") return FileDescriptor(STDIN_FILENO);
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw Error(cat("cannot open ", quoted(path), ": ", std::strerror(errno)));
  struct stat status {};
  if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(fd);
    throw Error(cat(quoted(path), " is a directory"));
  }
  return FileDescriptor(fd);
}

size_t readFully(int fd, void* buffer, size_t size, const std::string& name) {
  size_t done = 0;
  while (done < size) {
    const ssize_t got = ::read(fd, static_cast<char*>(buffer) + done, size - done);
    if (got == 0) break;
    if (got < 0) {
      if (errno == EINTR) continue;
      throw Error(cat("cannot read ", name, ": ", std::strerror(errno)));
    }
    done += static_cast<size_t>(got);
  }
  return done;
}

void writeFully(int fd, const void* data, size_t size, const std::string& name) {
  size_t done = 0;
  while (done < size) {
    const ssize_t put = ::write(fd, static_cast<const char*>(data) + done, size - done);
    if (put < 0) {
      if (errno == EINTR) continue;
      throw Error(cat("cannot write ", name, ": ", std::strerror(errno)));
    }
    done += static_cast<size_t>(put);
  }
}

std::string readWholeFile(const std::string& path) {
  const FileDescriptor file = openInput(path);
  std::string text;
  std::array<char, 65536> buffer;
  while (const size_t got = readFully(file.get(), buffer.data(), buffer.size(), inputName(path))) {
    text.append(buffer.data(), got);
  }
  return text;
}

namespace {

// Paths to unlink when a signal ends the process. Fixed storage: a handler may
// not allocate. A slot is taken by the first writer that finds it free.
struct Slot {
  std::atomic<bool> used{false};
  std::atomic<bool> ready{false};
  char path[4096];
};
std::array<Slot, 8> temporaries;

bool isRegularOrNew(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

std::string besides(const std::string& path) {
  const size_t slash = path.rfind('/');
  const size_t start = slash == std::string::npos ? 0 : slash + 1;
  return cat(path.substr(0, start), ".", path.substr(start), ".", ::getpid());
}

void removeOnSignal(const std::string& path) {
  for (Slot& slot : temporaries) {
    bool expected = false;
    if (path.size() < sizeof slot.path && slot.used.compare_exchange_strong(expected, true)) {
      std::memcpy(slot.path, path.c_str(), path.size() + 1);
      slot.ready = true;
      return;
    }
  }
}

}  // namespace

int createRemovedOnSignal(const std::string& path, int flags, mode_t mode) {
  removeOnSignal(path);
  const int fd = ::open(path.c_str(), flags, mode);
  const int why = errno;
  if (fd < 0) keepOnSignal(path);
  errno = why;
  return fd;
}

void keepOnSignal(const std::string& path) {
  for (Slot& slot : temporaries) {
    if (slot.ready && path == slot.path) {
      slot.ready = false;
      slot.used = false;
    }
  }
}

void removeTemporaries() noexcept {
  for (Slot& slot : temporaries) {
    if (slot.ready) ::unlink(slot.path);
  }
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_.empty() || path_ == "-") {
    name_ = "standard output";
    fd_ = STDOUT_FILENO;
    return;
  }
  name_ = quoted(path_);
  struct stat status {};
  if (::stat(path_.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) throw Error(cat(name_, " is a directory"));
  if (isRegularOrNew(path_)) temporary_ = besides(path_);
  constexpr int FLAGS = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  fd_ = temporary_.empty() ? ::open(path_.c_str(), FLAGS, 0666) : createRemovedOnSignal(temporary_, FLAGS);
  if (fd_ < 0) throw Error(cat("cannot create ", name_, ": ", std::strerror(errno)));
}

OutputFile::~OutputFile() {
  if (fd_ > 2) ::close(fd_);
  if (!temporary_.empty()) {
    ::unlink(temporary_.c_str());
    keepOnSignal(temporary_);
  }
}

void OutputFile::commit() {
  if (temporary_.empty()) return;
  if (::fsync(fd_) != 0 && errno != EINVAL) throw Error(cat("cannot write ", name_, ": ", std::strerror(errno)));
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
    throw Error(cat("cannot rename to ", name_, ": ", std::strerror(errno)));
  }
  keepOnSignal(temporary_);
  temporary_.clear();
}

}  // namespace mf
