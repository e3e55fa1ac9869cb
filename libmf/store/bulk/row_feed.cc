#include "libmf/store/bulk/row_feed.h"

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "libmf/store/database.h"
#include "libmf/store/read_only_table.h"

namespace mf::store {

namespace {

struct Table : sqlite3_vtab {
  explicit Table(const RowFeed& f) : sqlite3_vtab{}, feed(f) {}
  const RowFeed& feed;
};

struct Cursor : sqlite3_vtab_cursor {
  Cursor() : sqlite3_vtab_cursor{} {}
  const RowFeed& feed() const { return static_cast<Table*>(pVtab)->feed; }
  size_t at = 0;
};

const Cursor& cursorOf(sqlite3_vtab_cursor* base) { return *static_cast<Cursor*>(base); }

int xConnect(sqlite3* db, void* aux, int, const char* const*, sqlite3_vtab** out, char**) {
  const auto& feed = *static_cast<const RowFeed*>(aux);
  std::string columns;
  for (size_t c = 0; c < feed.width; ++c) columns += cat(c == 0 ? "" : ", ", "c", c);
  if (const int code = sqlite3_declare_vtab(db, cat("CREATE TABLE x(", columns, ")").c_str()); code != SQLITE_OK)
    return code;
  *out = new Table(feed);
  return SQLITE_OK;
}

int xBestIndex(sqlite3_vtab*, sqlite3_index_info*) { return SQLITE_OK; }

int xFilter(sqlite3_vtab_cursor* base, int, const char*, int, sqlite3_value**) {
  static_cast<Cursor*>(base)->at = 0;
  return SQLITE_OK;
}

int xNext(sqlite3_vtab_cursor* base) {
  ++static_cast<Cursor*>(base)->at;
  return SQLITE_OK;
}

int xEof(sqlite3_vtab_cursor* base) { return cursorOf(base).at >= cursorOf(base).feed().nulls.size(); }

int xColumn(sqlite3_vtab_cursor* base, sqlite3_context* out, int index) {
  const RowFeed& feed = cursorOf(base).feed();
  const size_t row = cursorOf(base).at, column = static_cast<size_t>(index);
  if (feed.nulls[row] >> column & 1) return SQLITE_OK;  // a result not set is NULL
  sqlite3_result_int64(out, static_cast<int64_t>(feed.cells[row * feed.width + column]));
  return SQLITE_OK;
}

int xRowid(sqlite3_vtab_cursor* base, sqlite3_int64* out) {
  *out = static_cast<int64_t>(cursorOf(base).at);
  return SQLITE_OK;
}

}  // namespace

void registerRowFeed(sqlite3* db, const std::string& name, const RowFeed& feed) {
  static const sqlite3_module MODULE =
      readOnlyModule<Table, Cursor, xConnect, xBestIndex, xFilter, xNext, xEof, xColumn, xRowid>();
  if (sqlite3_create_module(db, name.c_str(), &MODULE, const_cast<RowFeed*>(&feed)) != SQLITE_OK)
    throw Error(reason(db));
}

void forgetRowFeed(sqlite3* db, const std::string& name) { sqlite3_create_module(db, name.c_str(), nullptr, nullptr); }

}  // namespace mf::store
