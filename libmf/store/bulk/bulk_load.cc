#include "libmf/store/bulk/bulk_load.h"

#include <algorithm>

#include "libmf/base/text.h"

namespace mf::store {

namespace {

std::vector<IndexShape> indexShapes(const Database& db, const TableShape& table) {
  std::vector<IndexShape> shapes;
  Statement columns = db.prepare(
      "SELECT l.name, s.rootpage, l.partial OR l.\"unique\" OR c.\"desc\" OR c.coll <> 'BINARY', c.name "
      "FROM pragma_index_list(?1) l JOIN sqlite_schema s ON s.name = l.name "
      "JOIN pragma_index_xinfo(l.name) c ON c.key = 1 ORDER BY l.seq, c.seqno");
  columns.bind(1, table.name);
  while (columns.step()) {
    if (shapes.empty() || shapes.back().name != columns.text(0))
      shapes.push_back({columns.text(0), static_cast<uint32_t>(columns.integer(1)), {}, false});
    IndexShape& shape = shapes.back();
    const auto at = std::find_if(table.columns.begin(), table.columns.end(),
                                 [&](const TableShape::Column& each) { return each.name == columns.text(3); });
    shape.columns.push_back(static_cast<size_t>(at - table.columns.begin()));
    shape.opaque =
        shape.opaque || columns.integer(2) || at == table.columns.end() || shape.columns.size() > IndexWriter::MOST;
  }
  return shapes;
}

}  // namespace

std::map<std::string, TableShape> tableShapes(const Database& db) {
  std::map<std::string, TableShape> shapes;
  // One key column, an integer: that is the rowid.
  Statement columns = db.prepare(
      "SELECT s.name, s.rootpage, c.name, c.\"notnull\", c.pk FROM sqlite_schema s "
      "JOIN pragma_table_list t ON t.name = s.name AND t.schema = 'main' AND t.wr = 0 "
      "JOIN pragma_table_xinfo(s.name) c ON c.hidden = 0 "  // hidden 0: a stored column, not a generated one
      "WHERE s.type = 'table' AND (SELECT count(*) = 1 AND max(p.type) = 'INTEGER' FROM pragma_table_xinfo(s.name) p "
      "WHERE p.pk > 0) ORDER BY s.name, c.cid");
  while (columns.step()) {
    TableShape& shape = shapes[columns.text(0)];
    shape.name = columns.text(0);
    shape.root = static_cast<uint32_t>(columns.integer(1));
    if (columns.integer(4)) shape.key = shape.columns.size();
    shape.columns.push_back({columns.text(2), columns.integer(3) != 0});
  }
  std::erase_if(shapes, [&](const auto& each) {
    return db.number(cat("SELECT EXISTS (SELECT 1 FROM \"", each.first, "\")")) != 0;
  });
  for (auto& [name, shape] : shapes) shape.indexes = indexShapes(db, shape);
  return shapes;
}

BulkLoad::BulkLoad(const std::string& path, const std::string& name, std::map<std::string, TableShape> shapes)
    : pages_(path, name), shapes_(std::move(shapes)) {}

TableWriter* BulkLoad::table(const std::string& name) {
  const auto made = writers_.find(name);
  if (made != writers_.end()) return &made->second;
  const auto shape = shapes_.find(name);
  if (shape == shapes_.end()) return nullptr;
  return &writers_.try_emplace(name, pages_, shape->second).first->second;
}

void BulkLoad::finish() {
  for (auto& [name, writer] : writers_) writer.finish();
  pages_.finish();
}

void BulkLoad::insertRest(Database& db) {
  for (auto& [name, writer] : writers_) writer.insertRest(db);
  chunks_.insertAll(db);
}

}  // namespace mf::store
