#include "tests/oracle/joins.h"

#include <algorithm>

namespace mf::testing {

namespace {

using catalog::Index;
using catalog::NONE;
using schema::Role;

bool isHeld(Role role) {
  return role == Role::ACQUIRE || role == Role::COALESCE || role == Role::RELEASE || role == Role::STALL || role == Role::USE;
}
bool isArbiter(Role role) { return role == Role::GRANT || role == Role::DENY; }
bool isState(Role role) { return role == Role::READ || role == Role::WRITE; }

// The node of `kind` that a claim at node `id` speaks of: itself, its only child of
// that kind and, where `near`, its parent or the parent's only child.
Index nodeOf(const catalog::Model& model, uint64_t id, const std::string& kind, bool near) {
  Index at = NONE;
  for (Index i = 0; i < model.nodes.size(); ++i) {
    if (model.nodes[i].id == id) at = i;
  }
  if (at == NONE) return NONE;
  const auto child = [&](Index parent) {
    std::vector<Index> found;
    for (Index i = 0; i < model.nodes.size(); ++i) {
      if (model.nodes[i].parent == parent && model.nodes[i].kind == kind) found.push_back(i);
    }
    return found.size() == 1 ? found[0] : NONE;
  };
  if (model.nodes[at].kind == kind) return at;
  if (child(at) != NONE || !near) return child(at);
  const Index parent = model.nodes[at].parent;
  if (parent == NONE) return NONE;
  return model.nodes[parent].kind == kind ? parent : child(parent);
}

struct OneEvent {
  const mfir::EventGroup& group;
  uint32_t row;
  uint64_t flow;
  const catalog::Event& event;
  uint64_t field(Index index) const { return group.fields.at(index).at(row); }
  uint64_t named(Index index) const { return group.refs.at(event.fields.at(index).ref).at(row); }
};

Evidence evidence(const catalog::Model& model, const OneEvent& at, const catalog::Claim& claim) {
  Evidence found;
  found.role = claim.role;
  found.object = claim.object;
  const uint64_t place = claim.node != NONE ? at.field(claim.node) : at.event.node != NONE ? at.field(at.event.node) : 0;
  if (isHeld(claim.role)) found.node = nodeOf(model, place, model.tenancies[claim.object].kind, true);
  if (isArbiter(claim.role)) found.node = nodeOf(model, place, model.arbiterKinds[claim.object], false);
  if (isState(claim.role)) found.node = nodeOf(model, place, model.states[claim.object].kind, true);
  found.flow = claim.flow == NONE ? at.flow : at.named(claim.flow);
  if (claim.other != NONE) found.other = at.named(claim.other);
  for (const Index index : claim.key) {
    const catalog::Field& field = at.event.fields[index];
    uint64_t value = at.field(index);
    if (value == 0 && !isState(claim.role)) found.keyIsZero = true;
    if (field.type == schema::ValueType::KEY) {
      value = field.flow ? at.flow : at.named(index);
      if (value == 0) found.keyIsUnknown = true;
    }
    found.key.push_back(value);
  }
  if (claim.minCycles) {
    uint64_t period = model.refPeriod;
    for (const catalog::Node& node : model.nodes) {
      if (node.id == place) period = model.clocks[node.clock].period;
    }
    found.wmin = *claim.minCycles * period;
  }
  if (isHeld(claim.role)) {
    const catalog::Tenancy& tenancy = model.tenancies[claim.object];
    const Index slot = at.event.find(tenancy.slot), set = at.event.find(tenancy.set), way = at.event.find(tenancy.way);
    if (slot != NONE) found.slot = at.field(slot);
    // A cache's entries are numbered through its sets.
    if (set != NONE && way != NONE && found.node != NONE) found.slot = at.field(set) * model.nodes[found.node].ways + at.field(way);
  }
  return found;
}

struct Claims {
  std::vector<Evidence> all;

