// A grant that had been denied follows the grant to whoever won: the recorded winner,
// else the last grant to anyone else.
#include <algorithm>

#include "libmf/passes/channels/channels.h"

namespace mf::passes {

namespace {

constexpr size_t RETAINED = 4096;

}  // namespace

Arbiters::Arbiters(const catalog::Model& model) : nodes_(model.nodes.size()) {
  for (const catalog::Event& event : model.events) {
    for (const catalog::Claim& claim : event.claims) {
      if (claim.role != schema::Role::DENY || claim.other == catalog::NONE) continue;
      for (catalog::Index i = 0; i < nodes_.size(); ++i) {
        if (model.nodes[i].kind == model.arbiterKinds[claim.object]) nodes_[i].winners = winners_ = true;
      }
    }
  }
}

// A later refusal that names no winner does not unname the one named before.
void Arbiters::deny(catalog::Index node, uint64_t flow, uint64_t winner) {
  uint64_t& recorded = nodes_[node].denied[flow];
  if (winner == 0) return;
  recorded = winner;
}

std::optional<Cause> Arbiters::takeDenial(catalog::Index node, uint64_t flow) {
  Node& here = nodes_[node];
  const uint64_t* denial = here.denied.find(flow);
  if (denial == nullptr) return std::nullopt;
  const uint64_t winner = *denial;
  here.denied.erase(flow);
  const Cause* recorded = winner == 0 ? nullptr : here.grants.find(winner);
  if (recorded != nullptr) return *recorded;
  return here.lastFlow == flow ? here.other : here.last;
}

void Arbiters::grant(catalog::Index node, uint64_t flow, uint64_t ev, uint64_t time) {
  Node& here = nodes_[node];
  if (here.lastFlow != flow) here.other = here.last;
  here.lastFlow = flow;
  here.last = {ev, time};
  if (here.winners) here.grants[flow] = here.last;
}

void Arbiters::closed(uint64_t flow) {
  for (Node& node : nodes_) {
    if (!node.denied.empty()) node.denied.erase(flow);
  }
  if (!winners_) return;
  closing_.push_back(flow);
  if (closing_.size() <= RETAINED) return;
  for (Node& node : nodes_) {
    if (!node.grants.empty()) node.grants.erase(closing_.front());
  }
  closing_.pop_front();
}

}  // namespace mf::passes
