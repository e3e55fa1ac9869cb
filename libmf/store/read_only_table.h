// What every virtual table that is only read has in common.
#pragma once

#include "libmf/store/sqlite_api.h"

namespace mf::store {

// A module of Table, which its xConnect makes with new, and Cursor, made by default.
// There is no xCreate: the table exists wherever its module is registered, with no
// CREATE VIRTUAL TABLE.
template <typename Table, typename Cursor>
sqlite3_module readOnlyModule(decltype(sqlite3_module::xConnect) xConnect,
                              decltype(sqlite3_module::xBestIndex) xBestIndex,
                              decltype(sqlite3_module::xFilter) xFilter, decltype(sqlite3_module::xNext) xNext,
                              decltype(sqlite3_module::xEof) xEof, decltype(sqlite3_module::xColumn) xColumn,
                              decltype(sqlite3_module::xRowid) xRowid) {
  sqlite3_module module{};
  module.xConnect = xConnect;
  module.xBestIndex = xBestIndex;
  module.xDisconnect = [](sqlite3_vtab* table) {
    delete static_cast<Table*>(table);
    return SQLITE_OK;
  };
  module.xOpen = [](sqlite3_vtab*, sqlite3_vtab_cursor** out) {
    *out = new Cursor;
    return SQLITE_OK;
  };
  module.xClose = [](sqlite3_vtab_cursor* cursor) {
    delete static_cast<Cursor*>(cursor);
    return SQLITE_OK;
  };
  module.xFilter = xFilter;
  module.xNext = xNext;
  module.xEof = xEof;
  module.xColumn = xColumn;
  module.xRowid = xRowid;
  return module;
}

}  // namespace mf::store
