#include "libmf/explain/pieces.h"

#include <algorithm>

#include "libmf/base/text.h"

namespace mf::explain {

namespace {

std::string becauseOf(Evidence& evidence, const Event& event) {
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
  return "own service";
}

}  // namespace

std::vector<Piece> cutTime(Evidence& evidence, const std::vector<int64_t>& flows, int64_t begin, int64_t end) {
  std::vector<Event> events;
  for (const int64_t flow : flows) {
    for (const Event& event : evidence.life(flow)) {
      if (event.time > begin && event.time <= end) events.push_back(event);
    }
  }
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.ev < b.ev; });
  std::vector<Piece> pieces;
  int64_t at = begin;
  for (const Event& event : events) {
    if (event.time <= at) continue;
    pieces.push_back({at, event.time, event.name, evidence.node(event.node), becauseOf(evidence, event)});
    at = event.time;
  }
  if (at < end) pieces.push_back({at, end, "the end of the stall", "", events.empty() ? "nothing is on record in between" : "wakeup and retire"});
  return pieces;
}

}  // namespace mf::explain
