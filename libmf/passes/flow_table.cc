#include "libmf/passes/flow_table.h"

#include <algorithm>

namespace mf::passes {

FlowTable::FlowTable(const catalog::Model& model) : model_(model), spaces_(model.flowKinds.size()), closed_(model.flowKinds.size()) {
  for (size_t i = 0; i < spaces_.size(); ++i) spaces_[i].perCore = model.flowKinds[i].perCore;
}

// The core above the key: simulators count from 0 and do not reach 2^56.
uint64_t FlowTable::scoped(const Space& space, int core, uint64_t key) {
  return space.perCore ? key ^ static_cast<uint64_t>(core + 1) << 56 : key;
}

Named* FlowTable::find(uint32_t keySpace, int core, uint64_t key) {
  Space& space = spaces_[keySpace];
  return space.byKey.find(scoped(space, core, key));
}

Flow* FlowTable::make() {
  if (free_.empty()) return &pool_.emplace_back();
  Flow* flow = free_.back();
  free_.pop_back();
  std::vector<uint64_t> columns = std::move(flow->columns);   // its room is used again
  *flow = Flow();
  flow->columns = std::move(columns);
  return flow;
}

Flow& FlowTable::open(uint32_t kind, int core, uint64_t key) {
  Space& space = spaceOf(kind);
  Named& name = space.byKey[scoped(space, core, key)];
  Flow* flow = make();
  flow->incarnation = name.id == 0 ? 0 : name.incarnation + 1;
  flow->id = nextId_++;
  flow->kind = kind;
  flow->key = key;
  flow->core = core;
  name = {flow, flow->id, 0, 0, 0, static_cast<uint32_t>(flow->incarnation), core};
  ++live_;
  return *flow;
}

void FlowTable::settle(const Flow& flow) {
  Space& space = spaceOf(flow.kind);
  Named* name = space.byKey.find(scoped(space, flow.core, flow.key));
  if (name == nullptr) return;
  name->inst = flow.inst;
  name->core = flow.core;
}

void FlowTable::close(Flow& flow) {
  --live_;
  Space& space = spaceOf(flow.kind);
  const uint64_t key = scoped(space, flow.core, flow.key);
  Named* name = space.byKey.find(key);
  if (name != nullptr && name->id == flow.id) {
    name->live = nullptr;
    name->lastEv = flow.lastEv;
    name->lastTime = flow.lastTime;
  }
  free_.push_back(&flow);
  auto& closed = closed_[flow.kind];
  closed.emplace_back(key, flow.id);
  if (closed.size() <= model_.flowKinds[flow.kind].retain) return;
  const auto [oldKey, oldId] = closed.front();
  closed.pop_front();
  name = space.byKey.find(oldKey);
  if (name != nullptr && name->id == oldId) space.byKey.erase(oldKey);
}

std::vector<Flow*> FlowTable::open() {
  std::vector<Flow*> flows;
  for (Space& space : spaces_) {
    space.byKey.each([&](uint64_t, const Named& name) {
      if (name.live != nullptr) flows.push_back(name.live);
    });
  }
  std::sort(flows.begin(), flows.end(), [](const Flow* a, const Flow* b) { return a->id < b->id; });
  return flows;
}

}  // namespace mf::passes
