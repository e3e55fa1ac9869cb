// Two runs, number by number.
#pragma once

#include "libmf/query/run.h"

namespace mf::query {

struct Comparison {
  RowList rows;       // what, a, b, delta, pct
  size_t beyond = 0;  // how many differ by more than the tolerance
};

// Cycles, instructions, the time the head of the reorder buffer was blocked by class
// and reason, decisions; and, with `analysis`, every number of its answer. `tolerance`
// is relative: 0.01 lets 1 % pass. Rows that are equal are left out.
Comparison compare(Session& a, Session& b, const Analysis* analysis, const Arguments& arguments, double tolerance);

}  // namespace mf::query
