// What is known only when the whole stream is there.
#pragma once

#include <vector>

#include "libmf/mfir/stream.h"
#include "libmf/store/database.h"

namespace mf::store {

// decisions.effect, from the prefetches that name their decision.
void linkEffects(const Database& db);
// nodes.lat_nominal where neither profile nor capture says it: the median of what
// this run measured. One diagnostic for each node so filled.
std::vector<mfir::Diagnostic> fillNominalLatencies(const Database& db);

}  // namespace mf::store