  // The latest before `v` for which `is` holds.
  template <typename Is>
  const Evidence* latest(uint64_t before, Is is) const {
    const Evidence* found = nullptr;
    for (const Evidence& each : all) {
      if (each.ev < before && is(each)) found = &each;
    }
    return found;
  }
  template <typename Is>
  uint64_t latestEv(uint64_t before, Is is) const {
    const Evidence* found = latest(before, is);
    return found == nullptr ? 0 : found->ev;
  }
};

bool sameNode(const Evidence& a, const Evidence& b) { return a.object == b.object && a.node == b.node; }

const Evidence* producer(const Claims& claims, const Evidence& v, Role gives) {
  if (v.keyIsUnknown) return nullptr;
  return claims.latest(v.ev, [&](const Evidence& u) {
    return u.role == gives && u.object == v.object && !u.keyIsZero && !u.keyIsUnknown && u.key == v.key;
  });
}

using Moves = std::vector<const Evidence*>;

// Who came to a node and who left it.
Moves movesAt(const Claims& claims, const Evidence& node) {
  Moves moves;
  for (const Evidence& each : claims.all) {
    if (sameNode(each, node) && (each.role == Role::ACQUIRE || each.role == Role::RELEASE)) moves.push_back(&each);
  }
  return moves;
}

// Entries held just after the event `ev`: every acquire less every release, ever.
int64_t level(const Moves& moves, uint64_t ev) {
  int64_t held = 0;
  for (const Evidence* each : moves) {
    if (each->ev <= ev) held += each->role == Role::ACQUIRE ? 1 : -1;
  }
  return held;
}

// Whether the flow was refused here since it last got what it asks for.
bool wasRefused(const Claims& claims, const Evidence& v, Role refusal, bool (*gets)(Role)) {
  const uint64_t since = claims.latestEv(v.ev, [&](const Evidence& q) { return gets(q.role) && sameNode(q, v) && q.flow == v.flow; });
  return v.flow != 0 && claims.latestEv(v.ev, [&](const Evidence& s) { return s.role == refusal && sameNode(s, v) && s.flow == v.flow; }) > since;
}

const Evidence* firstRelease(const catalog::Model& model, const Claims& claims, const Evidence& v) {
  const auto capacity = model.nodes[v.node].capacity;
  if (!capacity) return nullptr;
  const Moves moves = movesAt(claims, v);
  uint64_t lastFull = 0;
  for (const Evidence* l : moves) {
    if (l->ev < v.ev && level(moves, l->ev) >= static_cast<int64_t>(*capacity)) lastFull = l->ev;
  }
  if (lastFull == 0) return nullptr;
  for (const Evidence* r : moves) {
    if (r->role == Role::RELEASE && r->ev > lastFull && r->ev < v.ev) return r;
  }
  return nullptr;
}

const Evidence* winner(const Claims& claims, const Evidence& v) {
  const auto grantBy = [&](auto by) {
    return claims.latest(v.ev, [&](const Evidence& g) { return g.role == Role::GRANT && sameNode(g, v) && g.flow != 0 && by(g.flow); });
  };
  const uint64_t since = claims.latestEv(v.ev, [&](const Evidence& g) { return g.role == Role::GRANT && sameNode(g, v) && g.flow == v.flow; });
  const Evidence* told = claims.latest(v.ev, [&](const Evidence& d) {
    return d.role == Role::DENY && sameNode(d, v) && d.flow == v.flow && d.ev > since && d.other != 0;
  });
  if (told != nullptr) {
    const uint64_t won = told->other;
    const Evidence* recorded = grantBy([won](uint64_t flow) { return flow == won; });
    if (recorded != nullptr) return recorded;
  }
  return grantBy([&](uint64_t flow) { return flow != v.flow; });
}

struct Found {
  const Evidence* u;
  const char* code;
  uint64_t channel;
};

std::optional<Found> join(const catalog::Model& model, const Claims& claims, const Evidence& v) {
  switch (v.role) {
    case Role::CONSUME:
      if (v.keyIsZero) return std::nullopt;
      return Found{producer(claims, v, Role::PRODUCE), "no_producer", 0};
    case Role::REFER:
      if (v.keyIsZero) return std::nullopt;
      return Found{producer(claims, v, Role::DEFINE), "no_definition", 3};
    case Role::ACQUIRE: case Role::COALESCE:
      if (v.node == NONE || !wasRefused(claims, v, Role::STALL, [](Role r) { return r == Role::ACQUIRE || r == Role::COALESCE; })) return std::nullopt;
      return Found{firstRelease(model, claims, v), "no_full_period", 1};
    case Role::GRANT:
      if (v.node == NONE || !wasRefused(claims, v, Role::DENY, [](Role r) { return r == Role::GRANT; })) return std::nullopt;
      return Found{winner(claims, v), "no_winner", 2};
    case Role::READ:
      if (v.node == NONE) return std::nullopt;
      return Found{claims.latest(v.ev, [&](const Evidence& w) { return w.role == Role::WRITE && sameNode(w, v) && w.key == v.key; }),
                   model.states[v.object].initialAbsent ? "first_touch" : "no_prior_version", 4};
    default: return std::nullopt;
  }
}

struct Moment {
  uint64_t time = 0, flow = 0;
};

std::vector<Moment> momentsOf(const Collected& stream) {
  std::vector<Moment> moments{{}};
  for (const mfir::EventBatch& batch : stream.batches) {
    for (mfir::Cursor at(batch); at.next();) moments.push_back({at.time(), at.flow()});
  }
  return moments;
}

// Of the edges into one event the one whose cause arrives last binds, ties to the later
// cause, unless the flow's own event before came later still.
void markBinding(std::vector<OracleEdge>& edges, const std::vector<Moment>& moments) {
  for (size_t i = 0; i < edges.size(); ++i) {
    const auto arrival = [&](const OracleEdge& e) { return moments[e.u].time + e.wmin.value_or(0); };
    bool isLast = true;
    for (size_t j = 0; j < edges.size(); ++j) {
      if (i == j || edges[j].v != edges[i].v) continue;
      const auto other = std::pair(arrival(edges[j]), edges[j].u), mine = std::pair(arrival(edges[i]), edges[i].u);
      if (other > mine || (other == mine && j < i)) isLast = false;
    }
    const uint64_t flow = moments[edges[i].v].flow;
    std::optional<uint64_t> own;
    for (uint64_t ev = 1; flow != 0 && ev < edges[i].v; ++ev) {
      if (moments[ev].flow == flow) own = moments[ev].time;
    }
    edges[i].binding = isLast && (!own || arrival(edges[i]) >= *own);
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const OracleEdge& edge) {
  out << edge.u << " -> " << edge.v << " channel " << edge.channel << " gap " << edge.gap;
  if (edge.wmin) out << " min " << *edge.wmin;
  return out << (edge.binding ? " binding" : "");
}

std::vector<Evidence> evidenceOf(const Collected& stream) {
  std::vector<Evidence> all;
  for (const mfir::EventBatch& batch : stream.batches) {
    for (mfir::Cursor at(batch); at.next();) {
      const catalog::Event& event = stream.model.events[at.type()];
      const OneEvent one{at.group(), at.row(), at.flow(), event};
      for (const catalog::Claim& claim : event.claims) {
        if (claim.when.field != NONE) {
          const uint64_t value = one.field(claim.when.field);
          if (value > 63 || (claim.when.values >> value & 1) == 0) continue;
        }
        Evidence found = evidence(stream.model, one, claim);
        found.ev = at.ev();
        found.time = at.time();
        found.snapshot = at.snapshot();
        found.maybe = claim.maybe;
        all.push_back(found);
      }
    }
  }
  return all;
}

OracleJoins joinByBruteForce(const Collected& stream) {
  const Claims claims{evidenceOf(stream)};
  OracleJoins joins;
  for (const Evidence& v : claims.all) {
    if (v.snapshot) continue;
    const auto found = join(stream.model, claims, v);
    if (!found) continue;
    if (found->u == nullptr) {
      if (!v.maybe && v.role != Role::COALESCE) ++joins.missing[found->code];
    } else {
      joins.edges.push_back({found->u->ev, v.ev, found->channel, v.time - found->u->time, v.wmin, false});
    }
  }
  markBinding(joins.edges, momentsOf(stream));
  std::sort(joins.edges.begin(), joins.edges.end());
  return joins;
}

OracleJoins joinsOf(const Collected& stream) {
  OracleJoins joins;
  for (const Row& row : stream.table("edges")) {
    joins.edges.push_back({*row.at("u"), *row.at("v"), *row.at("chan"), *row.at("gap"), row.at("wmin"), *row.at("binding") != 0});
  }
  std::sort(joins.edges.begin(), joins.edges.end());
  for (const auto& each : stream.last.diagnostics) {
    if (each.pass == "edges") joins.missing[each.code] += each.count;
  }
  return joins;
}

}  // namespace mf::testing
