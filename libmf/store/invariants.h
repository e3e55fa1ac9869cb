// The rules that every bundle keeps (mfir.5, INVARIANTS): check.sql, one query each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libmf/store/database.h"

namespace mf::store {

struct Violation {
  std::string invariant;  // "I5 capacity exceeded at acquire"
  int64_t count = 0;
};

// Those that do not hold, in the order of check.sql. `timeOrder`: I1 too, a scan of all
// events, which the materialiser has already seen one by one.
std::vector<Violation> checkInvariants(const Database& db, bool timeOrder = true);

}  // namespace mf::store
