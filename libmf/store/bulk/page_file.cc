#include "libmf/store/bulk/page_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::store {

namespace {

constexpr size_t HEADER = 100;
constexpr size_t PAGE_SIZE_AT = 16, CHANGES_AT = 24, PAGES_AT = 28, FREE_AT = 36, VALID_FOR_AT = 92;
constexpr uint64_t LOCK_BYTES = 0x40000000;  // the page there is never used: file locks lie in it
constexpr size_t BUFFERED = size_t{1} << 20;

uint64_t big(const unsigned char* at, unsigned bytes) {
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) value = value << 8 | at[i];
  return value;
}

}  // namespace

PageFile::PageFile(const std::string& path, std::string name)
    : name_(std::move(name)), file_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  unsigned char header[HEADER] = {};
  if (file_.get() < 0) throw Error(cat("cannot write ", name_, ": ", std::strerror(errno)));
  if (::pread(file_.get(), header, HEADER, 0) != static_cast<ssize_t>(HEADER) || big(header + FREE_AT, 4) != 0)
    throw Error(cat("cannot write ", name_, ": it is no new database"));
  pageSize_ = big(header + PAGE_SIZE_AT, 2);
  if (pageSize_ == 1) pageSize_ = 65536;  // which two bytes do not hold
  count_ = static_cast<uint32_t>(big(header + PAGES_AT, 4));
  buffer_.reserve(BUFFERED);
}

uint32_t PageFile::next() const {
  const auto lockPage = static_cast<uint32_t>(LOCK_BYTES / pageSize_ + 1);
  return count_ + 1 == lockPage ? count_ + 2 : count_ + 1;
}

uint32_t PageFile::append(std::span<const unsigned char> page) {
  const uint32_t number = next();
  if (number != count_ + 1) buffer_.resize(buffer_.size() + pageSize_);  // the page of the locks
  buffer_.insert(buffer_.end(), page.begin(), page.end());
  count_ = number;
  if (buffer_.size() + 2 * pageSize_ > BUFFERED) flush();
  return number;
}

void PageFile::overwrite(uint32_t number, std::span<const unsigned char> page) {
  writeAt(uint64_t{number - 1} * pageSize_, page);
}

void PageFile::flush() {
  writeAt(uint64_t{count_} * pageSize_ - buffer_.size(), buffer_);
  buffer_.clear();
}

void PageFile::writeAt(uint64_t offset, std::span<const unsigned char> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw Error(cat("cannot write ", name_, ": ", std::strerror(n < 0 ? errno : ENOSPC)));
    bytes = bytes.subspan(static_cast<size_t>(n));
    offset += static_cast<uint64_t>(n);
  }
}

void PageFile::finish() {
  flush();
  unsigned char changes[4] = {}, pages[4] = {};
  if (::pread(file_.get(), changes, 4, CHANGES_AT) != 4)
    throw Error(cat("cannot read ", name_, ": ", std::strerror(errno)));
  putBig(changes, big(changes, 4) + 1, 4);
  putBig(pages, count_, 4);
  writeAt(CHANGES_AT, changes);
  writeAt(PAGES_AT, pages);
  writeAt(VALID_FOR_AT, changes);  // the size in the header counts only if this agrees
}

}  // namespace mf::store
