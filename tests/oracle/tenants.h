// Tenancies once more, as a plain list that is searched from end to end: who held what,
// how full it was when he came, and with whose release he left.
#pragma once

#include <optional>
#include <ostream>
#include <vector>

#include "tests/support/collect.h"

namespace mf::testing {

struct OracleTenant {
  uint64_t node = 0, flow = 0, evAcq = 0;
  std::optional<uint64_t> evRel, occ, ownerAcq, slot;   // ownerAcq: the ev at which its owner came
  auto operator<=>(const OracleTenant&) const = default;
};

std::ostream& operator<<(std::ostream& out, const OracleTenant& tenant);

std::vector<OracleTenant> tenantsByBruteForce(const Collected& stream);
std::vector<OracleTenant> tenantsOf(const Collected& stream);   // what mf-tenancy says

}  // namespace mf::testing
