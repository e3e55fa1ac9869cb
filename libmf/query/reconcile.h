// The record against the simulator's own account, to the last unit.
//
// An analysis of the simulator's profile gives rows (path, value, reason): a value
// computed from the bundle for a statistic's path; or, with NULL for the value, a
// reason why paths of that GLOB pattern are not recorded. A statistic with neither is
// new, and counts as a difference.
#pragma once

#include "libmf/query/run.h"
#include "libmf/query/statistics.h"

namespace mf::query {

struct Reconciliation {
  RowList rows;  // statistic, simulator, recorded, verdict, reason
  size_t matched = 0, notRecorded = 0, differing = 0, unlisted = 0;
};

Reconciliation reconcile(Session& session, const Analysis& analysis, const Statistics& statistics);

}  // namespace mf::query
