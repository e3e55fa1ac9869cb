#include "libmf/passes/edges.h"

#include <algorithm>

#include "libmf/base/text.h"

namespace mf::passes {

using catalog::Channel;
using catalog::Index;
using catalog::NONE;
using schema::Role;

void Edges::begin() {
  nodes_ = std::make_unique<ClaimNodes>(model_);
  producers_ = std::make_unique<Producers>(model_, Channel::VALUE);
  definitions_ = std::make_unique<Producers>(model_, Channel::SPECULATION);
  occupancies_ = std::make_unique<Occupancies>(model_);
  arbiters_ = std::make_unique<Arbiters>(model_);
  writers_ = std::make_unique<Writers>(model_);
  edgeRows_ = std::make_unique<Table>("edges", std::vector<std::string>{"edge", "u", "v", "chan", "rule", "gap", "wmin", "binding", "via_node", "via"},
                                      held_, counts_);
}

void Edges::events(mfir::EventBatch&& batch) {
  Happening at;
  for (mfir::Cursor cursor(batch); cursor.next();) {
    closings_.due(cursor.ev(), [this](uint64_t flow) { forget(flow); });
    if (model_.events[cursor.type()].claims.empty()) continue;
    at.moveTo(cursor, model_);
    at.readRefs();
    const uint32_t i = cursor.index();
    take(at, cursor.flow(), batch.prevGap[i], batch.prev[i] != 0);
  }
  handOn(std::move(batch));
}

void Edges::forget(uint64_t flow) {
  producers_->closed(flow);
  definitions_->closed(flow);
  occupancies_->closed(flow);
  arbiters_->closed(flow);
}

void Edges::take(const Happening& at, uint64_t own, uint64_t prevGap, bool hasPrev) {
  found_.clear();
  if (at.snapshot) carried_ = std::max(carried_, own);
  if (!at.snapshot) lookBack(at, own);
  moveOn(at, own);
  if (!found_.empty()) write(at, prevGap, hasPrev);
}

void Edges::lookBack(const Happening& at, uint64_t own) {
  for (const catalog::Claim& claim : at.event->claims) {
    if (!at.holds(claim.when)) continue;
    switch (claim.role) {
      case Role::CONSUME: case Role::REFER: {
        const bool value = claim.role == Role::CONSUME;
        const Producers& table = value ? *producers_ : *definitions_;
        const Producers::Key key = table.key(at, claim, own);
        if (key.none) break;
        const Cause cause = key.unresolved ? Cause() : table.latest(claim.object, key);
        if (cause.ev == 0 && !claim.maybe) {
          const bool expired = !key.unresolved && key.byFlow && table.expired(key.value);
          const bool carriedIn = key.unresolved || (key.byFlow && key.value <= carried_);
          missing(at, claim, expired ? "producer_expired" : value ? "no_producer" : "no_definition",
                  carriedIn && !fromStart_);
        }
        add(at, claim, cause, value ? Channel::VALUE : Channel::SPECULATION, 0, key.value);
        break;
      }
      case Role::ACQUIRE: case Role::COALESCE: {
        const Index node = nodes_->find(nodeOf(at, claim), model_.tenancies[claim.object].kind, true);
        if (node == NONE || !occupancies_->takeStall(node, flowOf(at, claim, own))) break;
        const Cause cause = occupancies_->enabling(node);
        // Who joins another's entry needs none: its refusal ended with the other's miss.
        if (cause.ev == 0 && claim.role == Role::ACQUIRE)
          missing(at, claim, "no_full_period", model_.nodes[node].promisedAhead);
        add(at, claim, cause, Channel::OCCUPANCY, node + 1, 0);
        break;
      }
      case Role::GRANT: {
        const Index node = nodes_->find(nodeOf(at, claim), model_.arbiterKinds[claim.object], false);
        if (node == NONE) break;
        const auto cause = arbiters_->takeDenial(node, flowOf(at, claim, own));
        if (!cause) break;
        if (cause->ev == 0) missing(at, claim, "no_winner");
        add(at, claim, *cause, Channel::ARBITRATION, node + 1, 0);
        break;
      }
      case Role::READ: {
        const Index node = nodes_->find(nodeOf(at, claim), model_.states[claim.object].kind, true);
        if (node == NONE) break;
        const uint64_t key = at.field(claim.key[0]);
        const Cause cause = writers_->last(claim.object, node, key);
        if (cause.ev == 0) missing(at, claim, model_.states[claim.object].initialAbsent ? "first_touch" : "no_prior_version");
        add(at, claim, cause, Channel::STATE, node + 1, key);
        break;
      }
      default: break;
    }
  }
}

void Edges::moveOn(const Happening& at, uint64_t own) {
  for (const catalog::Claim& claim : at.event->claims) {
    if (!at.holds(claim.when)) continue;
    switch (claim.role) {
      case Role::PRODUCE: case Role::DEFINE: {
        Producers& table = claim.role == Role::PRODUCE ? *producers_ : *definitions_;
        const Producers::Key key = table.key(at, claim, own);
        if (!key.none && !key.unresolved) table.produce(claim.object, key, at.ev, at.time);
        break;
      }
      case Role::ACQUIRE: case Role::RELEASE: case Role::STALL: {
        const Index node = nodes_->find(nodeOf(at, claim), model_.tenancies[claim.object].kind, true);
        if (node == NONE) break;
        const uint64_t flow = flowOf(at, claim, own);
        if (claim.role == Role::ACQUIRE) occupancies_->acquire(node, at.ev);
        if (claim.role == Role::RELEASE) occupancies_->release(node, at.ev, at.time);
        if (claim.role == Role::STALL && flow != 0) occupancies_->stall(node, flow);
        break;
      }
      case Role::GRANT: case Role::DENY: {
        const Index node = nodes_->find(nodeOf(at, claim), model_.arbiterKinds[claim.object], false);
        const uint64_t flow = flowOf(at, claim, own);
        if (node == NONE || flow == 0) break;
        if (claim.role == Role::GRANT) arbiters_->grant(node, flow, at.ev, at.time);
        else arbiters_->deny(node, flow, claim.other == NONE ? 0 : at.ref(claim.other));
        break;
      }
      case Role::WRITE: {
        const Index node = nodes_->find(nodeOf(at, claim), model_.states[claim.object].kind, true);
        if (node != NONE) writers_->write(claim.object, node, at.field(claim.key[0]), at.ev, at.time);
        break;
      }
      default: break;
    }
  }
}

void Edges::add(const Happening& at, const catalog::Claim& claim, Cause cause, Channel channel, uint64_t nodePlusOne, uint64_t via) {
  if (cause.ev == 0) return;
  Found found{cause, channel, model_.edgeRule(channel, claim.object), 0, 0, via, claim.minCycles.has_value(), nodePlusOne != 0,
              channel == Channel::VALUE || channel == Channel::SPECULATION || channel == Channel::STATE};
  if (found.hasNode) found.node = model_.nodes[nodePlusOne - 1].id;
  if (found.hasWmin) {
    const Index place = model_.nodeIndex(nodeOf(at, claim));
    const uint64_t period = place == NONE ? model_.refPeriod : model_.clocks[model_.nodes[place].clock].period;
    found.wmin = *claim.minCycles * period;
  }
  found_.push_back(found);
}

void Edges::missing(const Happening& at, const catalog::Claim& claim, const char* code, bool expected) {
  // What came before the window, or while a domain was off, is not there to be found; only
  // a capture of everything from the very start can call it a mistake.
  const bool sure = fromStart_ && sawEverything();
  expected = expected || std::string_view(code) == "first_touch";
  const schema::Severity severity = expected ? schema::Severity::INFO
                                    : sure   ? schema::Severity::ERROR
                                             : schema::Severity::WARNING;
  std::string object = at.event->name;
  switch (claim.role) {
    case Role::CONSUME: case Role::REFER: object += " " + model_.namespaces[claim.object]; break;
    case Role::GRANT: object += " " + model_.arbiterKinds[claim.object]; break;
    case Role::READ: object += " " + model_.states[claim.object].name; break;
    default: object += " " + model_.tenancies[claim.object].name;
  }
  diagnostics_.count(code, object, severity, at.ev);
}

// The last arrival binds, unless the flow's own past arrived later.
void Edges::write(const Happening& at, uint64_t prevGap, bool hasPrev) {
  std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
    return a.cause.ev != b.cause.ev ? a.cause.ev < b.cause.ev : a.rule < b.rule;
  });
  const auto arrival = [](const Found& edge) { return std::pair(edge.cause.time + edge.wmin, edge.cause.ev); };
  const Found* last = &found_.front();
  for (const Found& edge : found_) {
    if (arrival(edge) > arrival(*last)) last = &edge;
  }
  const bool binds = !hasPrev || last->cause.time + last->wmin >= at.time - prevGap;
  for (const Found& edge : found_) {
    edgeRows_->putAll(nextEdge_++, edge.cause.ev, at.ev, static_cast<uint64_t>(edge.channel), edge.rule, at.time - edge.cause.time);
    edge.hasWmin ? edgeRows_->put(edge.wmin) : edgeRows_->putNull();
    edgeRows_->put(&edge == last && binds ? 1 : 0);
    edge.hasNode ? edgeRows_->put(edge.node) : edgeRows_->putNull();
    edge.hasVia ? edgeRows_->put(edge.via) : edgeRows_->putNull();
    edgeRows_->endRow();
  }
}

void Edges::rows(mfir::RowBatch&& batch) {
  if (batch.table == "flows") closings_.add(batch);
  Pass::rows(std::move(batch));
}

bool Edges::sawEverything() const {
  return !domainShut_ && std::all_of(model_.nodes.begin(), model_.nodes.end(), [&](const catalog::Node& node) {
    return node.domain.empty() || openedAtStart_.contains(node.domain);
  });
}

void Edges::gate(const mfir::Gate& gate) {
  if (gate.fromStart) {
    fromStart_ = true;
    openedAtStart_.insert(gate.open.begin(), gate.open.end());
  }
  if (!gate.roi && !gate.shut.empty()) domainShut_ = true;
  for (Index i = 0; !gate.roi && i < model_.nodes.size(); ++i) {
    const bool opens = std::find(gate.open.begin(), gate.open.end(), model_.nodes[i].domain) != gate.open.end();
    if (opens) occupancies_->restart(i);
  }
  out_.gate(gate);
}

void Edges::finish(mfir::End&) { edgeRows_->flush(); }

}  // namespace mf::passes
