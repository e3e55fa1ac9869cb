#include "libmf/explain/evidence.h"

#include <algorithm>

#include "libmf/base/text.h"

namespace mf::explain {

namespace {

constexpr size_t LONGEST_LIFE = 4096;  // events of one flow that are looked at
constexpr size_t MOST_JOINS = 8;

}  // namespace

Evidence::Evidence(const store::Database& db)
    : db_(db),
      event_(db.prepare(
          "SELECT e.t, y.name, y.domain, e.flow, e.node, e.prev, y.stage FROM events e JOIN event_types y ON "
          "y.type = e.type WHERE e.ev = ?1")),
      flow_(db.prepare("SELECT kind, key, parent, inst, ev_close FROM flows WHERE flow = ?1")),
      edges_(db.prepare("SELECT u, chan, binding, via_node FROM edges WHERE v = ?1 ORDER BY u DESC, edge")),
      decision_(db.prepare(
          "SELECT s.node, s.name, d.ord, d.outcome, d.reason, d.value, d.threshold, d.choice, d.forced "
          "FROM decisions d JOIN sites s ON s.site = d.site WHERE d.ev = ?1 ORDER BY s.node IS NULL, d.dec LIMIT 1")),
      target_(db.prepare("SELECT target FROM decisions WHERE ev = ?1 ORDER BY dec LIMIT 1")),
      owner_(db.prepare(
          "SELECT o.flow FROM tenancies w JOIN tenancies o ON o.ten = w.owner_ten WHERE w.flow = ?1 AND w.role_c = 1 "
          "ORDER BY w.ten DESC LIMIT 1")),
      inst_(db.prepare("SELECT core, retire_idx, pc, opclass, seq FROM insts WHERE flow = ?1")),
      packet_(db.prepare("SELECT requester, op, line FROM packets WHERE flow = ?1")),
      end_(db.prepare("SELECT max(ev) FROM events WHERE flow = ?1")),
      fate_(db.prepare(
          "SELECT p.t_promote, (SELECT min(r.ev_first_use) FROM tenancies t JOIN residencies r ON r.ten = t.ten "
          "JOIN nodes c ON c.node = r.node WHERE t.flow = p.flow AND r.by_prefetch) FROM prefetches p "
          "WHERE p.flow = ?1")),
      wait_(db.prepare("SELECT node, why, denials, lost_to FROM waits WHERE flow = ?1 "
                       "AND 2 * (min(coalesce(t1, ?3), ?3) - max(t0, ?2)) >= ?3 - ?2 "
                       "ORDER BY min(coalesce(t1, ?3), ?3) - max(t0, ?2) DESC, wait LIMIT 1")),
      period_(db.number("SELECT ref_period FROM run")),
      manyCores_(db.number("SELECT count(DISTINCT core) FROM roi") > 1) {
  store::Statement nodes = db.prepare("SELECT node, name FROM nodes");
  while (nodes.step()) nodes_[nodes.integer(0)] = nodes.text(1);
}

std::optional<Event> Evidence::event(int64_t ev) {
  event_.reset();
  event_.bind(1, ev);
  if (!event_.step()) return std::nullopt;
  return Event{ev,
               event_.integer(0),
               event_.text(1),
               event_.text(2),
               event_.isNull(6) ? "" : event_.text(6),
               event_.maybe(3),
               event_.maybe(4),
               event_.maybe(5)};
}

std::optional<Flow> Evidence::flow(int64_t flow) {
  flow_.reset();
  flow_.bind(1, flow);
  if (!flow_.step()) return std::nullopt;
  return Flow{flow, flow_.integer(1), flow_.text(0), flow_.maybe(2), flow_.maybe(3), flow_.maybe(4)};
}

std::vector<Edge> Evidence::edgesInto(int64_t ev) {
  std::vector<Edge> all;
  edges_.reset();
  edges_.bind(1, ev);
  while (edges_.step()) all.push_back({edges_.integer(0), edges_.text(1), edges_.integer(2) != 0, edges_.maybe(3)});
  return all;
}

std::string Evidence::decisionAt(int64_t ev) {
  decision_.reset();
  decision_.bind(1, ev);
  if (!decision_.step()) return "";
  const std::string where = node(decision_.maybe(0));
  std::string text = cat(where, where.empty() ? "" : "/", decision_.text(1), " #", decision_.integer(2));
  const bool compared = !decision_.isNull(4) || (!decision_.isNull(6) && decision_.integer(6) != 0);
  if (!compared && !decision_.isNull(7)) {
    text += cat(" chose ", decision_.text(1).ends_with("victim") ? "way " : "", decision_.integer(7));
  } else {
    text += cat(" ", decision_.text(3));
  }
  if (!decision_.isNull(4)) text += cat(" (", decision_.text(4), ")");
  if (!decision_.isNull(5) && !decision_.isNull(6) && decision_.integer(6) != 0) {
    const bool though = decision_.text(3) == "suppress" && decision_.integer(5) >= decision_.integer(6);
    text += cat(though ? ", though " : ", ", decision_.integer(5), " against ", decision_.integer(6));
  }
  return decision_.integer(8) ? text + ", forced by a reversal" : text;
}

std::optional<int64_t> Evidence::decisionTarget(int64_t ev) {
  target_.reset();
  target_.bind(1, ev);
  return target_.step() ? target_.maybe(0) : std::nullopt;
}

std::string Evidence::fateOf(int64_t prefetch, int64_t time) {
  fate_.reset();
  fate_.bind(1, prefetch);
  if (!fate_.step()) return "";
  if (fate_.maybe(0)) return "a demand joined that prefetch on its way";
  const auto use = fate_.maybe(1);
  const auto used = use ? event(*use) : std::nullopt;
  if (!used) return "what that prefetch brought was not used in the window";
  return cat("what that prefetch brought was first used ", cycles(used->time - time), " cycles later");
}

std::string Evidence::refusedBetween(int64_t flow, int64_t begin, int64_t end) {
  wait_.reset();
  wait_.bind(1, flow);
  wait_.bind(2, begin);
  wait_.bind(3, end);
  if (!wait_.step()) return "";
  const int64_t times = wait_.integer(2);
  std::string text = cat("refused", times > 1 ? cat(" ", times, " times in all") : "", " at ", node(wait_.maybe(0)),
                         " (", wait_.text(1), ")");
  if (const auto winner = wait_.maybe(3)) text += cat(", lost to ", who(*winner));
  return text;
}

std::vector<Event> Evidence::life(int64_t id) {
  std::vector<Event> events;
  const auto found = flow(id);
  if (!found) return events;
  std::optional<int64_t> at = found->lastEv;
  if (!at) {  // still open at the end: its last event is not kept, so look for it
    end_.reset();
    end_.bind(1, id);
    if (end_.step()) at = end_.maybe(0);
  }
  while (at && events.size() < LONGEST_LIFE) {
    const auto next = event(*at);
    if (!next) break;
    events.push_back(*next);
    at = next->previous;
  }
  std::reverse(events.begin(), events.end());
  return events;
}

std::vector<int64_t> Evidence::joined(int64_t flow) {
  std::vector<int64_t> all{flow};
  while (all.size() <= MOST_JOINS) {
    owner_.reset();
    owner_.bind(1, all.back());
    if (!owner_.step() || std::find(all.begin(), all.end(), owner_.integer(0)) != all.end()) break;
    all.push_back(owner_.integer(0));
  }
  return all;
}

std::string Evidence::node(std::optional<int64_t> id) const {
  if (!id) return "";
  const auto found = nodes_.find(*id);
  return found == nodes_.end() ? cat("node ", *id) : found->second;
}

std::string Evidence::instName(int64_t flow) {
  inst_.reset();
  inst_.bind(1, flow);
  if (!inst_.step()) return cat("flow ", flow);
  const std::string number = inst_.isNull(1) ? cat("never retired, seq ", inst_.integer(4)) : inst_.text(1);
  return manyCores_ ? cat(inst_.integer(0), ":", number) : number;
}

std::string Evidence::who(int64_t id) {
  const auto found = flow(id);
  if (!found) return cat("flow ", id);
  if (found->kind == "inst") {
    const std::string name = instName(id);
    return cat(inst_.isNull(3) ? "instruction" : inst_.text(3), " #", name, " at ",
               hex(static_cast<uint64_t>(inst_.integer(2))));
  }
  packet_.reset();
  packet_.bind(1, id);
  if (!packet_.step()) return cat(found->kind, " ", found->key);
  std::string text = cat(found->kind, " ", found->key, " (", packet_.text(1));
  if (!packet_.isNull(2)) text += cat(", line ", hex(static_cast<uint64_t>(packet_.integer(2))));
  return text + ")";
}

}  // namespace mf::explain
