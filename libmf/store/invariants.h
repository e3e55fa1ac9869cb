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

// Those that do not hold, in the order of check.sql. `known`: counted already, and not
// asked again.
std::vector<Violation> checkInvariants(const Database& db, const std::vector<Violation>& known = {});

}  // namespace mf::store
