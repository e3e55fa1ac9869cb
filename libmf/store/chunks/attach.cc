#include "libmf/store/chunks/attach.h"

#include <map>
#include <memory>

#include "libmf/store/chunks/chunk_table.h"

namespace mf::store {

namespace {

using Words = std::shared_ptr<std::vector<std::string>>;

// Calls `use` for every row; SQLite's message on failure.
template <typename Use>
std::string eachRow(sqlite3* db, const char* sql, Use use) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(db, sql, -1, &statement, nullptr) != SQLITE_OK) return sqlite3_errmsg(db);
  int code = 0;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) use(statement);
  std::string error = code == SQLITE_DONE ? "" : sqlite3_errmsg(db);
  sqlite3_finalize(statement);
  return error;
}

std::string text(sqlite3_stmt* statement, int column) {
  const auto* value = sqlite3_column_text(statement, column);
  return value ? reinterpret_cast<const char*>(value) : "";
}

Kind kindOf(const std::string& name) {
  if (name == "ref") return Kind::REF;
  if (name == "back") return Kind::BACK;
  return name == "code" ? Kind::CODE : Kind::PLAIN;
}

// One step back from an event: what it waited for, and what its flow did before.
constexpr const char* VIEWS =
    "CREATE TEMP VIEW IF NOT EXISTS v_pred AS "
    "SELECT v, u, chan, gap, binding, rule, via_node, via FROM edges "
    "UNION ALL SELECT ev, prev, 'flow', NULL, 0, NULL, NULL, NULL FROM events WHERE prev IS NOT NULL";

}  // namespace

std::string attachChunks(sqlite3* db) {
  std::map<std::string, Words> words;
  const auto put = [&](const std::string& name, int64_t code, std::string word) {
    Words& list = words[name];
    if (!list) list = std::make_shared<std::vector<std::string>>();
    if (code < 0 || code > 1 << 20) return;
    if (list->size() <= static_cast<size_t>(code)) list->resize(static_cast<size_t>(code) + 1);
    (*list)[static_cast<size_t>(code)] = std::move(word);
  };
  std::string error =
      eachRow(db, "SELECT enum, code, word FROM main.enums UNION ALL SELECT '*', word, text FROM main.words",
              [&](sqlite3_stmt* s) { put(text(s, 0), sqlite3_column_int64(s, 1), text(s, 2)); });
  if (!error.empty()) return error;

  std::map<uint32_t, ChunkTableSpec> tables;
  error = eachRow(db,
                  "SELECT c.stream, c.tab, c.name, c.kind, c.enum, coalesce(y.n, (SELECT events FROM main.run)) "
                  "FROM main.chunk_columns c LEFT JOIN main.event_types y ON y.type = c.stream - 1 "
                  "ORDER BY c.stream, c.col",
                  [&](sqlite3_stmt* s) {
                    const auto stream = static_cast<uint32_t>(sqlite3_column_int64(s, 0));
                    ChunkTableSpec& table = tables[stream];
                    table.stream = stream;
                    table.name = text(s, 1);
                    table.rows = static_cast<uint64_t>(sqlite3_column_int64(s, 5));
                    ChunkColumn column{text(s, 2), kindOf(text(s, 3)), nullptr, text(s, 4) == "*"};
                    if (column.kind == Kind::CODE) {
                      Words& list = words[text(s, 4)];
                      if (!list) list = std::make_shared<std::vector<std::string>>();
                      column.words = list;
                    }
                    table.columns.push_back(std::move(column));
                  });
  if (!error.empty()) return error;
  for (auto& [stream, table] : tables) {
    if (registerChunkTable(db, std::move(table)) != SQLITE_OK) return sqlite3_errmsg(db);
  }
  char* message = nullptr;
  if (sqlite3_exec(db, VIEWS, nullptr, nullptr, &message) != SQLITE_OK) {
    error = message ? message : "cannot make the view v_pred";
    sqlite3_free(message);
  }
  return error;
}

}  // namespace mf::store
