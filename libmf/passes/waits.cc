#include "libmf/passes/waits.h"

#include <algorithm>
#include <vector>

namespace mf::passes {

Waits::Waits(const catalog::Model& model, mfir::Sink& out, std::map<std::string, uint64_t>& counts)
    : model_(model), rows_("waits", {"wait", "flow", "node", "why", "ev_first", "ev_grant", "t0", "t1", "denials", "lost_to"}, out, counts) {}

void Waits::refused(const Happening& at, uint64_t flow, catalog::Index node, Why why, uint64_t lostTo) {
  Wait& wait = open_[flow][node];
  if (wait.denials++ == 0) {
    wait.evFirst = at.ev;
    wait.t0 = at.time;
    wait.why = why;
  }
  if (lostTo != 0) wait.lostTo = lostTo;
}

void Waits::granted(const Happening& at, uint64_t flow, catalog::Index node) {
  const auto mine = open_.find(flow);
  if (mine == open_.end()) return;
  const auto wait = mine->second.find(node);
  if (wait == mine->second.end()) return;
  write(flow, node, wait->second, at.ev, at.time);
  mine->second.erase(wait);
  if (mine->second.empty()) open_.erase(mine);
}

void Waits::closed(uint64_t flow) {
  const auto mine = open_.find(flow);
  if (mine == open_.end()) return;
  for (const auto& [node, wait] : mine->second) write(flow, node, wait, 0, 0);
  open_.erase(mine);
}

void Waits::write(uint64_t flow, catalog::Index node, const Wait& wait, uint64_t evGrant, uint64_t t1) {
  rows_.putAll(next_++, flow, model_.nodes[node].id, static_cast<uint64_t>(wait.why), wait.evFirst);
  rows_.putOrNull(evGrant);
  rows_.put(wait.t0);
  evGrant == 0 ? rows_.putNull() : rows_.put(t1);
  rows_.put(wait.denials);
  rows_.putOrNull(wait.lostTo);
  rows_.endRow();
}

void Waits::finish() {
  std::vector<uint64_t> flows;
  for (const auto& [flow, waits] : open_) flows.push_back(flow);
  std::sort(flows.begin(), flows.end());
  for (const uint64_t flow : flows) closed(flow);
  rows_.flush();
}

}  // namespace mf::passes
