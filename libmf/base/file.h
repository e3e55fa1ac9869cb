// File descriptors, and outputs that appear only when they are whole.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace mf {

// Owns a file descriptor.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  ~FileDescriptor() { reset(); }

  int get() const { return fd_; }
  int release();
  void reset();

 private:
  int fd_;
};

// "standard input" for "-" or nothing, else the quoted name.
std::string inputName(std::string_view path);

// Opens for reading; "-" or "" is standard input (which stays open afterwards).
FileDescriptor openInput(const std::string& path);

// Up to `size` bytes, fewer only at the end of the file. Throws on an I/O error.
size_t readFully(int fd, void* buffer, size_t size, const std::string& name);
// All of `data`, or an Error with the reason. A reader that went away is SIGPIPE's business.
void writeFully(int fd, const void* data, size_t size, const std::string& name);

std::string readWholeFile(const std::string& path);

// Writes to `.NAME.<pid>` beside the target and renames on commit(), so that a
// reader sees the old file, or the new one whole. Removed when not committed and
// when a signal ends the process. "-" or "" is standard output, written directly;
// so are pipes and devices, which cannot be renamed onto.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  int fd() const { return fd_; }
  const std::string& name() const { return name_; }
  // Where the bytes are now: the temporary's path, or empty for standard output.
  const std::string& temporary() const { return temporary_; }
  void write(const void* data, size_t size) { writeFully(fd_, data, size, name_); }
  // Flushes to the disk, checks that, and gives the file its name.
  void commit();

 private:
  std::string path_;
  std::string name_;
  std::string temporary_;
  int fd_ = -1;
};

// Opens a temporary file that a signal which ends the process removes, until keepOnSignal. It is
// registered before it is there, so that no signal comes between. -1 with errno if it cannot be
// made. At most a few at a time.
int createRemovedOnSignal(const std::string& path, int flags, mode_t mode = 0666);
void keepOnSignal(const std::string& path);
// Async-signal-safe; called by the handler that cli/tool.h installs.
void removeTemporaries() noexcept;

}  // namespace mf
