#include "libmf/reverse/observer.h"

#include <xxhash.h>

#include <algorithm>

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "libmf/catalog/link.h"
#include "libmf/store/regions.h"

namespace mf::reverse {

namespace {

constexpr size_t MOST_JOINS = 8;

catalog::Index fieldOf(const catalog::Event& event, const std::string& name) {
  const catalog::Index field = event.find(name);
  if (field == catalog::NONE) throw Error(cat("event ", event.name, " has no field ", quoted(name)));
  return field;
}

const mfir::RowBatch::Column& column(const mfir::RowBatch& batch, const char* name) {
  if (const auto* found = batch.find(name)) return *found;
  throw Error(cat("rows of ", batch.table, " lack ", quoted(name)));
}

}  // namespace

Observer::Observer(std::vector<uint64_t> marks) : marks_(std::move(marks)) { std::sort(marks_.begin(), marks_.end()); }

void Observer::header(const mfir::Header& header) {
  model_ = catalog::link(header.get());
  access_ = model_.event("cache.access");
  if (access_ == catalog::NONE) throw Error("the run has no event cache.access", Status::NOT_MODELLED);
  const catalog::Event& event = model_.events[access_];
  node_ = fieldOf(event, "node");
  outcome_ = fieldOf(event, "outcome");
  owner_ = event.fields[fieldOf(event, "owner")].ref;
}

void Observer::takeAccess(const mfir::Cursor& at) {
  const mfir::EventGroup& group = at.group();
  const catalog::Event& event = model_.events[access_];
  const auto& words = model_.enums[event.fields[outcome_].enumeration].words;
  const std::string& outcome = words[std::min<size_t>(group.fields[outcome_][at.row()], words.size() - 1)];
  const uint64_t owner = owner_ < group.refs.size() && outcome == "merge" ? group.refs[owner_][at.row()] : 0;
  accesses_.push_back({at.flow(), owner, static_cast<uint16_t>(group.fields[node_][at.row()]),
                       outcome == "miss" || outcome == "merge"});
}

void Observer::events(mfir::EventBatch&& batch) {
  std::vector<uint64_t> words;
  for (mfir::Cursor at(batch); at.next();) {
    for (; nextMark_ < marks_.size() && marks_[nextMark_] <= at.ev(); ++nextMark_)
      digests_[marks_[nextMark_]] = digest_;
    words.assign({at.type(), at.time()});
    for (const mfir::Values& field : at.group().fields) words.push_back(field[at.row()]);
    digest_ = XXH3_64bits_withSeed(words.data(), words.size() * sizeof(uint64_t), digest_);
    firstTime_ = std::min(firstTime_, at.time());
    if (at.type() == access_) takeAccess(at);
  }
}

void Observer::rows(mfir::RowBatch&& batch) {
  if (batch.table == "flows") {
    const auto &flow = column(batch, "flow"), &inst = column(batch, "inst"), &kind = column(batch, "kind");
    const catalog::Index packet = model_.flowKind("packet");
    for (uint32_t row = 0; row < batch.count; ++row) {
      if (!inst.isNull(row) && kind.values[row] == packet) serves_.push_back({inst.values[row], flow.values[row]});
    }
  } else if (batch.table == "insts") {
    const auto &flow = column(batch, "flow"), &core = column(batch, "core"), &index = column(batch, "retire_idx");
    for (uint32_t row = 0; row < batch.count; ++row) {
      if (index.isNull(row)) continue;
      insts_[{static_cast<int64_t>(core.values[row]), static_cast<int64_t>(index.values[row])}].push_back(
          flow.values[row]);
    }
  } else if (batch.table == "episodes") {
    const auto &kind = column(batch, "kind"), &flow = column(batch, "flow"), &t0 = column(batch, "t0"),
               &t1 = column(batch, "t1"), &cause = column(batch, "cause");
    for (uint32_t row = 0; row < batch.count; ++row) {
      if (flow.isNull(row) || model_.episodes.at(kind.values[row]).name != "head_block") continue;
      Stall& stall = stalls_[flow.values[row]];
      stall.time += static_cast<int64_t>(t1.values[row] - t0.values[row]);
      if (!cause.isNull(row)) stall.causes.push_back(cause.values[row]);
    }
  } else if (batch.table == "epochs") {
    const auto& cause = column(batch, "cause_flow");
    for (uint32_t row = 0; row < batch.count; ++row) {
      if (!cause.isNull(row)) squashers_.insert(cause.values[row]);
    }
  }
}

void Observer::readRegions(const mfir::End& end) {
  std::set<int> cores;
  for (const catalog::Node& node : model_.nodes) {
    if (node.core >= 0) cores.insert(node.core);
  }
  const auto& gates = end.gates.empty() ? gates_ : end.gates;
  const auto regions = store::regionsOf(gates, {cores.begin(), cores.end()}, firstTime_, end.lastTime, false);
  for (const store::Region& each : regions.roi) spans_[each.core] += static_cast<int64_t>(each.t1 - each.t0);
}

void Observer::end(mfir::End&& end) {
  if (!end.endedEarly.empty()) throw Error(cat("the run ended early: ", end.endedEarly));
  uid_ = end.runUid;
  readRegions(end);
  std::sort(serves_.begin(), serves_.end(), [](const Serves& a, const Serves& b) { return a.inst < b.inst; });
  std::stable_sort(accesses_.begin(), accesses_.end(),
                   [](const Access& a, const Access& b) { return a.flow < b.flow; });
}

uint64_t Observer::digestBefore(uint64_t ev) const {
  const auto found = digests_.find(ev);
  return found == digests_.end() ? 0 : found->second;
}

int64_t Observer::spanOf(int64_t core) const {
  const auto found = spans_.find(core);
  return found == spans_.end() ? 0 : found->second;
}

std::vector<uint64_t> Observer::packetsOf(uint64_t inst) const {
  std::vector<uint64_t> flows;
  const auto from = std::lower_bound(serves_.begin(), serves_.end(), inst,
                                     [](const Serves& each, uint64_t value) { return each.inst < value; });
  for (auto each = from; each != serves_.end() && each->inst == inst; ++each) flows.push_back(each->flow);
  return flows;
}

Fate Observer::fateOf(const Target& target) const {
  Fate fate;
  const auto insts = insts_.find({target.core, target.retireIdx});
  const catalog::Index cache = model_.nodeByName(target.cache);
  if (insts == insts_.end() || (cache == catalog::NONE && !target.cache.empty())) return fate;
  fate.retired = true;
  std::vector<uint64_t> flows;
  for (const uint64_t inst : insts->second) {
    const auto stall = stalls_.find(inst);
    if (stall != stalls_.end()) fate.stall += stall->second.time;
    const bool told = stall != stalls_.end() && !stall->second.causes.empty();
    for (const uint64_t flow : told ? stall->second.causes : packetsOf(inst)) flows.push_back(flow);
    fate.missed = fate.missed || (target.cache.empty() && squashers_.contains(inst));
  }
  if (target.cache.empty()) return fate;
  // A packet that joined another's miss above the cache was answered by that one.
  for (size_t i = 0, own = flows.size(); i < flows.size() && i < own + MOST_JOINS; ++i) {
    const auto from = std::lower_bound(accesses_.begin(), accesses_.end(), flows[i],
                                       [](const Access& each, uint64_t value) { return each.flow < value; });
    for (auto each = from; each != accesses_.end() && each->flow == flows[i]; ++each) {
      if (each->owner != 0) flows.push_back(each->owner);
      if (each->node != model_.nodes[cache].id) continue;
      fate.looked = true;
      fate.missed = fate.missed || each->missed;
    }
  }
  return fate;
}

}  // namespace mf::reverse
