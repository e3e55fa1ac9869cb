// SQLite as the linked library, or, inside a loadable extension, through the
// table of functions that the host hands over: code below includes this header
// and is compiled once for each.
#pragma once

#ifdef MF_SQLITE_EXTENSION
#include <sqlite3ext.h>
// Defined in extension/extension.cc.
SQLITE_EXTENSION_INIT3
#else
#include <sqlite3.h>
#endif
