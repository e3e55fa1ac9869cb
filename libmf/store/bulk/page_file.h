// A SQLite database file that grows by whole pages, while no connection has it open.
//
// The format is SQLite's own and documented: https://www.sqlite.org/fileformat2.html
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "libmf/base/file.h"

namespace mf::store {

class PageFile {
 public:
  // `path`: a database that SQLite made, with no free pages. `name`: what messages call it.
  PageFile(const std::string& path, std::string name);
  PageFile(const PageFile&) = delete;

  size_t pageSize() const { return pageSize_; }
  // A page after all others; its number.
  uint32_t append(std::span<const unsigned char> page);
  // What append() returns next.
  uint32_t next() const;
  // A page of before this object.
  void overwrite(uint32_t number, std::span<const unsigned char> page);
  // Writes what is left, and the new size into the header.
  void finish();

 private:
  void flush();
  void writeAt(uint64_t offset, std::span<const unsigned char> bytes);

  std::string name_;
  FileDescriptor file_;
  size_t pageSize_ = 0;
  uint32_t count_ = 0;                 // pages, those of buffer_ included
  std::vector<unsigned char> buffer_;  // the last pages, not yet written
};

// Big-endian numbers, as the format has them.
inline void putBig(unsigned char* at, uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) at[i] = static_cast<unsigned char>(value >> (8 * (bytes - 1 - i)));
}

}  // namespace mf::store
