// An acquire that had been refused was enabled by the release that ended the last full
// period: not the last release, not the slot's previous tenant.
#include "libmf/passes/channels/channels.h"

namespace mf::passes {

// After each change: full at this moment means that no release has ended the period yet.
void Occupancies::settle(catalog::Index node) {
  const auto& capacity = model_.nodes[node].capacity;
  if (capacity && nodes_[node].live >= static_cast<int64_t>(*capacity)) {
    nodes_[node].wasFull = true;
    nodes_[node].firstRelease = {};
  }
}

void Occupancies::acquire(catalog::Index node, uint64_t) {
  ++nodes_[node].live;
  settle(node);
}

void Occupancies::release(catalog::Index node, uint64_t ev, uint64_t time) {
  Node& here = nodes_[node];
  --here.live;
  if (here.wasFull && here.firstRelease.ev == 0) here.firstRelease = {ev, time};
  settle(node);
}

void Occupancies::closed(uint64_t flow) {
  for (Node& node : nodes_) {
    if (!node.stalled.empty()) node.stalled.erase(flow);
  }
}

}  // namespace mf::passes
