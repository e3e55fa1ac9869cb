#include "libmf/explain/explain.h"

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "libmf/explain/pieces.h"
#include "libmf/explain/walk.h"

namespace mf::explain {

namespace {

struct Access {
  int64_t ev = 0, node = 0, line = 0;
  std::string outcome;
};

std::vector<Access> accessesOf(const store::Database& db, int64_t flow) {
  std::vector<Access> all;
  store::Statement query = db.prepare("SELECT ev, node, line, outcome FROM ev_access WHERE flow = ?1 ORDER BY ev");
  query.bind(1, flow);
  while (query.step()) all.push_back({query.integer(0), query.integer(1), query.integer(2), query.text(3)});
  return all;
}

std::vector<std::string> missesOf(const Evidence& evidence, const std::vector<Access>& accesses) {
  std::vector<std::string> nodes;
  for (const Access& access : accesses) {
    if (access.outcome == "miss" || access.outcome == "merge") nodes.push_back(evidence.node(access.node));
  }
  return nodes;
}

// The outermost miss whose line the record knows to have been there before; else the outermost miss.
std::optional<Access> startOf(Evidence& evidence, const std::vector<Access>& accesses) {
  std::optional<Access> start;
  bool known = false;
  for (const Access& access : accesses) {
    if (access.outcome != "miss" && access.outcome != "merge") continue;
    bool state = false;
    for (const Edge& edge : evidence.edgesInto(access.ev)) state = state || edge.channel == "state";
    if (!start || state || !known) start = access;
    known = known || state;
  }
  return start;
}

void readEpisode(Evidence& evidence, int64_t episode, Explanation& out) {
  store::Statement query =
      evidence.db().prepare("SELECT core, kind, reason, class, flow, t0, t1, cause FROM episodes WHERE ep = ?1");
  query.bind(1, episode);
  if (!query.step()) throw Error(cat("there is no episode ", episode), Status::NO);
  out.ep = episode;
  out.core = query.integer(0);
  out.kind = query.text(1);
  out.reason = query.text(2);
  out.klass = query.text(3);
  out.inst = query.maybe(4);
  out.begin = query.integer(5);
  out.end = query.integer(6);
  out.cause = query.maybe(7);
  if (out.inst) out.instruction = evidence.who(*out.inst);
}

// What prefetchers did about the line before the access: the last request, the last decisions.
void readLine(Evidence& evidence, const Access& access, Explanation& out) {
  const store::Database& db = evidence.db();
  if (db.hasTable("prefetches")) {
    store::Statement request = db.prepare(
        "SELECT p.flow, n.name, p.ev_decide, p.t_decide, p.t_issue, p.t_fill, f.close_reason, p.here FROM nodes n "
        "CROSS JOIN "
        "prefetches p "
        "ON p.node = n.node AND p.line = ?1 AND p.ev_decide < ?2 JOIN flows f ON f.flow = p.flow "
        "WHERE n.kind = 'prefetcher' ORDER BY p.ev_decide DESC LIMIT 1");
    request.bind(1, access.line);
    request.bind(2, access.ev);
    if (request.step()) {
      const auto when = [&](int column) {
        return request.isNull(column) ? std::string("never") : cat("cycle ", evidence.cycles(request.integer(column)));
      };
      const char* level = !request.isNull(7) && request.integer(7) == 0 ? ", for a lower level only" : "";
      out.aboutLine.push_back(cat("requested by ", request.text(1), level, " in ", when(3), "; sent down: ", when(4),
                                  "; filled: ", when(5), request.isNull(6) ? "" : "; ended as " + request.text(6)));
    }
  }
  store::Statement decisions = db.prepare(
      "SELECT d.ev, max(d.ev) FROM sites s JOIN nodes n ON n.node = s.node AND n.kind = 'prefetcher' "
      "CROSS JOIN decisions d ON d.site = s.site AND d.target = ?1 AND d.ev < ?2 GROUP BY s.site ORDER BY 2 DESC");
  decisions.bind(1, access.line);
  decisions.bind(2, access.ev);
  while (decisions.step()) out.aboutLine.push_back(evidence.decisionAt(decisions.integer(1)));
}

// The last decision on the way back from its outermost miss, else why that ends.
void readAwaited(Evidence& evidence, Awaited& out) {
  out.who = evidence.who(out.flow);
  const auto accesses = accessesOf(evidence.db(), out.flow);
  out.missedIn = missesOf(evidence, accesses);
  const auto start = startOf(evidence, accesses);
  if (!start) return;
  const Walk walk = walkBack(evidence, start->ev);
  for (const Step& step : walk.steps) {
    if (!step.decision.empty()) out.cause = step.decision;
  }
  if (out.cause.empty()) out.cause = walk.stop;
}

}  // namespace

Explanation explain(Evidence& evidence, int64_t episode) {
  Explanation out;
  readEpisode(evidence, episode, out);
  std::vector<int64_t> flows;
  if (out.cause) flows = evidence.joined(*out.cause);
  // The last of the merged packets with an access is the one that went down.
  std::vector<Access> accesses;
  for (const int64_t flow : flows) {
    auto own = accessesOf(evidence.db(), flow);
    if (own.empty()) continue;
    accesses = std::move(own);
    out.packet = evidence.who(flow);
  }
  for (const Access& access : accesses) {
    if (access.outcome == "hit") out.answeredBy = evidence.node(access.node);
  }
  out.missedIn = missesOf(evidence, accesses);
  if (out.inst) flows.push_back(*out.inst);
  TimeCut time = cutTime(evidence, flows, out.begin, out.end);
  out.pieces = std::move(time.pieces);
  out.awaited = std::move(time.awaited);
  for (Awaited& each : out.awaited) readAwaited(evidence, each);
  if (const auto start = startOf(evidence, accesses)) {
    Walk walk = walkBack(evidence, start->ev);
    out.steps = std::move(walk.steps);
    out.stop = std::move(walk.stop);
    readLine(evidence, *start, out);
  } else if (!out.cause) {
    out.stop = "no packet is on record for this stall";
  } else if (accesses.empty()) {
    out.stop = "no lookup of its packet is on record";
  } else {
    out.stop = "its packet hit: there is no miss to explain";
  }
  return out;
}

}  // namespace mf::explain
