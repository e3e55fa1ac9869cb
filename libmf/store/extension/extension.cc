// The loadable extension: the same virtual tables for any SQLite client.
//
//   sqlite3 run.db -cmd '.load ./mfbundle' 'SELECT count(*) FROM events'
//   python: db.enable_load_extension(True); db.load_extension('./mfbundle')
//
// It reads which tables there are from the bundle that is open as `main`.
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include "libmf/store/chunks/attach.h"

extern "C" int sqlite3_mfbundle_init(sqlite3* db, char** message, const sqlite3_api_routines* api) {
  SQLITE_EXTENSION_INIT2(api);
  const std::string error = mf::store::attachChunks(db);
  if (error.empty()) return SQLITE_OK;
  if (message) *message = sqlite3_mprintf("not a Microflow bundle, or a damaged one: %s", error.c_str());
  return SQLITE_ERROR;
}
