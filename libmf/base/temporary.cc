#include "libmf/base/temporary.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf {

std::string temporaryFolder() {
  const char* folder = std::getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

TemporaryFile openTemporary() {
  const std::string folder = temporaryFolder();
  std::string name = folder + "/microflow-XXXXXX";
  const int fd = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd >= 0) ::unlink(name.c_str());
  TemporaryFile file(fd < 0 ? nullptr : ::fdopen(fd, "w+"));
  if (!file) throw Error(cat("cannot create a temporary file in ", quoted(folder), ": ", std::strerror(errno)));
  return file;
}

void writeTemporary(std::FILE* file, const void* data, size_t size) {
  if (std::fwrite(data, 1, size, file) != size)
    throw Error(cat("cannot write a temporary file in ", quoted(temporaryFolder()), ": ", std::strerror(errno)));
}

size_t readTemporary(std::FILE* file, void* data, size_t size) {
  const size_t n = std::fread(data, 1, size, file);
  if (n != size && std::ferror(file)) throw Error(cat("cannot read a temporary file: ", std::strerror(errno)));
  return n;
}

}  // namespace mf
