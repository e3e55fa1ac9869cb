// Bytes that need not stay in memory, for as long as they are needed.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace mf {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using TemporaryFile = std::unique_ptr<std::FILE, CloseFile>;

// Where temporary files go: $TMPDIR, else /tmp.
std::string temporaryFolder();

// A file without a name there.
TemporaryFile openTemporary();

// All of `size` bytes, or an Error with the reason.
void writeTemporary(std::FILE* file, const void* data, size_t size);
// Up to `size` bytes, fewer only at the end.
size_t readTemporary(std::FILE* file, void* data, size_t size);

}  // namespace mf
