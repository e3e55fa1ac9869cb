#include "libmf/store/bulk/index_writer.h"

#include <algorithm>
#include <array>
#include <queue>

#include "libmf/store/bulk/record.h"

namespace mf::store {

namespace {

// Columns of an entry, then the rowid; each so that unsigned order is SQLite's: NULL first.
template <size_t N>
using Entry = std::array<uint64_t, N>;
constexpr uint64_t SIGN = uint64_t{1} << 63;
constexpr uint64_t NUL = 0;

constexpr size_t MEMORY = size_t{32} << 20;  // bytes sorted at once

template <size_t N>
void write(TreeWriter& tree, Entry<N> entry) {
  uint64_t nulls = 0;
  for (size_t i = 0; i < N; ++i) {
    nulls |= uint64_t{entry[i] == NUL} << i;
    entry[i] ^= SIGN;
  }
  unsigned char record[MOST_RECORD];
  tree.append({record, putRecord(record, entry, nulls)});
}

// A sorted stretch of the file, read a buffer at a time.
template <size_t N>
class Run {
 public:
  Run(std::FILE* file, size_t from, size_t to, size_t buffer) : file_(file), next_(from), to_(to), buffer_(buffer) {}

  bool next(Entry<N>& entry) {
    if (at_ == entries_.size()) {
      if (next_ == to_) return false;
      entries_.resize(std::min(buffer_, to_ - next_));
      ::fseeko(file_, static_cast<off_t>(next_ * sizeof(Entry<N>)), SEEK_SET);
      entries_.resize(readTemporary(file_, entries_.data(), entries_.size() * sizeof(Entry<N>)) / sizeof(Entry<N>));
      if (entries_.empty()) return false;
      next_ += entries_.size();
      at_ = 0;
    }
    entry = entries_[at_++];
    return true;
  }

 private:
  std::FILE* file_;
  size_t next_, to_, buffer_;  // in entries
  std::vector<Entry<N>> entries_;
  size_t at_ = 0;
};

template <size_t N>
void merge(std::FILE* file, const std::vector<size_t>& ends, TreeWriter& tree) {
  std::vector<Run<N>> runs;
  std::priority_queue<std::pair<Entry<N>, size_t>, std::vector<std::pair<Entry<N>, size_t>>, std::greater<>> least;
  Entry<N> entry;
  for (size_t i = 0; i < ends.size(); ++i) {
    runs.emplace_back(file, i ? ends[i - 1] : 0, ends[i], MEMORY / sizeof(Entry<N>) / ends.size() + 1);
    if (runs.back().next(entry)) least.emplace(entry, i);
  }
  while (!least.empty()) {
    const size_t run = least.top().second;
    write(tree, least.top().first);
    least.pop();
    if (runs[run].next(entry)) least.emplace(entry, run);
  }
}

template <size_t N>
void sortInto(std::FILE* file, size_t count, TreeWriter& tree) {
  constexpr size_t AT_ONCE = MEMORY / sizeof(Entry<N>);
  std::vector<Entry<N>> entries;
  std::vector<size_t> ends;
  for (size_t from = 0; from < count; from = ends.back()) {
    entries.resize(std::min(AT_ONCE, count - from));
    const auto at = static_cast<off_t>(from * sizeof(Entry<N>));
    ::fseeko(file, at, SEEK_SET);
    readTemporary(file, entries.data(), entries.size() * sizeof(Entry<N>));
    if (!std::is_sorted(entries.begin(), entries.end())) std::sort(entries.begin(), entries.end());
    ends.push_back(from + entries.size());
    if (ends.back() == count && from == 0) break;
    ::fseeko(file, at, SEEK_SET);
    writeTemporary(file, entries.data(), entries.size() * sizeof(Entry<N>));
  }
  if (ends.size() > 1) return merge<N>(file, ends, tree);
  for (const Entry<N>& entry : entries) write(tree, entry);
}

}  // namespace

IndexWriter::IndexWriter(PageFile& pages, IndexShape shape)
    : pages_(pages), shape_(std::move(shape)), opaque_(shape_.opaque) {}

void IndexWriter::add(std::span<const uint64_t> cells, uint64_t nulls, uint64_t rowid) {
  if (opaque_) return;
  if (!entries_) entries_ = openTemporary();
  Entry<MOST + 1> entry;
  size_t n = 0;
  for (const size_t c : shape_.columns) {
    const bool isNull = nulls >> c & 1;
    entry[n] = isNull ? NUL : cells[c] ^ SIGN;
    opaque_ = opaque_ || (!isNull && entry[n] == NUL);  // the least number of all, which here is NULL's
    ++n;
  }
  entry[n++] = rowid ^ SIGN;
  writeTemporary(entries_.get(), entry.data(), n * sizeof(uint64_t));
  ++count_;
}

void IndexWriter::finish() {
  if (opaque_ || count_ == 0) return;
  TreeWriter tree(pages_, shape_.root, TreeWriter::Kind::INDEX);
  switch (shape_.columns.size()) {
    case 1:
      sortInto<2>(entries_.get(), count_, tree);
      break;
    case 2:
      sortInto<3>(entries_.get(), count_, tree);
      break;
    default:
      sortInto<4>(entries_.get(), count_, tree);
  }
  tree.finish();
  entries_.reset();
}

}  // namespace mf::store
