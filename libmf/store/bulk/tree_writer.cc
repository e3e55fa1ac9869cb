#include "libmf/store/bulk/tree_writer.h"

#include <algorithm>
#include <cstring>

#include "libmf/store/bulk/record.h"

namespace mf::store {

namespace {

constexpr unsigned char LEAF = 0x0d, INTERIOR = 0x05;
constexpr size_t LEAF_HEADER = 8, INTERIOR_HEADER = 12;

}  // namespace

TreeWriter::TreeWriter(PageFile& pages, uint32_t root)
    : pages_(pages), root_(root), page_(pages.pageSize()), top_(page_.size()), overhead_(LEAF_HEADER) {}

bool TreeWriter::fits(size_t cell) const { return overhead_ + 2 * (places_.size() + 1) + cell <= top_; }

void TreeWriter::put(std::span<const unsigned char> head, std::span<const unsigned char> rest) {
  top_ -= head.size() + rest.size();
  std::memcpy(page_.data() + top_, head.data(), head.size());
  if (!rest.empty()) std::memcpy(page_.data() + top_ + head.size(), rest.data(), rest.size());
  places_.push_back(static_cast<uint16_t>(top_));
}

// Completes page_; `right`: the rightmost child of an interior page.
void TreeWriter::seal(unsigned char type, uint32_t right) {
  page_[0] = type;
  putBig(page_.data() + 1, 0, 2);
  putBig(page_.data() + 3, places_.size(), 2);
  putBig(page_.data() + 5, top_, 2);
  page_[7] = 0;
  if (type == INTERIOR) putBig(page_.data() + 8, right, 4);
  unsigned char* at = page_.data() + overhead_;
  for (const uint16_t place : places_) putBig(at, place, 2), at += 2;
  std::fill(at, page_.data() + top_, static_cast<unsigned char>(0));
  places_.clear();
  top_ = page_.size();
}

void TreeWriter::append(uint64_t key, std::span<const unsigned char> record) {
  unsigned char head[18];
  size_t size = putVarint(head, record.size());
  size += putVarint(head + size, key);
  if (!fits(size + record.size())) {
    seal(LEAF, 0);
    leaves_.push_back({pages_.append(page_), last_});
  }
  put({head, size}, record);
  last_ = key;
}

void TreeWriter::finish() {
  if (leaves_.empty()) {
    if (places_.empty()) return;  // as SQLite left it
    seal(LEAF, 0);
    return pages_.overwrite(root_, page_);
  }
  seal(LEAF, 0);
  leaves_.push_back({pages_.append(page_), last_});
  overhead_ = INTERIOR_HEADER;
  while (leaves_.size() > 1) leaves_ = level(leaves_);
}

// One level of interior pages above `below`; the only page of a level is the root.
std::vector<TreeWriter::Child> TreeWriter::level(const std::vector<Child>& below) {
  constexpr size_t MOST_CELL = 4 + 9;
  const size_t most = (page_.size() - INTERIOR_HEADER) / (MOST_CELL + 2) + 1;  // children of a page
  const size_t pages = (below.size() + most - 1) / most;
  std::vector<Child> above;
  for (size_t p = 0, at = 0; p < pages; ++p) {
    // Shared out evenly, so that none has a single child.
    const size_t end = below.size() * (p + 1) / pages;
    for (; at + 1 < end; ++at) {
      unsigned char cell[MOST_CELL];
      putBig(cell, below[at].page, 4);
      put({cell, 4 + putVarint(cell + 4, below[at].last)}, {});
    }
    seal(INTERIOR, below[at].page);
    if (pages == 1) {
      pages_.overwrite(root_, page_);
      above.push_back({root_, below[at].last});
    } else {
      above.push_back({pages_.append(page_), below[at].last});
    }
    ++at;
  }
  return above;
}

}  // namespace mf::store
