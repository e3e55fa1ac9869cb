// What SQLite 3.40 lacks: median(x), quantile(x, p), overlap(a0, a1, b0, b1).
#pragma once

struct sqlite3;

namespace mf::query {

// median and quantile are aggregates of nearest rank: the value at rank ceil(p n), always
// one that was observed; NULL values do not count. overlap is the length that two
// half-open intervals share, never below 0.
void addFunctions(sqlite3* db);

}  // namespace mf::query
