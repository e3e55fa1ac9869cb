#include "libmf/passes/lifecycle.h"

#include <algorithm>

namespace mf::passes {

using catalog::Index;
using catalog::NONE;

Lifecycle::Lifecycle(const catalog::Model& model) : model_(model), opens_(model.events.size()) {
  const size_t events = model.events.size();
  for (uint32_t k = 0; k < model.flowKinds.size(); ++k) {
    const catalog::FlowKind& kind = model.flowKinds[k];
    closes_.emplace_back(events);
    updates_.emplace_back(events);
    for (const catalog::Open& open : kind.opens) opens_[open.event].emplace_back(k, &open);
    for (const catalog::Close& close : kind.closes) closes_[k][close.event].push_back(&close);
    addUpdates(k, kind, 0, nullptr);
    cells_.push_back(kind.columns.size());
    if (const catalog::FlowKind* base = baseTable(k)) {
      addUpdates(k, *base, kind.columns.size(), &kind);
      cells_.back() += base->columns.size();
    }
  }
}

const catalog::FlowKind* Lifecycle::baseTable(uint32_t kind) const {
  const catalog::FlowKind& own = model_.flowKinds[kind];
  return own.alsoBase && own.base != kind ? &model_.flowKinds[own.base] : nullptr;
}

// `unless`: columns of the base that the kind fills under the same name are not filled twice.
void Lifecycle::addUpdates(uint32_t kind, const catalog::FlowKind& table, size_t offset, const catalog::FlowKind* unless) {
  for (size_t c = 0; c < table.columns.size(); ++c) {
    const catalog::Column& column = table.columns[c];
    if (column.builtin == catalog::Builtin::DECISION) continue;
    if (unless != nullptr && std::any_of(unless->columns.begin(), unless->columns.end(), [&](const auto& own) { return own.name == column.name; })) continue;
    for (const catalog::Source& source : column.sources) {
      updates_[kind][source.event].push_back({static_cast<uint32_t>(offset + c), &source, column.keepLast});
    }
  }
}

Index Lifecycle::opens(const Happening& at) const {
  for (const auto& [kind, open] : opens_[at.type]) {
    if (at.holds(open->when)) return kind;
  }
  return NONE;
}

const catalog::Close* Lifecycle::closes(const Happening& at, uint32_t kind) const {
  for (const catalog::Close* close : closes_[kind][at.type]) {
    if (at.holds(close->when)) return close;
  }
  return nullptr;
}

uint64_t Lifecycle::parent(const Happening& at, uint32_t kind) const {
  for (const auto& [event, field] : model_.flowKinds[kind].parents) {
    if (event == at.type && at.ref(field) != 0) return at.ref(field);
  }
  return 0;
}

void Lifecycle::update(const Happening& at, Flow& flow) const {
  for (const Update& update : updates_[flow.kind][at.type]) {
    const bool counts = update.source->take == schema::Take::COUNT;
    if (!counts && !update.keepLast && flow.has(update.cell)) continue;
    if (!at.holds(update.source->when)) continue;
    uint64_t value = 0;
    switch (update.source->take) {
      case schema::Take::FIELD: value = at.field(update.source->field); break;
      case schema::Take::TIME: value = at.time; break;
      case schema::Take::EV: value = at.ev; break;
      case schema::Take::NODE: value = at.node(); break;
      case schema::Take::COUNT: value = flow.columns[update.cell] + 1; break;
      case schema::Take::FLOW: value = at.ref(update.source->field); break;
    }
    // Times and events of a snapshot are those of the dump, not of what happened.
    const bool unknown = at.snapshot && (update.source->take == schema::Take::TIME || update.source->take == schema::Take::EV || counts);
    if (unknown || (update.source->take == schema::Take::FLOW && value == 0)) continue;
    flow.put(update.cell, value);
  }
}

}  // namespace mf::passes
