// What every virtual table that is only read has in common.
#pragma once

#include <new>

#include "libmf/store/sqlite_api.h"

namespace mf::store {

// SQLite is C, and nothing may be thrown through it: a callback that finds no memory says so by its code.
template <auto Callback>
struct Guarded;
template <typename... Arguments, int (*Callback)(Arguments...)>
struct Guarded<Callback> {
  static int call(Arguments... arguments) {
    try {
      return Callback(arguments...);
    } catch (const std::bad_alloc&) {
      return SQLITE_NOMEM;
    } catch (...) {
      return SQLITE_ERROR;
    }
  }
};

template <typename Cursor>
int openCursor(sqlite3_vtab*, sqlite3_vtab_cursor** out) {
  *out = new Cursor;
  return SQLITE_OK;
}

// A module of Table, which its xConnect makes with new, and Cursor, made by default.
// There is no xCreate: the table exists wherever its module is registered, with no
// CREATE VIRTUAL TABLE.
template <typename Table, typename Cursor, auto xConnect, auto xBestIndex, auto xFilter, auto xNext, auto xEof,
          auto xColumn, auto xRowid>
sqlite3_module readOnlyModule() {
  sqlite3_module module{};
  module.xConnect = Guarded<xConnect>::call;
  module.xBestIndex = Guarded<xBestIndex>::call;
  module.xDisconnect = [](sqlite3_vtab* table) {
    delete static_cast<Table*>(table);
    return SQLITE_OK;
  };
  module.xOpen = Guarded<&openCursor<Cursor>>::call;
  module.xClose = [](sqlite3_vtab_cursor* cursor) {
    delete static_cast<Cursor*>(cursor);
    return SQLITE_OK;
  };
  module.xFilter = Guarded<xFilter>::call;
  module.xNext = Guarded<xNext>::call;
  module.xEof = xEof;
  module.xColumn = Guarded<xColumn>::call;
  module.xRowid = xRowid;
  return module;
}

}  // namespace mf::store
