// Gives a connection the virtual tables of the bundle that it has open, and the
// views over them.
#pragma once

#include <string>

#include "libmf/store/sqlite_api.h"

namespace mf::store {

// Registers `events` and every `ev_<name>` that the bundle keeps in chunks, and
// makes the temporary view v_pred. Returns what went wrong, or nothing.
std::string attachChunks(sqlite3* db);

}  // namespace mf::store
