#include "libmf/store/bulk/bulk_load.h"

namespace mf::store {

std::map<std::string, TableShape> tableShapes(const Database& db) {
  std::map<std::string, TableShape> shapes;
  Statement columns = db.prepare(
      "SELECT s.name, s.rootpage, c.name, c.\"notnull\", c.pk FROM sqlite_schema s "
      "JOIN pragma_table_list t ON t.name = s.name AND t.schema = 'main' AND t.wr = 0 "
      "JOIN pragma_table_xinfo(s.name) c ON c.hidden = 0 "  // hidden 0: a stored column, not a generated one
      "WHERE s.type = 'table' ORDER BY s.name, c.cid");
  while (columns.step()) {
    TableShape& shape = shapes[columns.text(0)];
    shape.name = columns.text(0);
    shape.root = static_cast<uint32_t>(columns.integer(1));
    if (columns.integer(4)) shape.key = shape.columns.size();
    shape.columns.push_back({columns.text(2), columns.integer(3) != 0});
  }
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

void BulkLoad::insertRest(const Database& db) {
  for (auto& [name, writer] : writers_) writer.insertLate(db);
  chunks_.insertAll(db);
}

}  // namespace mf::store
