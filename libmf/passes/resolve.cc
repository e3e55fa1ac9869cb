#include "libmf/passes/resolve.h"

#include <algorithm>

#include "libmf/base/text.h"

namespace mf::passes {

using catalog::Builtin;
using catalog::Index;
using catalog::NONE;

void Resolve::begin() {
  flows_ = std::make_unique<FlowTable>(model_);
  lifecycle_ = std::make_unique<Lifecycle>(model_);
  words_ = Words(model_);
  decisions_ = std::make_unique<Decisions>(model_, held_, counts_, words_);
  episodes_ = std::make_unique<Episodes>(model_, held_, counts_);
  epochs_ = std::make_unique<Epochs>(model_, held_, counts_);
  streams_ = std::make_unique<RetiredStreams>(held_, counts_);
  instKind_ = model_.flowKind("inst");
  flowRows_ = std::make_unique<Table>("flows",
                                      std::vector<std::string>{"flow", "kind", "key", "incarnation", "parent", "inst", "core", "thread", "ev_open",
                                                               "ev_close", "t_open", "t_close", "close_reason", "flags"},
                                      held_, counts_);
  for (const catalog::FlowKind& kind : model_.flowKinds) {
    std::vector<std::string> columns{"flow", "core", "thread"};
    Cells& cells = cells_.emplace_back();
    for (size_t c = 0; c < kind.columns.size(); ++c) {
      columns.push_back(kind.columns[c].name);
      if (kind.columns[c].name == "pc") cells.pc = c;
      if (kind.columns[c].builtin == Builtin::RETIRE_IDX) cells.retireIdx = c;
      if (kind.columns[c].builtin == Builtin::UOP) cells.uop = c;
      if (kind.columns[c].builtin == Builtin::LAST_UOP) cells.more = c;
      if (kind.columns[c].builtin == Builtin::EPOCH) cells.epoch = c;
      if (kind.columns[c].builtin == Builtin::DECISION) cells.decision = c;
    }
    kindRows_.push_back(kind.table.empty() ? nullptr : std::make_unique<Table>(kind.table, columns, held_, counts_));
  }
  for (const catalog::FlowKind& kind : model_.flowKinds) {
    const std::string domain = kind.opens.empty() ? "" : model_.events[kind.opens.front().event].domain;
    kindDomain_.push_back(domain == "node" ? "cache" : domain);
  }
  for (const catalog::Event& event : model_.events) retiring_.push_back(event.stage == "commit");
}

void Resolve::events(mfir::EventBatch&& batch) {
  if (!shut_.empty() && batch.count > 0) {   // a domain went off and the run goes on
    for (Flow* flow : flows_->open()) {
      if (shut_.count(kindDomain_[flow->kind]) != 0) flow->flags |= COVERAGE_GAP;
    }
    shut_.clear();
  }
  batch.flow.resize(batch.count);
  batch.prev.resize(batch.count);
  batch.prevGap.resize(batch.count);
  for (mfir::EventGroup& group : batch.groups) group.refs.assign(model_.events[group.type].keyCount, mfir::Values(group.count));
  Happening at;
  for (mfir::Cursor cursor(batch); cursor.next();) {
    at.moveTo(cursor, model_);
    const uint32_t i = cursor.index();
    take(at, batch.flow[i], batch.prev[i], batch.prevGap[i]);
    mfir::EventGroup& group = batch.groups[cursor.groupIndex()];
    for (size_t k = 0; k < at.refs.size(); ++k) group.refs[k][at.row] = at.refs[k];
  }
  maxInflight_ = std::max(maxInflight_, static_cast<uint64_t>(flows_->liveCount()));
  handOn(std::move(batch));
}

void Resolve::take(Happening& at, uint64_t& flowId, uint64_t& prev, uint64_t& prevGap) {
  const Index node = model_.nodeIndex(at.node());
  at.core = node == NONE ? -1 : model_.nodes[node].core;
  if (node == NONE && at.event->node != NONE && at.node() != 0) {
    diagnostics_.count("unknown_node", at.event->name, schema::Severity::ERROR, at.ev, cat("node ", at.node()));
  }
  if (sweeping_ && !at.snapshot) sweep(at);
  resolveRefs(at);
  Flow* flow = nullptr;
  Named* closed = nullptr;
  const uint64_t id = ownFlow(at, flow, closed);
  if (at.event->flow != NONE) at.refs[at.event->fields[at.event->flow].ref] = id;
  flowId = id;
  if (flow != nullptr) flow->stale = false;
  if (id != 0) {
    uint64_t& lastEv = flow != nullptr ? flow->lastEv : closed->lastEv;
    uint64_t& lastTime = flow != nullptr ? flow->lastTime : closed->lastTime;
    prev = lastEv == 0 ? 0 : at.ev - lastEv;
    prevGap = lastEv == 0 ? 0 : at.time - lastTime;
    lastEv = at.ev;
    lastTime = at.time;
  }
  decisions_->take(at, id);
  episodes_->take(at, id);
  const uint64_t epoch = epochs_->take(at, id, at.refs);
  if (flow == nullptr || flow == &carried_) return;
  lifecycle_->update(at, *flow);
  const Cells& cells = cells_[flow->kind];
  if (epoch != 0 && cells.epoch != SIZE_MAX) {
    flow->put(cells.epoch, epoch);
    flow->flags |= SQUASHED;
  }
  if (cells.decision != SIZE_MAX) {
    const catalog::Source& serial = model_.flowKinds[flow->kind].columns[cells.decision].sources.front();
    if (serial.event == at.type) flow->put(cells.decision, decisions_->bySerial(at.field(serial.field)));
  }
  if (retiring_[at.type] && !at.snapshot) retire(*flow);
  if (const catalog::Close* close = lifecycle_->closes(at, flow->kind)) {
    std::string reason = close->reason;
    if (close->field != NONE) {
      const catalog::Field& field = at.event->fields[close->field];
      const uint64_t value = at.field(close->field);
      if (field.enumeration != NONE && value < model_.enums[field.enumeration].words.size()) {
        reason = model_.enums[field.enumeration].words[value];
      }
    }
    closeFlow(*flow, at, reason);
    epochs_->closed(id, epoch);
  }
}

void Resolve::resolveRefs(Happening& at) {
  at.refs.assign(at.event->keyCount, 0);
  refNames_.resize(at.event->keyCount);
  for (Index i = 0; i < at.event->fields.size(); ++i) {
    const catalog::Field& field = at.event->fields[i];
    if (field.type != schema::ValueType::KEY || field.flow || at.field(i) == 0) continue;
    const Named* named = flows_->find(model_.flowKinds[field.flowKind].keySpace, at.core, at.field(i));
    if (named == nullptr) {
      diagnostics_.count("unknown_reference", cat(at.event->name, ".", field.name), schema::Severity::INFO, at.ev, cat("key ", at.field(i)));
      continue;
    }
    at.refs[field.ref] = named->id;
    refNames_[field.ref] = *named;
  }
}

// The event's flow, opened if the event opens it: `live`, or `closed`, since a flow may
// be spoken of after its end: a store leaves its queue after it retired.
uint64_t Resolve::ownFlow(const Happening& at, Flow*& live, Named*& closed) {
  if (at.event->flow == NONE) return 0;
  const uint64_t key = at.field(at.event->flow);
  if (key == 0 && !at.snapshot) return 0;
  if (key == 0) {
    live = &carried(at);
    return live->id;
  }
  const Index opened = lifecycle_->opens(at);
  if (opened != NONE) {
    live = openFlow(at, opened);
    return live->id;
  }
  Named* named = flows_->find(model_.flowKinds[at.event->flowKind].keySpace, at.core, key);
  if (named != nullptr) {
    live = named->live;
    closed = named;
    return named->id;
  }
  // Born while a domain that bears such flows was off, or dumped: no mistake.
  const bool unseen = at.snapshot || (!openDomains_.empty() && isSomeBirthUnseen(at.event->flowKind));
  diagnostics_.count("orphan_event", at.event->name, unseen ? schema::Severity::INFO : prefixSeverity(), at.ev,
                     cat("key ", key, " names no flow"));
  live = openFlow(at, at.event->flowKind);
  live->flags |= SYNTH_OPEN;
  return live->id;
}

// Of the kinds whose flows share this one's keys, is one recorded by a domain that is off?
bool Resolve::isSomeBirthUnseen(Index kind) const {
  for (Index i = 0; i < model_.flowKinds.size(); ++i) {
    const bool alike = model_.flowKinds[i].keySpace == model_.flowKinds[kind].keySpace;
    if (alike && !kindDomain_[i].empty() && openDomains_.count(kindDomain_[i]) == 0) return true;
  }
  return false;
}

Flow* Resolve::openFlow(const Happening& at, uint32_t kind) {
  const catalog::FlowKind& rule = model_.flowKinds[kind];
  const uint64_t key = at.field(at.event->flow);
  const Named* before = flows_->find(rule.keySpace, at.core, key);
  if (before != nullptr && before->live != nullptr && at.snapshot) return before->live;   // dumped again
  if (before != nullptr && before->live != nullptr) {
    before->live->flags |= KEY_REUSED;
    diagnostics_.count("key_reused", rule.name, rule.reuseIsError ? schema::Severity::ERROR : schema::Severity::INFO, at.ev,
                       cat("key ", key, " of a live flow opens again"));
    closeFlow(*before->live, at, "key_reused");
  }
  Flow& flow = flows_->open(kind, at.core, key);
  flow.evOpen = at.ev;
  flow.tOpen = at.time;
  flow.thread = at.thread;
  flow.columns.assign(lifecycle_->cells(kind), 0);
  if (at.snapshot) flow.flags |= OPEN_AT_START;
  flow.parent = lifecycle_->parent(at, kind);
  flow.inst = kind == instKind_ ? flow.id : 0;
  for (size_t k = 0; flow.parent != 0 && k < at.refs.size(); ++k) {
    if (at.refs[k] != flow.parent) continue;
    flow.inst = refNames_[k].inst;
    if (flow.core < 0) flow.core = refNames_[k].core;
    break;
  }
  flows_->settle(flow);
  return &flow;
}

// One flow stands for all that was there before the window and has no identity.
Flow& Resolve::carried(const Happening& at) {
  if (carried_.id == 0) {
    carried_.id = flows_->takeId();
    carried_.kind = static_cast<uint32_t>(CARRIED_KIND);
    carried_.evOpen = at.ev;
    carried_.tOpen = at.time;
    carried_.flags = OPEN_AT_START;
  }
  return carried_;
}

void Resolve::retire(Flow& flow) {
  const Cells& cells = cells_[flow.kind];
  if (cells.retireIdx == SIZE_MAX) return;
  const auto core = static_cast<size_t>(std::max(flow.core, 0));
  if (retired_.size() <= core) retired_.resize(core + 1);
  Retired& at = retired_[core];
  flow.put(cells.retireIdx, at.instructions);
  if (cells.uop != SIZE_MAX) flow.put(cells.uop, at.uops);
  ++at.uops;
  if (cells.more != SIZE_MAX && flow.columns[cells.more] != 0) return;
  ++at.instructions;
  at.uops = 0;
  ++instsRetired_;
  if (cells.pc != SIZE_MAX) streams_->take(core, flow.columns[cells.pc]);
}

void Resolve::closeFlow(Flow& flow, const Happening& at, const std::string& reason) {
  flow.evClose = at.ev;
  flow.tClose = at.time;
  flow.closeReason = static_cast<uint32_t>(words_.code(reason));
  writeFlow(flow);
  flows_->close(flow);
}

void Resolve::writeFlow(Flow& flow) {
  Table& rows = *flowRows_;
  rows.putAll(flow.id, flow.kind, flow.key, flow.incarnation);
  rows.putOrNull(flow.parent);
  rows.putOrNull(flow.kind == instKind_ ? 0 : flow.inst);
  rows.putAll(std::max(flow.core, 0), flow.thread);
  rows.putOrNull(flow.evOpen);
  rows.putOrNull(flow.evClose);
  rows.put(flow.tOpen);
  flow.evClose == 0 ? rows.putNull() : rows.put(flow.tClose);
  rows.putAll(flow.closeReason, flow.flags);
  rows.endRow();
  if (flow.kind == CARRIED_KIND) return;
  const catalog::FlowKind& kind = model_.flowKinds[flow.kind];
  if (kindRows_[flow.kind] != nullptr) writeKind(flow, kind, 0, nullptr, flow.kind);
  if (const catalog::FlowKind* base = lifecycle_->baseTable(flow.kind)) writeKind(flow, *base, kind.columns.size(), &kind, kind.base);
}

// `preferred`: the kind whose columns of the same name count, for a row in the base's table.
void Resolve::writeKind(const Flow& flow, const catalog::FlowKind& kind, size_t offset, const catalog::FlowKind* preferred, size_t table) {
  Table& rows = *kindRows_[table];
  rows.putAll(flow.id, std::max(flow.core, 0), flow.thread);
  for (size_t c = 0; c < kind.columns.size(); ++c) {
    const catalog::Column* column = &kind.columns[c];
    size_t cell = offset + c;
    if (preferred != nullptr) {
      const auto own = std::find_if(preferred->columns.begin(), preferred->columns.end(), [&](const auto& each) { return each.name == column->name; });
      if (own != preferred->columns.end()) {
        column = &*own;
        cell = static_cast<size_t>(own - preferred->columns.begin());
      }
    }
    switch (column->builtin) {
      case Builtin::LAST_UOP: rows.put(flow.columns[cell] == 0 ? 1 : 0); continue;
      case Builtin::CONSTANT: rows.put(column->constant); continue;
      case Builtin::DECISION: rows.putOrNull(flow.columns[cell]); continue;
      default: break;
    }
    flow.has(cell) || column->required ? rows.put(flow.columns[cell]) : rows.putNull();
  }
  rows.endRow();
}

void Resolve::gate(const mfir::Gate& gate) {
  if (gate.snapshot) snapshotSeen_ = true;
  if (gate.roi && !gate.shut.empty()) episodes_->endCore(gate.core, gate.time);
  if (!gate.roi) {
    for (const std::string& domain : gate.shut) openDomains_.erase(domain);
    openDomains_.insert(gate.open.begin(), gate.open.end());
    shut_.insert(gate.shut.begin(), gate.shut.end());
    if (!gate.open.empty()) markStale(gate.open);
  }
  out_.gate(gate);
}

// Live flows of a domain that was off: whatever the dump of its live state does not name
// came to its end unseen.
void Resolve::markStale(const std::vector<std::string>& domains) {
  for (Flow* flow : flows_->open()) {
    if (std::find(domains.begin(), domains.end(), kindDomain_[flow->kind]) == domains.end()) continue;
    flow->stale = true;
    sweeping_ = true;
  }
}

void Resolve::sweep(const Happening& at) {
  sweeping_ = false;
  for (Flow* flow : flows_->open()) {
    if (!flow->stale) continue;
    flow->flags |= COVERAGE_GAP;
    closeFlow(*flow, at, "unseen");
  }
}

void Resolve::finish(mfir::End& end) {
  episodes_->finish(end.lastTime);
  if (carried_.id != 0) {
    carried_.flags |= OPEN_AT_END;
    writeFlow(carried_);
  }
  for (Flow* flow : flows_->open()) {
    flow->flags |= OPEN_AT_END;
    writeFlow(*flow);
  }
  epochs_->finish();
  streams_->finish();
  decisions_->flush();
  flowRows_->flush();
  for (const auto& table : kindRows_) {
    if (table != nullptr) table->flush();
  }
  end.instsRetired = instsRetired_;
  end.retiredHash = streams_->hash();
}

}  // namespace mf::passes
