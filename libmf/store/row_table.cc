#include "libmf/store/row_table.h"

#include <algorithm>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::store {

namespace {

// Columns that carry a coined word, whose code 0 says "none".
bool isZeroNull(const std::string& table, const std::string& column) {
  return (table == "flows" && column == "close_reason_c") || (table == "tenancies" && column == "rel_reason_c") ||
         (table == "decisions" && column == "reason_c");
}

}  // namespace

RowTable::RowTable(TableWriter& writer, const std::set<std::string>& coined) : writer_(writer) {
  for (const auto& [name, notNull] : writer.shape().columns)
    targets_.push_back({isZeroNull(writer.shape().name, name), coined.contains(name) ? &codes_[name] : nullptr});
}

// Where each column of the table takes its values from.
std::vector<const mfir::RowBatch::Column*> RowTable::sources(const mfir::RowBatch& batch) const {
  const TableShape& shape = writer_.shape();
  std::vector<const mfir::RowBatch::Column*> found(targets_.size(), nullptr);
  for (const auto& column : batch.columns) {
    const auto target = std::find_if(shape.columns.begin(), shape.columns.end(), [&](const TableShape::Column& each) {
      return each.name == column.name || each.name == column.name + "_c";
    });
    if (target == shape.columns.end()) {
      throw Error(cat("the stream has a column ", quoted(column.name), " of table ", quoted(shape.name),
                      " that the bundle does not know"));
    }
    found[static_cast<size_t>(target - shape.columns.begin())] = &column;
  }
  if (!found[shape.key])
    throw Error(cat("rows of table ", quoted(shape.name), " lack their key ", quoted(shape.columns[shape.key].name)));
  return found;
}

void RowTable::add(const mfir::RowBatch& batch) {
  const auto from = sources(batch);
  const size_t width = targets_.size();
  std::vector<uint64_t> cells(width);
  for (uint32_t row = 0; row < batch.count; ++row) {
    uint64_t nulls = 0;
    for (size_t c = 0; c < width; ++c) {
      bool isNull = !from[c] || from[c]->isNull(row);
      cells[c] = isNull ? 0 : from[c]->values[row];
      if (targets_[c].zeroIsNull) isNull = cells[c] == 0;
      if (targets_[c].codes && !isNull) targets_[c].codes->insert(cells[c]);
      nulls |= uint64_t{isNull} << c;
    }
    writer_.add(cells, nulls);
  }
}

}  // namespace mf::store
