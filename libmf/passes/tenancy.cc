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
  batch.tenancy.assign(batch.count, 0);
  Happening at;
  at.batch = &batch;
  at.refs = &refs_;
  for (mfir::Cursor cursor(batch); cursor.next();) {
    closings_.due(cursor.ev(), [this](uint64_t flow) { waits_->closed(flow); });
    const catalog::Event& event = model_.events[cursor.type()];
    if (event.claims.empty() && sites_[cursor.type()].empty()) continue;
    at.group = &cursor.group();
    at.row = cursor.row();
    at.type = cursor.type();
    at.event = &event;
    at.ev = cursor.ev();
    at.time = cursor.time();
    at.snapshot = cursor.snapshot();
    refs_.resize(event.keyCount);
    for (size_t k = 0; k < event.keyCount; ++k) refs_[k] = at.group->refs[k][at.row];
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

uint64_t Tenancies::acquire(const Happening& at, const catalog::Claim& claim, uint64_t flow, Index node) {
  const catalog::Tenancy& tenancy = model_.tenancies[claim.object];
  Occupancy& held = occupancies_[node];
  Tenant tenant;
  tenant.ten = nextTen_++;
  tenant.flow = flow;
  tenant.node = node;
  tenant.evAcq = at.ev;
  tenant.tAcq = at.time;
  tenant.occ = held.live++;
  tenant.flags = at.snapshot ? OPEN_AT_START : 0;
  tenant.slot = slotOf(at, claim, tenancy, node, tenant.hasSlot);
  if (tenant.hasSlot) {
    const auto [before, isNew] = held.bySlot.emplace(tenant.slot, tenant.ten);
    if (!isNew) {
      count("acquire_of_held_slot", at, node);
      before->second = tenant.ten;
    }
  }
  // Numbered or not: whoever joins names the flow. Nobody joins a line, and one flow
  // stands for all that were there before the window.
  if (!tenancy.residency || !tenant.hasSlot) held.byFlow[flow].push_back(tenant.ten);
  if (tenancy.residency) residencies_->fill(at, rule(at, claim).residency, tenant.ten, node);
  const uint64_t ten = tenant.ten;
  live_.emplace(ten, std::move(tenant));
  return ten;
}

uint64_t Tenancies::coalesce(const Happening& at, const catalog::Claim& claim, uint64_t flow, Index node) {
  Occupancy& held = occupancies_[node];
  const auto found = held.byFlow.find(at.ref(claim.other));
  if (at.ref(claim.other) == 0 || found == held.byFlow.end()) {
    count("merge_without_owner", at, node);
    return 0;
  }
  Tenant* owner = &live_.at(found->second.front());
  if (owner->owner != 0) owner = &live_.at(owner->owner);   // it waits in another's entry itself
  Tenant tenant;
  tenant.ten = nextTen_++;
  tenant.flow = flow;
  tenant.node = node;
  tenant.owner = owner->ten;
  tenant.evAcq = at.ev;
  tenant.tAcq = at.time;
  tenant.flags = at.snapshot ? OPEN_AT_START : 0;
  owner->joiners.push_back(tenant.ten);
  held.byFlow[flow].push_back(tenant.ten);
  const uint64_t ten = tenant.ten;
  live_.emplace(ten, std::move(tenant));
  return ten;
}

void Tenancies::release(const Happening& at, const catalog::Claim& claim, uint64_t flow, Index node) {
  const catalog::Tenancy& tenancy = model_.tenancies[claim.object];
  Occupancy& held = occupancies_[node];
  bool hasSlot = false;
  const uint64_t slot = slotOf(at, claim, tenancy, node, hasSlot);
  uint64_t ten = 0;
  if (hasSlot) {
    const auto found = held.bySlot.find(slot);
    if (found != held.bySlot.end()) ten = found->second;
  } else if (const auto found = held.byFlow.find(flow); found != held.byFlow.end()) {
    ten = found->second.front();
  }
  if (ten == 0) {
    count("release_without_acquire", at, node);
    return;
  }
  const Tenant tenant = std::move(live_.at(ten));
  live_.erase(ten);
  forget(tenant);
  if (tenant.owner == 0) --held.live;
  const uint64_t reason = reasonWord(at, claim);
  write(tenant, at.ev, at.time, reason);
  releaseJoiners(tenant, at, reason);
  if (tenancy.residency) residencies_->evict(at, rule(at, claim).residency, ten, flow, madeDecision_ ? decisions_ : 0);
}

void Tenancies::forget(const Tenant& tenant) {
  Occupancy& held = occupancies_[tenant.node];
  if (tenant.hasSlot) {
    const auto found = held.bySlot.find(tenant.slot);
    if (found != held.bySlot.end() && found->second == tenant.ten) held.bySlot.erase(found);
  }
  const auto found = held.byFlow.find(tenant.flow);
  if (found == held.byFlow.end()) return;
  std::erase(found->second, tenant.ten);
  if (found->second.empty()) held.byFlow.erase(found);
}

void Tenancies::releaseJoiners(const Tenant& owner, const Happening& at, uint64_t reason) {
  for (const uint64_t ten : owner.joiners) {
    const auto found = live_.find(ten);
    if (found == live_.end()) continue;
    const Tenant joiner = std::move(found->second);
    live_.erase(found);
    forget(joiner);
    write(joiner, at.ev, at.time, reason);
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
  if (!gate.roi && !gate.shut.empty()) {
    for (auto& [ten, tenant] : live_) tenant.flags |= COVERAGE_GAP;
  }
  out_.gate(gate);
}

void Tenancies::finish(mfir::End&) {
  std::vector<uint64_t> left;
  for (const auto& [ten, tenant] : live_) left.push_back(ten);
  std::sort(left.begin(), left.end());
  for (const uint64_t ten : left) {
    live_.at(ten).flags |= OPEN_AT_END;
    write(live_.at(ten), 0, 0, 0);
  }
  residencies_->finish();
  waits_->finish();
  tenancyRows_->flush();
}

}  // namespace mf::passes
