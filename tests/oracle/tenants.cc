#include "tests/oracle/tenants.h"

#include <algorithm>

#include "tests/oracle/joins.h"

namespace mf::testing {

namespace {

using schema::Role;

struct Held {
  OracleTenant tenant;
  catalog::Index node;
  std::optional<size_t> owner;   // index in the list
  bool reachable = true;         // by its slot: the latest to take it
};

bool isLive(const Held& held) { return !held.tenant.evRel; }

// The oldest of the flow that is still there; by slot, the latest to take it.
std::optional<size_t> heldBy(const std::vector<Held>& list, const Evidence& claim) {
  for (size_t i = 0; i < list.size(); ++i) {
    const Held& held = list[i];
    if (!isLive(held) || held.node != claim.node) continue;
    if (claim.slot ? held.reachable && held.tenant.slot == claim.slot : held.tenant.flow == claim.flow) return i;
  }
  return std::nullopt;
}

std::optional<size_t> ownerOf(const std::vector<Held>& list, const Evidence& claim) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (isLive(list[i]) && list[i].node == claim.node && list[i].tenant.flow == claim.other) return list[i].owner ? list[i].owner : i;
  }
  return std::nullopt;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const OracleTenant& tenant) {
  const auto part = [&](const char* name, const std::optional<uint64_t>& value) {
    if (value) out << name << *value;
  };
  out << "flow " << tenant.flow << " at node " << tenant.node << " from " << tenant.evAcq;
  part(" to ", tenant.evRel);
  part(" occ ", tenant.occ);
  part(" joins ", tenant.ownerAcq);
  part(" slot ", tenant.slot);
  return out;
}

std::vector<OracleTenant> tenantsByBruteForce(const Collected& stream) {
  std::vector<Held> list;
  for (const Evidence& claim : evidenceOf(stream)) {
    if (claim.node == catalog::NONE) continue;
    const uint64_t node = stream.model.nodes[claim.node].id;
    if (claim.role == Role::ACQUIRE) {
      const auto live = std::count_if(list.begin(), list.end(),
                                      [&](const Held& held) { return isLive(held) && held.node == claim.node && !held.owner; });
      for (Held& held : list) {
        if (claim.slot && held.node == claim.node && held.tenant.slot == claim.slot) held.reachable = false;
      }
      list.push_back({{node, claim.flow, claim.ev, {}, static_cast<uint64_t>(live), {}, claim.slot}, claim.node, {}, true});
    } else if (claim.role == Role::COALESCE) {
      const auto owner = claim.other == 0 ? std::nullopt : ownerOf(list, claim);
      if (owner) list.push_back({{node, claim.flow, claim.ev, {}, {}, list[*owner].tenant.evAcq, {}}, claim.node, owner, true});
    } else if (claim.role == Role::RELEASE) {
      const auto gone = heldBy(list, claim);
      if (!gone) continue;
      list[*gone].tenant.evRel = claim.ev;
      for (Held& held : list) {
        if (isLive(held) && held.owner == gone) held.tenant.evRel = claim.ev;
      }
    }
  }
  std::vector<OracleTenant> tenants;
  for (const Held& held : list) tenants.push_back(held.tenant);
  std::sort(tenants.begin(), tenants.end());
  return tenants;
}

std::vector<OracleTenant> tenantsOf(const Collected& stream) {
  std::map<uint64_t, uint64_t> acquired;
  for (const Row& row : stream.table("tenancies")) acquired[*row.at("ten")] = *row.at("ev_acq");
  std::vector<OracleTenant> tenants;
  for (const Row& row : stream.table("tenancies")) {
    const Cell owner = row.at("owner_ten");
    tenants.push_back({*row.at("node"), *row.at("flow"), *row.at("ev_acq"), row.at("ev_rel"), row.at("occ"),
                       owner ? Cell(acquired.at(*owner)) : Cell(), row.at("slot")});
  }
  std::sort(tenants.begin(), tenants.end());
  return tenants;
}

}  // namespace mf::testing
