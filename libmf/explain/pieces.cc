#include "libmf/explain/pieces.h"

#include <algorithm>

#include "libmf/base/text.h"

namespace mf::explain {

namespace {

// `since`: when the piece that the event ends began.
std::string becauseOf(Evidence& evidence, const Event& event, int64_t since) {
  for (const Edge& edge : evidence.edgesInto(event.ev)) {
    if (!edge.binding || edge.channel == "state") continue;
    const auto from = evidence.event(edge.from);
    const std::string whom = from && from->flow ? evidence.who(*from->flow) : "";
    const std::string what = from ? from->name : cat("event ", edge.from);
    std::string text = cat(edge.channel, ": waited for ", what);
    if (!whom.empty() && (!event.flow || !from->flow || *from->flow != *event.flow)) text += cat(" of ", whom);
    if (edge.node) text += cat(" at ", evidence.node(edge.node));
    return text;
  }
  const std::string refused = event.flow ? evidence.refusedBetween(*event.flow, since, event.time) : "";
  return refused.empty() ? "own service" : refused;
}

// Whom the event waited for, when that was another flow.
std::optional<int64_t> awaited(Evidence& evidence, const Event& event) {
  for (const Edge& edge : evidence.edgesInto(event.ev)) {
    if (!edge.binding || edge.channel != "value") continue;
    const auto from = evidence.event(edge.from);
    if (from && from->flow && from->flow != event.flow) return from->flow;
  }
  return std::nullopt;
}

// Events within (begin, end] that cut it: decisions happen within a lookup and take no time.
std::vector<Event> cuts(Evidence& evidence, const std::vector<int64_t>& flows, int64_t begin, int64_t end) {
  std::vector<Event> events;
  for (const int64_t flow : flows) {
    for (const Event& event : evidence.life(flow)) {
      if (event.time > begin && event.time <= end && event.domain != "prefetcher") events.push_back(event);
    }
  }
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.ev < b.ev; });
  return events;
}

class Cutter {
 public:
  explicit Cutter(Evidence& evidence) : evidence_(evidence) {}

  // Cuts (begin, end] and returns how far the events reach.
  int64_t cut(const std::vector<int64_t>& flows, int64_t begin, int64_t end, int depth) {
    int64_t at = begin;
    for (const Event& event : cuts(evidence_, flows, begin, end)) {
      if (event.time <= at) continue;
      const auto other = depth < DEEPEST ? awaited(evidence_, event) : std::nullopt;
      const bool known = other && std::find(flows.begin(), flows.end(), *other) != flows.end();
      if (other && !known) {
        const size_t number = result.awaited.size();
        result.awaited.push_back({*other, 0, depth + 1, "", {}, ""});
        const int64_t reached = cut({*other}, at, event.time, depth + 1);
        result.awaited[number].cycles = (reached == at ? event.time : reached) - at;
        at = reached;
      }
      if (at < event.time) {
        result.pieces.push_back(
            {at, event.time, event.name, evidence_.node(event.node), becauseOf(evidence_, event, at), depth});
      }
      at = event.time;
    }
    return at;
  }

  TimeCut result;

 private:
  static constexpr int DEEPEST = 3;
  Evidence& evidence_;
};

}  // namespace

TimeCut cutTime(Evidence& evidence, const std::vector<int64_t>& flows, int64_t begin, int64_t end) {
  Cutter cutter(evidence);
  const int64_t at = cutter.cut(flows, begin, end, 0);
  if (at < end) {
    const char* why = at == begin ? "nothing is on record in between" : "wakeup and retire";
    cutter.result.pieces.push_back({at, end, "the end of the stall", "", why, 0});
  }
  return std::move(cutter.result);
}

}  // namespace mf::explain
