#include "libmf/explain/walk.h"

#include "libmf/base/text.h"

namespace mf::explain {

namespace {

constexpr size_t LONGEST = 64;

struct Choice {
  int64_t ev = 0;
  std::string channel;
};

// State first, then what bound, then the flow's own past; a channel that did not bind only when there is nothing else.
int rank(const Edge& edge) {
  if (edge.channel == "state") return 4;
  return edge.binding ? 2 : -1;
}

std::optional<Choice> predecessor(Evidence& evidence, const Event& event) {
  std::optional<Choice> best;
  int bestRank = 0;
  if (event.previous) best = Choice{*event.previous, "flow"};
  if (!best) bestRank = -2;
  for (const Edge& edge : evidence.edgesInto(event.ev)) {
    if (rank(edge) < bestRank || (rank(edge) == bestRank && best && edge.from <= best->ev)) continue;
    best = Choice{edge.from, edge.channel};
    bestRank = rank(edge);
  }
  return best;
}

Step stepOf(Evidence& evidence, const Event& event, const std::string& channel, int64_t gap) {
  Step step{event, channel, gap, evidence.node(event.node), "", evidence.decisionAt(event.ev)};
  if (event.flow) step.who = evidence.who(*event.flow);
  return step;
}

}  // namespace

Walk walkBack(Evidence& evidence, int64_t from) {
  Walk walk;
  auto at = evidence.event(from);
  if (!at) return {{}, "the access is not among the recorded events"};
  walk.steps.push_back(stepOf(evidence, *at, "", 0));
  while (walk.steps.size() < LONGEST) {
    const auto next = predecessor(evidence, *at);
    if (!next) {
      walk.stop = "nothing earlier is on record";
      return walk;
    }
    const auto event = evidence.event(next->ev);
    if (!event) {
      walk.stop = cat("event ", next->ev, " is not in the bundle");
      return walk;
    }
    walk.steps.push_back(stepOf(evidence, *event, next->channel, at->time - event->time));
    at = event;
    const auto flow = at->flow ? evidence.flow(*at->flow) : std::nullopt;
    if (flow && flow->kind == "inst") {
      walk.stop = cat("an instruction asked: ", walk.steps.back().who);
      return walk;
    }
  }
  walk.stop = cat("the walk is given up after ", LONGEST, " steps");
  return walk;
}

}  // namespace mf::explain
