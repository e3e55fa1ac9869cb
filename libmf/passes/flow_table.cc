#include "libmf/passes/flow_table.h"

#include <algorithm>

namespace mf::passes {

FlowTable::FlowTable(const catalog::Model& model) : model_(model), spaces_(model.flowKinds.size()), closed_(model.flowKinds.size()) {
  for (size_t i = 0; i < spaces_.size(); ++i) spaces_[i].perCore = model.flowKinds[i].perCore;
}

// Sixteen cores' worth of room above a key: simulators count from 0.
uint64_t FlowTable::scoped(const Space& space, int core, uint64_t key) {
  return space.perCore ? key ^ static_cast<uint64_t>(core + 1) << 56 : key;
}

Flow* FlowTable::find(uint32_t keySpace, int core, uint64_t key) {
  Space& space = spaces_[keySpace];
  const auto found = space.byKey.find(scoped(space, core, key));
  return found == space.byKey.end() ? nullptr : found->second.get();
}

Flow& FlowTable::open(uint32_t kind, int core, uint64_t key) {
  Space& space = spaces_[model_.flowKinds[kind].keySpace];
  std::unique_ptr<Flow>& place = space.byKey[scoped(space, core, key)];
  auto flow = std::make_unique<Flow>();
  if (place != nullptr) {
    flow->incarnation = place->incarnation + 1;
    forgotten_.push_back(std::move(place));
  }
  flow->id = nextId_++;
  flow->kind = kind;
  flow->key = key;
  flow->core = core;
  place = std::move(flow);
  ++live_;
  return *place;
}

void FlowTable::close(Flow& flow) {
  flow.closed = true;
  --live_;
  const catalog::FlowKind& kind = model_.flowKinds[flow.kind];
  Space& space = spaces_[kind.keySpace];
  auto& closed = closed_[flow.kind];
  closed.emplace_back(scoped(space, flow.core, flow.key), flow.id);
  flow.columns = {};
  flow.set = {};
  if (closed.size() <= kind.retain) return;
  const auto [key, id] = closed.front();
  closed.pop_front();
  const auto found = space.byKey.find(key);
  if (found == space.byKey.end() || found->second->id != id) return;
  forgotten_.push_back(std::move(found->second));
  space.byKey.erase(found);
}

std::vector<Flow*> FlowTable::open() {
  std::vector<Flow*> flows;
  for (Space& space : spaces_) {
    for (auto& [key, flow] : space.byKey) {
      if (!flow->closed) flows.push_back(flow.get());
    }
  }
  std::sort(flows.begin(), flows.end(), [](const Flow* a, const Flow* b) { return a->id < b->id; });
  return flows;
}

}  // namespace mf::passes
