#include "libmf/store/bulk/table_writer.h"

#include <algorithm>

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "libmf/store/bulk/record.h"
#include "libmf/store/bulk/row_feed.h"

namespace mf::store {

TableWriter::TableWriter(PageFile& pages, TableShape shape)
    : shape_(std::move(shape)), tree_(pages, shape_.root, TreeWriter::Kind::TABLE) {
  const size_t width = shape_.columns.size();
  if (width > MOST_COLUMNS)
    throw Error(cat("table ", quoted(shape_.name), " has more than ", MOST_COLUMNS, " columns"));
  for (size_t c = 0; c < width; ++c) notNull_ |= uint64_t{shape_.columns[c].notNull} << c;
  for (const IndexShape& index : shape_.indexes) indexes_.emplace_back(pages, index);
  cells_.resize(width * WINDOW);
  nulls_.resize(WINDOW);
  filled_.resize(WINDOW / 64);
}

void TableWriter::add(std::span<const uint64_t> cells, uint64_t nulls) {
  if (const uint64_t missing = nulls & notNull_) {
    const auto column = static_cast<size_t>(__builtin_ctzll(missing));
    throw Error(cat("a row of table ", quoted(shape_.name), " lacks its ", quoted(shape_.columns[column].name)));
  }
  const uint64_t key = cells[shape_.key];
  if (key < base_ || key >> 63) return setAside(cells, nulls);
  if (key - base_ >= WINDOW) advance(key - WINDOW + 1);
  const size_t slot = key % WINDOW;
  uint64_t& word = filled_[slot / 64];
  const uint64_t bit = uint64_t{1} << (slot % 64);
  if (word & bit) return setAside(cells, nulls);
  word |= bit;
  ++held_;
  std::copy(cells.begin(), cells.end(), cells_.begin() + static_cast<std::ptrdiff_t>(slot * cells.size()));
  nulls_[slot] = nulls;
}

void TableWriter::advance(uint64_t base) {
  while (base_ < base && held_ > 0) {
    const size_t slot = base_ % WINDOW;
    const uint64_t ahead = filled_[slot / 64] >> (slot % 64);
    const auto gap = static_cast<uint64_t>(ahead ? __builtin_ctzll(ahead) : 64 - static_cast<int>(slot % 64));
    base_ += gap;
    if (ahead && base_ < base) write(base_++);
  }
  base_ = base;
}

void TableWriter::write(uint64_t key) {
  const size_t slot = key % WINDOW, width = shape_.columns.size();
  filled_[slot / 64] &= ~(uint64_t{1} << (slot % 64));
  --held_;
  unsigned char record[MOST_RECORD];
  const std::span<const uint64_t> cells(cells_.data() + slot * width, width);
  for (IndexWriter& index : indexes_) index.add(cells, nulls_[slot], key);
  // The key is not in the record: it is the rowid.
  tree_.append(key, {record, putRecord(record, cells, nulls_[slot] | uint64_t{1} << shape_.key)});
}

void TableWriter::setAside(std::span<const uint64_t> cells, uint64_t nulls) {
  if (!late_) late_ = openTemporary();
  writeTemporary(late_.get(), &nulls, sizeof nulls);
  writeTemporary(late_.get(), cells.data(), cells.size_bytes());
}

void TableWriter::finish() {
  advance(base_ + WINDOW);
  tree_.finish();
  for (IndexWriter& index : indexes_) index.finish();
}

void TableWriter::insertRest(Database& db) {
  insertLate(db);
  for (const IndexWriter& index : indexes_) {
    if (index.opaque()) db.execute(cat("REINDEX \"", *index.opaque(), "\""));
  }
}

void TableWriter::insertLate(const Database& db) {
  if (!late_) return;
  constexpr size_t AT_ONCE = 4096;
  RowFeed feed;
  feed.width = shape_.columns.size();
  const std::string name = cat("late rows of ", shape_.name);
  registerRowFeed(db.raw(), name, feed);
  std::string columns;
  for (const auto& column : shape_.columns) columns += cat(columns.empty() ? "" : ", ", '"', column.name, '"');
  Statement insert = db.prepare(cat("INSERT INTO \"", shape_.name, "\"(", columns, ") SELECT * FROM \"", name, "\""));
  std::rewind(late_.get());
  std::vector<uint64_t> row(1 + feed.width);
  const size_t size = row.size() * sizeof(uint64_t);
  do {
    feed.cells.clear(), feed.nulls.clear();
    while (feed.nulls.size() < AT_ONCE && readTemporary(late_.get(), row.data(), size) == size) {
      feed.nulls.push_back(row[0]);
      feed.cells.insert(feed.cells.end(), row.begin() + 1, row.end());
    }
    insert.run();
  } while (!feed.nulls.empty());
  insert = Statement();
  forgetRowFeed(db.raw(), name);
}

}  // namespace mf::store
