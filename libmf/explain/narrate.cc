#include "libmf/explain/narrate.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "libmf/base/text.h"
#include "libmf/query/print.h"

namespace mf::explain {

namespace {

std::string number(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.1f", value);
  std::string out = text;
  if (out.ends_with(".0")) out.resize(out.size() - 2);
  return out;
}

std::string right(const std::string& text, size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string left(std::string text, size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

std::string headline(const Explanation& e, const Evidence& evidence) {
  const auto cycle = [&](int64_t time) { return number(evidence.cycles(time)); };
  const std::string what = e.kind == "head_block" ? "blocked at the head of the reorder buffer" : e.kind;
  return cat("Episode ", e.ep, ", core ", e.core, ": ", e.instruction.empty() ? "no instruction" : e.instruction,
             "\n  ", what, " for ", cycle(e.end - e.begin), " cycles, from ", cycle(e.begin), " to ", cycle(e.end),
             " (", e.reason, ", class ", e.klass, ")\n");
}

// The pieces added up by place, the largest first, in one line.
std::string byPlace(const Explanation& e, const Evidence& evidence) {
  std::map<std::string, int64_t> sums;
  for (const Piece& piece : e.pieces) sums[piece.node.empty() ? piece.because : piece.node] += piece.end - piece.begin;
  std::vector<std::pair<int64_t, std::string>> order;
  for (const auto& [place, sum] : sums) order.emplace_back(-sum, place);
  std::sort(order.begin(), order.end());
  std::vector<std::string> parts;
  for (const auto& [sum, place] : order) parts.push_back(cat(place, " ", number(evidence.cycles(-sum))));
  return join(parts, ", ");
}

std::string timePart(const Explanation& e, const Evidence& evidence) {
  size_t until = 0, node = 0;
  for (const Piece& piece : e.pieces) {
    until = std::max(until, piece.until.size() + 2 * static_cast<size_t>(piece.depth));
    node = std::max(node, piece.node.size());
  }
  std::string out = "\nWhere the time went, in cycles\n";
  for (const Piece& piece : e.pieces) {
    out += cat(right(number(evidence.cycles(piece.end - piece.begin)), 10), "  until ",
               left(std::string(2 * static_cast<size_t>(piece.depth), ' ') + piece.until, until), "  ",
               left(piece.node, node), "  ", piece.because, "\n");
  }
  return out + cat(right(number(evidence.cycles(e.end - e.begin)), 10), "  in all: ", byPlace(e, evidence), "\n");
}

std::string channelText(const std::string& channel) {
  if (channel == "flow") return "before that";
  if (channel == "state") return "because of";
  if (channel == "parent") return "asked for by";
  return cat("after (", channel, ")");
}

std::string whyPart(const Explanation& e, const Evidence& evidence) {
  std::string out = "\nWhy\n";
  if (!e.packet.empty()) {
    out += cat("  ", e.packet);
    out += e.missedIn.empty() ? " missed nowhere" : cat(" missed in ", join(e.missedIn, ", "));
    out += e.answeredBy.empty() ? "\n" : cat("; answered by ", e.answeredBy, "\n");
  }
  std::string who;
  size_t skipped = 0;
  int64_t gap = 0;
  for (size_t i = 0; i < e.steps.size(); ++i) {
    const Step& step = e.steps[i];
    gap += step.gap;
    // Of a flow's own past, what is told: its last event, its decisions, its birth.
    const bool inside =
        step.channel == "flow" && step.decision.empty() && i + 1 < e.steps.size() && e.steps[i + 1].channel == "flow";
    if (inside) {
      ++skipped;
      continue;
    }
    const std::string lead = step.channel.empty() ? "" : channelText(step.channel);
    out += cat("  ", left(lead, 20), right(step.channel.empty() ? "" : cat("-", number(evidence.cycles(gap))), 9), "  ",
               step.event.name, step.node.empty() ? "" : " at " + step.node);
    if (step.who != who && !step.who.empty()) out += cat(", ", step.who);
    if (skipped > 0) out += cat(" (", skipped, skipped == 1 ? " event" : " events", " between)");
    if (!step.decision.empty()) out += cat("\n", left("", 33), "decision: ", step.decision);
    out += "\n";
    if (!step.note.empty()) out += cat(left("", 33), step.note, "\n");
    who = step.who;
    skipped = 0;
    gap = 0;
  }
  out += cat("  Here it ends: ", e.stop, ".\n");
  if (!e.awaited.empty()) {
    out += "\nWaited for on the way, in cycles of this stall\n";
    for (const Awaited& each : e.awaited) {
      out += cat(right(number(evidence.cycles(each.cycles)), 10), "  ",
                 std::string(2 * static_cast<size_t>(each.depth - 1), ' '), each.who);
      if (!each.missedIn.empty()) out += cat(" missed in ", join(each.missedIn, ", "), ": ", each.cause);
      out += "\n";
    }
  }
  if (!e.aboutLine.empty()) {
    out += "\nAbout this line, before the access\n";
    for (const std::string& each : e.aboutLine) out += cat("  ", each, "\n");
  }
  return out;
}

std::string jsonList(const std::vector<std::string>& parts) { return cat("[", join(parts, ", "), "]"); }

std::string member(const char* name, const std::string& json, bool last = false) {
  return cat('"', name, "\": ", json, last ? "" : ", ");
}

std::string maybe(const std::optional<int64_t>& value) { return value ? cat(*value) : "null"; }

}  // namespace

std::string narrate(const Explanation& e, const Evidence& evidence) {
  return headline(e, evidence) + timePart(e, evidence) + whyPart(e, evidence);
}

std::string toJson(const Explanation& e, const Evidence& evidence) {
  const auto text = [](const std::string& value) { return query::jsonText(value); };
  const auto cycles = [&](int64_t duration) { return cat(evidence.cycles(duration)); };
  std::vector<std::string> pieces, awaited, steps, misses, about;
  for (const Piece& p : e.pieces) {
    pieces.push_back(cat("{") + member("cycles", cycles(p.end - p.begin)) + member("t0", cat(p.begin)) +
                     member("t1", cat(p.end)) + member("until", text(p.until)) + member("node", text(p.node)) +
                     member("because", text(p.because)) + member("depth", cat(p.depth), true) + "}");
  }
  for (const Awaited& a : e.awaited) {
    std::vector<std::string> missedIn;
    for (const std::string& each : a.missedIn) missedIn.push_back(text(each));
    awaited.push_back(cat("{") + member("flow", cat(a.flow)) + member("who", text(a.who)) +
                      member("cycles", cycles(a.cycles)) + member("depth", cat(a.depth)) +
                      member("missed_in", jsonList(missedIn)) +
                      member("cause", a.cause.empty() ? "null" : text(a.cause), true) + "}");
  }
  for (const Step& s : e.steps) {
    steps.push_back(cat("{") + member("ev", cat(s.event.ev)) + member("t", cat(s.event.time)) +
                    member("channel", text(s.channel)) + member("cycles_back", cycles(s.gap)) +
                    member("event", text(s.event.name)) + member("node", text(s.node)) + member("who", text(s.who)) +
                    member("decision", s.decision.empty() ? "null" : text(s.decision), true) + "}");
  }
  for (const std::string& each : e.missedIn) misses.push_back(text(each));
  for (const std::string& each : e.aboutLine) about.push_back(text(each));
  return cat("{") + member("episode", cat(e.ep)) + member("core", cat(e.core)) + member("kind", text(e.kind)) +
         member("reason", text(e.reason)) + member("class", text(e.klass)) + member("t0", cat(e.begin)) +
         member("t1", cat(e.end)) + member("cycles", cycles(e.end - e.begin)) + member("flow", maybe(e.inst)) +
         member("instruction", text(e.instruction)) + member("cause", maybe(e.cause)) +
         member("packet", text(e.packet)) + member("missed_in", jsonList(misses)) +
         member("answered_by", text(e.answeredBy)) + member("time", jsonList(pieces)) +
         member("awaited", jsonList(awaited)) + member("why", jsonList(steps)) + member("stop", text(e.stop)) +
         member("about_line", jsonList(about), true) + "}";
}

}  // namespace mf::explain
