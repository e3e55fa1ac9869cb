#include "libmf/store/row_table.h"

#include <algorithm>
#include <numeric>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::store {

namespace {

constexpr size_t MOST_COLUMNS = 64;  // nulls of a row are the bits of one number

// Columns that carry a coined word, whose code 0 says "none".
bool isZeroNull(const std::string& table, const std::string& column) {
  return (table == "flows" && column == "close_reason_c") || (table == "tenancies" && column == "rel_reason_c") ||
         (table == "decisions" && column == "reason_c");
}

}  // namespace

RowTable::RowTable(const Database& db, const std::string& name, const std::set<std::string>& coined) : name_(name) {
  // hidden 0: a stored column, not a generated one.
  Statement columns = db.prepare("SELECT name, pk FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY pk DESC, cid");
  columns.bind(1, name);
  std::string list;
  while (columns.step()) {
    Target target{columns.text(0), isZeroNull(name, columns.text(0)), nullptr};
    if (coined.contains(target.name)) target.codes = &codes_[target.name];
    list += cat(list.empty() ? "" : ", ", '"', target.name, '"');
    targets_.push_back(std::move(target));
  }
  if (targets_.empty()) throw Error(cat("the stream has rows of a table ", quoted(name), " that no catalog declares"));
  if (targets_.size() > MOST_COLUMNS)
    throw Error(cat("table ", quoted(name), " has more than ", MOST_COLUMNS, " columns"));
  kept_.width = targets_.size();
  const std::string feed = cat("rows of ", name);
  registerRowFeed(db.raw(), feed, kept_);
  insert_ = db.prepare(cat("INSERT INTO \"", name, "\"(", list, ") SELECT * FROM \"", feed, "\""));
}

std::vector<const mfir::RowBatch::Column*> RowTable::sources(const mfir::RowBatch& batch) const {
  std::vector<const mfir::RowBatch::Column*> found(targets_.size(), nullptr);
  for (const auto& column : batch.columns) {
    const auto target = std::find_if(targets_.begin(), targets_.end(), [&](const Target& each) {
      return each.name == column.name || each.name == column.name + "_c";
    });
    if (target == targets_.end()) {
      throw Error(cat("the stream has a column ", quoted(column.name), " of table ", quoted(name_),
                      " that the bundle does not know"));
    }
    found[static_cast<size_t>(target - targets_.begin())] = &column;
  }
  if (!found[0]) throw Error(cat("rows of table ", quoted(name_), " lack their key ", quoted(targets_[0].name)));
  return found;
}

void RowTable::add(const mfir::RowBatch& batch) {
  const auto from = sources(batch);
  const size_t width = targets_.size();
  for (uint32_t row = 0; row < batch.count; ++row) {
    uint64_t nulls = 0;
    for (size_t c = 0; c < width; ++c) {
      bool isNull = !from[c] || from[c]->isNull(row);
      const uint64_t value = isNull ? 0 : from[c]->values[row];
      if (targets_[c].zeroIsNull) isNull = value == 0;
      if (targets_[c].codes && !isNull) targets_[c].codes->insert(value);
      kept_.cells.push_back(value);
      nulls |= uint64_t{isNull} << c;
    }
    kept_.nulls.push_back(nulls);
    if (kept_.nulls.size() >= 2 * KEPT) insert(KEPT);
  }
  count_ += batch.count;
}

void RowTable::finish() { insert(kept_.nulls.size()); }

void RowTable::insert(size_t count) {
  const size_t width = kept_.width;
  std::vector<uint32_t> order(kept_.nulls.size());
  std::iota(order.begin(), order.end(), uint32_t{0});
  const auto byKey = [&](uint32_t a, uint32_t b) { return kept_.cells[a * width] < kept_.cells[b * width]; };
  if (!std::is_sorted(order.begin(), order.end(), byKey)) std::sort(order.begin(), order.end(), byKey);
  kept_.order.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
  insert_.run();
  // The rest moves to the front, in order.
  std::vector<uint64_t> cells, nulls;
  for (size_t i = count; i < order.size(); ++i) {
    const auto begin = kept_.cells.begin() + static_cast<std::ptrdiff_t>(order[i] * width);
    cells.insert(cells.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
    nulls.push_back(kept_.nulls[order[i]]);
  }
  kept_.cells = std::move(cells);
  kept_.nulls = std::move(nulls);
}

}  // namespace mf::store
