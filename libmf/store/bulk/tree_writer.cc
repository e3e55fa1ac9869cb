#include "libmf/store/bulk/tree_writer.h"

#include <algorithm>
#include <cstring>

#include "libmf/store/bulk/record.h"

namespace mf::store {

namespace {

constexpr size_t LEAF_HEADER = 8, INTERIOR_HEADER = 12;

constexpr unsigned char typeOf(TreeWriter::Kind kind, bool interior) {
  if (kind == TreeWriter::Kind::TABLE) return interior ? 0x05 : 0x0d;
  return interior ? 0x02 : 0x0a;
}

}  // namespace

TreeWriter::TreeWriter(PageFile& pages, uint32_t root, Kind kind)
    : pages_(pages), root_(root), kind_(kind), page_(pages.pageSize()), top_(page_.size()), overhead_(LEAF_HEADER) {}

bool TreeWriter::fits(size_t cell) const { return overhead_ + 2 * (places_.size() + 1) + cell <= top_; }

void TreeWriter::put(std::span<const unsigned char> head, std::span<const unsigned char> rest) {
  top_ -= head.size() + rest.size();
  std::memcpy(page_.data() + top_, head.data(), head.size());
  if (!rest.empty()) std::memcpy(page_.data() + top_ + head.size(), rest.data(), rest.size());
  places_.push_back(static_cast<uint16_t>(top_));
}

// Completes page_; `right`: the rightmost child of an interior page.
void TreeWriter::seal(bool interior, uint32_t right) {
  page_[0] = typeOf(kind_, interior);
  putBig(page_.data() + 1, 0, 2);
  putBig(page_.data() + 3, places_.size(), 2);
  putBig(page_.data() + 5, top_, 2);
  page_[7] = 0;
  if (interior) putBig(page_.data() + 8, right, 4);
  unsigned char* at = page_.data() + overhead_;
  for (const uint16_t place : places_) putBig(at, place, 2), at += 2;
  std::fill(at, page_.data() + top_, static_cast<unsigned char>(0));
  places_.clear();
  top_ = page_.size();
}

// Between the leaf in page_ and the next one. An entry of an index moves there.
std::string TreeWriter::separator() {
  if (kind_ == Kind::TABLE) {
    unsigned char key[9];
    return {reinterpret_cast<const char*>(key), putVarint(key, last_)};
  }
  const size_t end = places_.size() > 1 ? places_[places_.size() - 2] : page_.size();
  std::string entry(page_.begin() + static_cast<std::ptrdiff_t>(top_),
                    page_.begin() + static_cast<std::ptrdiff_t>(end));
  places_.pop_back();
  top_ = end;
  return entry;
}

void TreeWriter::append(uint64_t key, std::span<const unsigned char> record) {
  unsigned char head[18];
  size_t size = putVarint(head, record.size());
  size += putVarint(head + size, key);
  if (!fits(size + record.size())) {
    seal(false, 0);
    children_.push_back({pages_.append(page_), separator()});
  }
  put({head, size}, record);
  last_ = key;
}

void TreeWriter::append(std::span<const unsigned char> record) {
  unsigned char head[9];
  const size_t size = putVarint(head, record.size());
  if (!fits(size + record.size())) {
    std::string between = separator();
    seal(false, 0);
    children_.push_back({pages_.append(page_), std::move(between)});
  }
  put({head, size}, record);
}

void TreeWriter::finish() {
  if (children_.empty()) {
    if (places_.empty()) return;  // as SQLite left it
    seal(false, 0);
    return pages_.overwrite(root_, page_);
  }
  seal(false, 0);
  children_.push_back({pages_.append(page_), {}});
  overhead_ = INTERIOR_HEADER;
  while (children_.size() > 1) children_ = level(children_);
}

// One level of interior pages above `below`; the only page of a level is the root.
std::vector<TreeWriter::Child> TreeWriter::level(const std::vector<Child>& below) {
  constexpr size_t POINTER = 4;
  size_t largest = 0;
  for (const Child& child : below) largest = std::max(largest, POINTER + child.separator.size());
  const size_t most = (page_.size() - INTERIOR_HEADER) / (largest + 2) + 1;  // children of a page
  const size_t pages = (below.size() + most - 1) / most;
  std::vector<Child> above;
  for (size_t p = 0, at = 0; p < pages; ++p) {
    // Shared out evenly, so that none has a single child.
    const size_t end = below.size() * (p + 1) / pages;
    for (; at + 1 < end; ++at) {
      unsigned char pointer[POINTER];
      putBig(pointer, below[at].page, POINTER);
      const auto* bytes = reinterpret_cast<const unsigned char*>(below[at].separator.data());
      put(pointer, {bytes, below[at].separator.size()});
    }
    seal(true, below[at].page);
    if (pages == 1) pages_.overwrite(root_, page_);
    above.push_back({pages == 1 ? root_ : pages_.append(page_), below[at].separator});
    ++at;
  }
  return above;
}

}  // namespace mf::store
