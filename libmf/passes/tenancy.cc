#include "libmf/passes/tenancy.h"

#include <algorithm>

#include "libmf/base/text.h"

namespace mf::passes {

using catalog::Index;
using catalog::NONE;
using schema::Role;

namespace {

bool isOccupancy(Role role) {
  return role == Role::ACQUIRE || role == Role::COALESCE || role == Role::RELEASE || role == Role::STALL || role == Role::USE;
}

bool isArbitration(Role role) { return role == Role::GRANT || role == Role::DENY; }

}  // namespace

void Tenancies::begin() {
  nodes_ = std::make_unique<ClaimNodes>(model_);
  words_ = Words(model_);
  occupancies_.resize(model_.nodes.size());
  tenancyRows_ = std::make_unique<Table>(
      "tenancies",
      std::vector<std::string>{"ten", "node", "slot", "flow", "role", "owner_ten", "ev_acq", "ev_rel", "t_acq", "t_rel", "occ", "rel_reason", "flags"},
      held_, counts_);
  residencies_ = std::make_unique<Residencies>(model_, held_, counts_);
  waits_ = std::make_unique<Waits>(model_, held_, counts_);
  sites_.resize(model_.events.size());
  for (const catalog::Site& site : model_.sites) sites_[site.event].push_back(&site);
  for (const catalog::Event& event : model_.events) {
    std::vector<Rule>& rules = rules_.emplace_back();
    for (const catalog::Claim& claim : event.claims) {
      Rule& rule = rules.emplace_back();
      if (!isOccupancy(claim.role)) continue;
      const catalog::Tenancy& tenancy = model_.tenancies[claim.object];
      rule.slot = event.find(tenancy.slot);
      rule.reason = event.find(tenancy.reason);
      if (!tenancy.residency) continue;
      rule.residency = {event.find(claim.role == Role::USE ? tenancy.useLine : tenancy.line), event.find(tenancy.set), event.find(tenancy.way),
                        event.find(tenancy.byPrefetch), event.find(tenancy.evictReason)};
    }
  }
}

void Tenancies::events(mfir::EventBatch&& batch) {
  if (!shut_.empty() && batch.count > 0) {   // a domain went off and the run goes on
    live_.each([&](uint64_t, Tenant& tenant) {
      if (shut_.count(model_.nodes[tenant.node].domain) != 0) tenant.flags |= COVERAGE_GAP;
    });
    shut_.clear();
  }
  batch.tenancy.assign(batch.count, 0);
  Happening at;
  for (mfir::Cursor cursor(batch); cursor.next();) {
    closings_.due(cursor.ev(), [this](uint64_t flow) { waits_->closed(flow); });
    if (model_.events[cursor.type()].claims.empty() && sites_[cursor.type()].empty()) continue;
    at.moveTo(cursor, model_);
    if (sweeping_ && !at.snapshot) sweep(at);
    at.readRefs();
    take(at, cursor.flow(), batch.tenancy[cursor.index()]);
  }
  maxInflight_ = std::max(maxInflight_, static_cast<uint64_t>(live_.size() + waits_->openCount()));
  handOn(std::move(batch));
}

void Tenancies::countDecisions(const Happening& at) {
  madeDecision_ = false;
  for (const catalog::Site* site : sites_[at.type]) {
    if (!at.holds(site->when)) continue;
    ++decisions_;
    madeDecision_ = true;
  }
}

void Tenancies::take(const Happening& at, uint64_t own, uint64_t& began) {
  countDecisions(at);
  for (const catalog::Claim& claim : at.event->claims) {
    if (!isOccupancy(claim.role) && !isArbitration(claim.role)) continue;
    if (!at.holds(claim.when)) continue;
    const bool held = isOccupancy(claim.role);
    const std::string& kind = held ? model_.tenancies[claim.object].kind : model_.arbiterKinds[claim.object];
    const Index node = nodes_->find(nodeOf(at, claim), kind, held);
    if (node == NONE) {
      if (held) diagnostics_.count("no_node", cat(at.event->name, " on ", kind), schema::Severity::ERROR, at.ev, cat("node ", nodeOf(at, claim)));
      continue;
    }
    const uint64_t flow = flowOf(at, claim, own);
    switch (claim.role) {
      case Role::ACQUIRE:
        began = acquire(at, claim, flow, node);
        waits_->granted(at, flow, node);
        break;
      case Role::COALESCE: {
        const uint64_t ten = coalesce(at, claim, flow, node);
        if (began == 0) began = ten;
        waits_->granted(at, flow, node);
        break;
      }
      case Role::RELEASE: release(at, claim, flow, node); break;
      case Role::USE: residencies_->use(at, rule(at, claim).residency, flow, node); break;
      case Role::STALL:
        if (flow != 0) waits_->refused(at, flow, node, Why::FULL, 0);
        break;
      case Role::DENY:
        if (flow != 0 && !claim.order) waits_->refused(at, flow, node, Why::ARBITRATION, claim.other == NONE ? 0 : at.ref(claim.other));
        break;
      case Role::GRANT: waits_->granted(at, flow, node); break;
      default: break;
    }
  }
}

const Tenancies::Rule& Tenancies::rule(const Happening& at, const catalog::Claim& claim) const {
  return rules_[at.type][static_cast<size_t>(&claim - at.event->claims.data())];
}

// A line's entry is numbered by set and way.
uint64_t Tenancies::slotOf(const Happening& at, const catalog::Claim& claim, const catalog::Tenancy& tenancy, Index node, bool& has) const {
  const Rule& fields = rule(at, claim);
  if (tenancy.residency && fields.residency.set != NONE && fields.residency.way != NONE) {
    has = true;
    return at.field(fields.residency.set) * std::max<uint64_t>(model_.nodes[node].ways, 1) + at.field(fields.residency.way);
  }
  has = fields.slot != NONE;
  return has ? at.field(fields.slot) : 0;
}

Tenant& Tenancies::begin(const Happening& at, uint64_t flow, Index node) {
  Tenant& tenant = live_[nextTen_];
  tenant.ten = nextTen_++;
  tenant.flow = flow;
  tenant.node = node;
  tenant.evAcq = at.ev;
  tenant.tAcq = at.time;
  tenant.flags = at.snapshot ? OPEN_AT_START : 0;
  return tenant;
}

// A flow rarely has two tenancies of one node: the chain is walked to its end.
void Tenancies::appendToFlow(Tenant& tenant) {
  tenant.byFlow = true;
  uint64_t& first = occupancies_[tenant.node].byFlow[tenant.flow];
  if (first == 0) {
    first = tenant.ten;
    return;
  }
  Tenant* last = live_.find(first);
  while (last->next != 0) last = live_.find(last->next);
  last->next = tenant.ten;
}

uint64_t Tenancies::acquire(const Happening& at, const catalog::Claim& claim, uint64_t flow, Index node) {
  const catalog::Tenancy& tenancy = model_.tenancies[claim.object];
  Occupancy& held = occupancies_[node];
  if (sweeping_) {
    const uint64_t known = dumpedAgain(at, claim, flow, node);
    if (known != 0) return 0;
  }
  Tenant& tenant = begin(at, flow, node);
  tenant.occ = held.live++;
  tenant.slot = slotOf(at, claim, tenancy, node, tenant.hasSlot);
  if (tenant.hasSlot) {
    uint64_t& holder = held.bySlot[tenant.slot];
    if (holder != 0) count("acquire_of_held_slot", at, node);
    holder = tenant.ten;
  }
  // Numbered or not: whoever joins names the flow. Nobody joins a line, and one flow
  // stands for all that were there before the window.
  if (!tenancy.residency || !tenant.hasSlot) appendToFlow(tenant);
  if (tenancy.residency) residencies_->fill(at, rule(at, claim).residency, tenant.ten, node);
  return tenant.ten;
}

uint64_t Tenancies::coalesce(const Happening& at, const catalog::Claim& claim, uint64_t flow, Index node) {
  const uint64_t* found = occupancies_[node].byFlow.find(at.ref(claim.other));
  if (at.ref(claim.other) == 0 || found == nullptr) {
    count("merge_without_owner", at, node);
    return 0;
  }
  const Tenant* named = live_.find(*found);
  const uint64_t owner = named->owner != 0 ? named->owner : named->ten;   // it may wait in another's entry itself
  Tenant& tenant = begin(at, flow, node);
  tenant.owner = owner;
  appendToFlow(tenant);
  const uint64_t ten = tenant.ten;
  live_.find(owner)->joiners.push_back(ten);
  return ten;
}

void Tenancies::release(const Happening& at, const catalog::Claim& claim, uint64_t flow, Index node) {
  const catalog::Tenancy& tenancy = model_.tenancies[claim.object];
  Occupancy& held = occupancies_[node];
  bool hasSlot = false;
  const uint64_t slot = slotOf(at, claim, tenancy, node, hasSlot);
  const uint64_t* found = hasSlot ? held.bySlot.find(slot) : held.byFlow.find(flow);
  if (found == nullptr) {
    count("release_without_acquire", at, node);
    return;
  }
  const Tenant tenant = takeOut(*found);
  if (tenant.owner == 0 && !tenant.stale) --held.live;
  const uint64_t reason = reasonWord(at, claim);
  write(tenant, at.ev, at.time, reason);
  releaseJoiners(tenant, at, reason);
  if (tenancy.residency) residencies_->evict(at, rule(at, claim).residency, tenant.ten, flow, madeDecision_ ? decisions_ : 0);
}

Tenant Tenancies::takeOut(uint64_t ten) {
  Tenant tenant = std::move(*live_.find(ten));
  live_.erase(ten);
  Occupancy& held = occupancies_[tenant.node];
  if (tenant.hasSlot) {
    const uint64_t* holder = held.bySlot.find(tenant.slot);
    if (holder != nullptr && *holder == ten) held.bySlot.erase(tenant.slot);
  }
  if (!tenant.byFlow) return tenant;
  uint64_t& first = held.byFlow[tenant.flow];
  if (first == ten) {
    first = tenant.next;
    if (first == 0) held.byFlow.erase(tenant.flow);
    return tenant;
  }
  Tenant* before = live_.find(first);
  while (before->next != ten) before = live_.find(before->next);
  before->next = tenant.next;
  return tenant;
}

void Tenancies::releaseJoiners(const Tenant& owner, const Happening& at, uint64_t reason) {
  for (const uint64_t ten : owner.joiners) {
    if (live_.find(ten) != nullptr) write(takeOut(ten), at.ev, at.time, reason);
  }
}

uint64_t Tenancies::reasonWord(const Happening& at, const catalog::Claim& claim) {
  const Index field = rule(at, claim).reason;
  if (field == NONE || at.event->fields[field].enumeration == NONE) return 0;
  const auto& words = model_.enums[at.event->fields[field].enumeration].words;
  return at.field(field) < words.size() ? words_.code(words[at.field(field)]) : 0;
}

void Tenancies::write(const Tenant& tenant, uint64_t evRel, uint64_t tRel, uint64_t reason) {
  Table& rows = *tenancyRows_;
  rows.putAll(tenant.ten, model_.nodes[tenant.node].id);
  tenant.hasSlot ? rows.put(tenant.slot) : rows.putNull();
  rows.putAll(tenant.flow, tenant.owner == 0 ? 0 : 1);
  rows.putOrNull(tenant.owner);
  rows.put(tenant.evAcq);
  rows.putOrNull(evRel);
  rows.put(tenant.tAcq);
  evRel == 0 ? rows.putNull() : rows.put(tRel);
  tenant.owner == 0 ? rows.put(tenant.occ) : rows.putNull();
  rows.putAll(reason, tenant.flags);
  rows.endRow();
}

void Tenancies::count(const std::string& code, const Happening& at, Index node) {
  diagnostics_.count(code, cat(at.event->name, " at ", model_.nodes[node].kind), snapshotSeen_ ? schema::Severity::ERROR : schema::Severity::WARNING,
                     at.ev, model_.nodes[node].name);
}

// Rows of resolve, watched: a closed flow waits no more.
void Tenancies::rows(mfir::RowBatch&& batch) {
  if (batch.table == "flows") closings_.add(batch);
  Pass::rows(std::move(batch));
}

void Tenancies::gate(const mfir::Gate& gate) {
  if (gate.snapshot) snapshotSeen_ = true;
  if (!gate.roi) shut_.insert(gate.shut.begin(), gate.shut.end());
  if (!gate.roi && !gate.open.empty()) markStale(gate.open);
  out_.gate(gate);
}

// Tenancies at nodes of a domain that was off: what the dump of its live state does not
// name was released unseen.
void Tenancies::markStale(const std::vector<std::string>& domains) {
  live_.each([&](uint64_t, Tenant& tenant) {
    if (std::find(domains.begin(), domains.end(), model_.nodes[tenant.node].domain) == domains.end()) return;
    if (tenant.owner == 0 && !tenant.stale) --occupancies_[tenant.node].live;
    tenant.stale = true;
    sweeping_ = true;
  });
}

// The live tenancy that a dumped acquire names once more, 0 none. An entry that holds
// something else now was released, and taken again, unseen.
uint64_t Tenancies::dumpedAgain(const Happening& at, const catalog::Claim& claim, uint64_t flow, Index node) {
  const catalog::Tenancy& tenancy = model_.tenancies[claim.object];
  bool hasSlot = false;
  const uint64_t slot = slotOf(at, claim, tenancy, node, hasSlot);
  const uint64_t* found = hasSlot ? occupancies_[node].bySlot.find(slot) : occupancies_[node].byFlow.find(flow);
  for (Tenant* tenant = found == nullptr ? nullptr : live_.find(*found); tenant != nullptr; tenant = live_.find(tenant->next)) {
    const bool same = tenancy.residency ? residencies_->lineOf(tenant->ten) == at.field(rule(at, claim).residency.line) : tenant->flow == flow;
    if (tenant->stale && same) {
      tenant->stale = false;
      if (tenant->owner == 0) ++occupancies_[node].live;
      return tenant->ten;
    }
  }
  if (hasSlot && found != nullptr) releaseUnseen(*found, at);
  return 0;
}

void Tenancies::releaseUnseen(uint64_t ten, const Happening& at) {
  Tenant tenant = takeOut(ten);
  tenant.flags |= COVERAGE_GAP;
  if (tenant.owner == 0 && !tenant.stale) --occupancies_[tenant.node].live;
  write(tenant, at.ev, at.time, words_.code("unseen"));
  for (const uint64_t joiner : tenant.joiners) {
    if (live_.find(joiner) != nullptr) releaseUnseen(joiner, at);
  }
  residencies_->forget(tenant.ten, at.ev);
}

void Tenancies::sweep(const Happening& at) {
  sweeping_ = false;
  std::vector<uint64_t> unseen;
  live_.each([&](uint64_t ten, const Tenant& tenant) {
    if (tenant.stale) unseen.push_back(ten);
  });
  std::sort(unseen.begin(), unseen.end());
  for (const uint64_t ten : unseen) {
    if (live_.find(ten) != nullptr) releaseUnseen(ten, at);
  }
}

void Tenancies::finish(mfir::End&) {
  std::vector<uint64_t> left;
  live_.each([&](uint64_t ten, const Tenant&) { left.push_back(ten); });
  std::sort(left.begin(), left.end());
  for (const uint64_t ten : left) {
    Tenant& tenant = *live_.find(ten);
    tenant.flags |= OPEN_AT_END;
    write(tenant, 0, 0, 0);
  }
  residencies_->finish();
  waits_->finish();
  tenancyRows_->flush();
}

}  // namespace mf::passes
