#include "libmf/passes/residency.h"

namespace mf::passes {

using catalog::Index;
using catalog::NONE;

Residencies::Residencies(const catalog::Model& model, mfir::Sink& out, std::map<std::string, uint64_t>& counts)
    : model_(model), byLine_(model.nodes.size()),
      rows_("residencies",
            {"ten", "node", "line", "page", "cset", "way", "by_prefetch", "ev_fill", "ev_evict", "first_use", "ev_first_use", "uses", "evict_by",
             "evict_dec", "evict_reason"},
            out, counts) {
  const Index reasons = model.enumeration("evict_reason");
  if (reasons != NONE) openReason_ = model.enums[reasons].code("open").value_or(0);
}

void Residencies::fill(const Happening& at, const ResidencyFields& fields, uint64_t ten, Index node) {
  Line line;
  line.ten = ten;
  line.node = node;
  line.line = fields.line == NONE ? 0 : at.field(fields.line);
  line.set = fields.set == NONE ? 0 : at.field(fields.set);
  line.way = fields.way == NONE ? 0 : at.field(fields.way);
  line.byPrefetch = fields.byPrefetch == NONE ? 0 : at.field(fields.byPrefetch);
  line.evFill = at.ev;
  byLine_[node][line.line] = ten;
  live_.emplace(ten, line);
}

bool Residencies::use(const Happening& at, const ResidencyFields& fields, uint64_t flow, Index node) {
  const auto found = byLine_[node].find(at.field(fields.line));
  if (found == byLine_[node].end()) return false;
  Line& line = live_.at(found->second);
  if (line.uses++ > 0) return true;
  line.firstUse = flow;
  line.evFirstUse = at.ev;
  return true;
}

void Residencies::evict(const Happening& at, const ResidencyFields& fields, uint64_t ten, uint64_t by, uint64_t decision) {
  const auto found = live_.find(ten);
  if (found == live_.end()) return;
  write(found->second, at.ev, by, decision, fields.reason == NONE ? 0 : at.field(fields.reason));
  auto& lines = byLine_[found->second.node];
  const auto line = lines.find(found->second.line);
  if (line != lines.end() && line->second == ten) lines.erase(line);
  live_.erase(found);
}

uint64_t Residencies::lineOf(uint64_t ten) const {
  const auto found = live_.find(ten);
  return found == live_.end() ? 0 : found->second.line;
}

void Residencies::forget(uint64_t ten, uint64_t ev) {
  const auto found = live_.find(ten);
  if (found == live_.end()) return;
  write(found->second, ev, 0, 0, openReason_);
  auto& lines = byLine_[found->second.node];
  const auto line = lines.find(found->second.line);
  if (line != lines.end() && line->second == ten) lines.erase(line);
  live_.erase(found);
}

void Residencies::write(const Line& line, uint64_t evEvict, uint64_t by, uint64_t decision, uint64_t reason) {
  const catalog::Node& node = model_.nodes[line.node];
  rows_.putAll(line.ten, node.id, line.line);
  node.pageShift > node.lineShift && node.lineShift > 0 ? rows_.put(line.line >> (node.pageShift - node.lineShift)) : rows_.putNull();
  rows_.putAll(line.set, line.way, line.byPrefetch, line.evFill);
  rows_.putOrNull(evEvict);
  rows_.putOrNull(line.firstUse);
  rows_.putOrNull(line.evFirstUse);
  rows_.put(line.uses);
  rows_.putOrNull(by);
  rows_.putOrNull(decision);
  rows_.put(reason);
  rows_.endRow();
}

void Residencies::finish() {
  for (const auto& [ten, line] : live_) write(line, 0, 0, 0, openReason_);
  rows_.flush();
}

}  // namespace mf::passes
