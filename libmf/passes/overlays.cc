#include "libmf/passes/overlays.h"

#include <algorithm>

namespace mf::passes {

using catalog::Index;
using catalog::NONE;

namespace {

constexpr size_t SERIALS_KEPT = 65536;

}  // namespace

Decisions::Decisions(const catalog::Model& model, mfir::Sink& out, std::map<std::string, uint64_t>& counts,
                     const Words& words)
    : model_(model), sites_(model.events.size()), words_(words),
      rows_("decisions",
            {"dec", "ev", "site_name", "node", "ord", "subject", "outcome", "reason", "choice", "target", "page", "value", "threshold",
             "natural", "forced", "retry"},
            out, counts) {
  for (const catalog::Site& site : model.sites) sites_[site.event].push_back(&site);
}

void Decisions::take(const Happening& at, uint64_t ownFlow) {
  for (const catalog::Site* site : sites_[at.type]) {
    if (at.holds(site->when)) put(at, *site, ownFlow);
  }
}

uint64_t Decisions::wordOf(const Happening& at, Index field) {
  const Index enumeration = at.event->fields[field].enumeration;
  if (enumeration == NONE) return at.field(field);
  const auto& words = model_.enums[enumeration].words;
  return at.field(field) < words.size() ? words_.code(words[at.field(field)]) : 0;
}

// 0 act, 1 suppress, in whatever order an enum lists them.
uint64_t Decisions::outcome(const catalog::Model& model, const Happening& at, Index field) {
  if (field == NONE) return 0;
  const Index enumeration = at.event->fields[field].enumeration;
  if (enumeration == NONE) return at.field(field);
  return model.enums[enumeration].code("suppress") == at.field(field) ? 1 : 0;
}

void Decisions::put(const Happening& at, const catalog::Site& site, uint64_t ownFlow) {
  const auto optional = [&](Index field) { field == NONE ? rows_.putNull() : rows_.put(at.field(field)); };
  const Index own = model_.nodeIndex(at.node());
  const Index node = site.kind.empty() ? own : model_.related(own, site.kind);
  rows_.put(next_);
  rows_.put(at.ev);
  const uint64_t name = site.name.empty() ? wordOf(at, site.by) : words_.code(site.name);
  rows_.put((name == 0 ? words_.code("unnamed") : name) - 1);
  node == NONE ? rows_.putNull() : rows_.put(model_.nodes[node].id);
  rows_.put(at.field(site.ordinal));
  rows_.putOrNull(site.subject == NONE || at.ref(site.subject) == 0 ? ownFlow : at.ref(site.subject));
  rows_.put(outcome(model_, at, site.outcome));
  rows_.put(site.reason == NONE ? 0 : wordOf(at, site.reason));
  for (const Index field : {site.choice, site.target, site.page, site.value, site.threshold, site.natural}) optional(field);
  rows_.put(site.forced == NONE ? 0 : at.field(site.forced));
  rows_.put(site.retry == NONE ? 0 : at.field(site.retry));
  rows_.endRow();
  if (site.serial != NONE && at.field(site.serial) != 0) {
    serials_[at.field(site.serial)] = next_;
    kept_.push_back(at.field(site.serial));
    if (kept_.size() > SERIALS_KEPT) {
      serials_.erase(kept_.front());
      kept_.pop_front();
    }
  }
  ++next_;
}

uint64_t Decisions::bySerial(uint64_t serial) const {
  const auto found = serials_.find(serial);
  return found == serials_.end() ? 0 : found->second;
}

Episodes::Episodes(const catalog::Model& model, mfir::Sink& out, std::map<std::string, uint64_t>& counts)
    : model_(model), byEvent_(model.events.size()), causesOf_(model.events.size()),
      rows_("episodes", {"ep", "kind", "core", "thread", "flow", "ev0", "ev1", "t0", "t1", "reason", "slots", "cause", "first", "flags"}, out, counts) {
  for (uint32_t i = 0; i < model.episodes.size(); ++i) {
    byEvent_[model.episodes[i].event].push_back(i);
    if (model.episodes[i].causeEvent != NONE) causesOf_[model.episodes[i].causeEvent].push_back(i);
  }
}

void Episodes::take(const Happening& at, uint64_t flow) {
  for (const uint32_t kind : causesOf_[at.type]) {
    Stretch& stretch = stretches_[{kind, at.core}];
    if (stretch.open && stretch.flow == flow) stretch.cause = at.ref(model_.episodes[kind].causeField);
  }
  if (byEvent_[at.type].empty()) return;
  const auto core = static_cast<size_t>(std::max(at.core, 0));
  if (core < ended_.size() && ended_[core]) return;
  for (const uint32_t kind : byEvent_[at.type]) {
    const catalog::Episode& episode = model_.episodes[kind];
    Stretch& stretch = stretches_[{kind, at.core}];
    const bool goesOn = stretch.open && stretch.flow == flow;
    if (stretch.open) close(kind, at.core, stretch, at.ev, at.time, 0);
    const uint64_t reason = at.field(episode.reason);
    if (reason == 0) continue;
    stretch = {true, flow, at.ev, at.time, reason, episode.slots == NONE ? 0 : at.field(episode.slots), 0, !goesOn, at.thread};
  }
}

void Episodes::close(uint32_t kind, int core, Stretch& stretch, uint64_t ev, uint64_t time, uint64_t flags) {
  stretch.open = false;
  const catalog::Episode& episode = model_.episodes[kind];
  rows_.putAll(next_++, kind, std::max(core, 0), stretch.thread);
  rows_.putOrNull(stretch.flow);
  rows_.put(stretch.ev0);
  rows_.putOrNull(ev);
  rows_.putAll(stretch.t0, time, stretch.reason);
  episode.slots == NONE ? rows_.putNull() : rows_.put(stretch.slots);
  rows_.putOrNull(stretch.cause);
  rows_.putAll(stretch.first ? 1 : 0, flags);
  rows_.endRow();
}

void Episodes::endCore(int core, uint64_t time) {
  for (auto& [key, stretch] : stretches_) {
    if (stretch.open && (core < 0 || key.second == core)) close(key.first, key.second, stretch, 0, time, OPEN_AT_END);
  }
  if (core < 0) return;
  if (ended_.size() <= static_cast<size_t>(core)) ended_.resize(static_cast<size_t>(core) + 1, false);
  ended_[static_cast<size_t>(core)] = true;
}

void Episodes::finish(uint64_t time) {
  endCore(-1, time);
  rows_.flush();
}

Epochs::Epochs(const catalog::Model& model, mfir::Sink& out, std::map<std::string, uint64_t>& counts)
    : model_(model),
      rows_("epochs", {"epoch", "core", "thread", "cause", "cause_flow", "parent_epoch", "ev_squash", "t_squash", "t_recovered", "n_squashed"}, out,
            counts) {}

uint64_t Epochs::take(const Happening& at, uint64_t flow, const std::vector<uint64_t>& refs) {
  for (const catalog::Epoch& rule : model_.epochs) {
    if (at.type == rule.event && flow != 0) {
      Row row{next_, rule.cause == NONE ? 0 : at.field(rule.cause), flow, 0, at.ev, at.time, 0, 0, at.core, at.thread};
      open_.emplace(next_, row);
      latest_[flow] = next_++;
    } else if (at.type == rule.recovered && latest_.count(flow) != 0) {
      Row& row = open_.at(latest_[flow]);
      row.recovered = at.time;
      row.isRecovered = true;
    } else if (at.type == rule.member) {
      // The key that is not the event's own names the cause.
      for (const catalog::Field& field : at.event->fields) {
        if (field.type != schema::ValueType::KEY || field.flow) continue;
        const auto found = latest_.find(refs[field.ref]);
        if (found == latest_.end()) continue;
        ++open_.at(found->second).count;
        return found->second;
      }
    }
  }
  return 0;
}

// An epoch's row leaves when its cause has closed (so that its own fate is known) and
// the machine has recovered, after which nothing joins it.
void Epochs::closed(uint64_t flow, uint64_t epoch) {
  if (latest_.empty()) return;
  const auto found = latest_.find(flow);
  if (found == latest_.end()) return;
  for (auto at = open_.begin(); at != open_.end();) {
    Row& row = at->second;
    if (row.causeFlow == flow) {
      row.causeClosed = true;
      row.parent = epoch == row.epoch ? 0 : epoch;
    }
    if (row.causeClosed && row.isRecovered) {
      put(row);
      if (latest_[row.causeFlow] == row.epoch) latest_.erase(row.causeFlow);
      at = open_.erase(at);
    } else {
      ++at;
    }
  }
}

void Epochs::put(const Row& row) {
  rows_.putAll(row.epoch, std::max(row.core, 0), row.thread, row.cause, row.causeFlow);
  rows_.putOrNull(row.parent);
  rows_.putAll(row.ev, row.time);
  row.isRecovered ? rows_.put(row.recovered) : rows_.putNull();
  rows_.put(row.count);
  rows_.endRow();
}

void Epochs::finish() {
  for (const auto& [epoch, row] : open_) put(row);
  rows_.flush();
}

}  // namespace mf::passes
