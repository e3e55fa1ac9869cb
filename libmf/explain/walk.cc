#include "libmf/explain/walk.h"

#include "libmf/base/text.h"

namespace mf::explain {

namespace {

constexpr size_t LONGEST = 64;

struct Choice {
  int64_t ev = 0;
  std::string channel;
};

std::optional<Choice> stateBefore(Evidence& evidence, int64_t access) {
  for (const Edge& edge : evidence.edgesInto(access)) {
    if (edge.channel == "state") return Choice{edge.from, edge.channel};
  }
  return std::nullopt;
}

// The flow's own past; at its birth, what asked for it: the latest, which decides rather
// than merely comes before.
std::optional<Choice> predecessor(Evidence& evidence, const Event& event) {
  if (event.previous) return Choice{*event.previous, "flow"};
  std::optional<Choice> best;
  for (const Edge& edge : evidence.edgesInto(event.ev)) {
    if (edge.channel != "state" && (!best || edge.from > best->ev)) best = Choice{edge.from, edge.channel};
  }
  return best;
}

// A trigger may set off many decisions; those on other lines than the one that is being
// followed are none of its causes.
std::optional<Choice> pastOtherDecisions(Evidence& evidence, std::optional<Choice> next,
                                         std::optional<int64_t> target) {
  while (next && next->channel == "flow" && target) {
    const auto about = evidence.decisionTarget(next->ev);
    if (!about || about == target) return next;
    const auto event = evidence.event(next->ev);
    if (!event) return next;
    next = predecessor(evidence, *event);
  }
  return next;
}

// A birth without an edge still has a parent: its last event before, of an instruction
// the last stage that it had reached.
std::optional<Choice> parentOf(Evidence& evidence, const Event& birth) {
  const auto flow = birth.flow ? evidence.flow(*birth.flow) : std::nullopt;
  if (!flow || !flow->parent) return std::nullopt;
  std::optional<Choice> last;
  const auto parent = evidence.flow(*flow->parent);
  const bool stages = parent && parent->kind == "inst";
  for (const Event& event : evidence.life(*flow->parent)) {
    if (event.ev < birth.ev && (!stages || !event.stage.empty())) last = Choice{event.ev, "parent"};
  }
  return last;
}

Step stepOf(Evidence& evidence, const Event& event, const std::string& channel, int64_t gap) {
  Step step{event, channel, gap, evidence.node(event.node), "", evidence.decisionAt(event.ev), ""};
  if (event.flow) step.who = evidence.who(*event.flow);
  if (channel == "state" && event.flow) step.note = evidence.fateOf(*event.flow, event.time);
  return step;
}

}  // namespace

Walk walkBack(Evidence& evidence, int64_t from) {
  Walk walk;
  auto at = evidence.event(from);
  if (!at) return {{}, "the access is not among the recorded events"};
  walk.steps.push_back(stepOf(evidence, *at, "", 0));
  auto next = stateBefore(evidence, from);
  if (!next) {
    walk.stop = "nothing on record brought or removed this line before: its first touch in the window";
    return walk;
  }
  std::optional<int64_t> target;  // line of the last decision on the way, the victim's aside
  for (; walk.steps.size() < LONGEST; next = pastOtherDecisions(evidence, predecessor(evidence, *at), target)) {
    if (!next) next = parentOf(evidence, *at);
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
    if (next->channel != "state") target = evidence.decisionTarget(event->ev);
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
