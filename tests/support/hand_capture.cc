#include "tests/support/hand_capture.h"

#include <algorithm>
#include <functional>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::testing {

namespace {

// Words of a stream's rows, by name.
class Renderer {
 public:
  Renderer(const Collected& stream, const std::map<uint64_t, std::string>& names) : stream_(stream), names_(names) {
    for (const Row& flow : stream.table("flows")) {
      const uint64_t kind = *flow.at("kind");
      std::string name = kind < stream.model.flowKinds.size() ? stream.model.flowKinds[kind].name : "carried";
      name += cat(":", *flow.at("key"));
      if (*flow.at("incarnation") != 0) name += cat("#", *flow.at("incarnation"));
      flows_[*flow.at("flow")] = name;
    }
    for (const Row& ten : stream.table("tenancies")) acquiredAt_[*ten.at("ten")] = *ten.at("ev_acq");
    for (const Row& epoch : stream.table("epochs")) squashAt_[*epoch.at("epoch")] = *epoch.at("ev_squash");
  }

  std::string ev(const Cell& ev) const {
    if (!ev) return "";
    const auto found = names_.find(*ev);
    return found == names_.end() ? cat(*ev) : found->second;
  }
  std::string flow(const Cell& flow) const { return !flow ? "nobody" : flows_.count(*flow) != 0 ? flows_.at(*flow) : "no flow"; }
  std::string node(const Cell& node) const { return node ? stream_.model.nodes.at(stream_.model.nodeIndex(*node)).name : "nowhere"; }
  std::string word(const Cell& word) const { return word && *word != 0 ? stream_.last.words.at(*word - 1) : ""; }
  std::string named(const char* enumeration, uint64_t code) const {
    const catalog::Index index = stream_.model.enumeration(enumeration);
    return stream_.model.enums.at(index).words.at(code);
  }

  std::string edge(const Row& row) const {
    static const std::vector<std::string> CHANNELS{"value", "occupancy", "arbitration", "speculation", "state"};
    std::string text = cat(ev(row.at("u")), " -> ", ev(row.at("v")), " ", CHANNELS.at(*row.at("chan")), " gap ", *row.at("gap"));
    if (row.at("wmin")) text += cat(" min ", *row.at("wmin"));
    return text + (*row.at("binding") != 0 ? " binding" : "");
  }

  std::string tenancy(const Row& row) const {
    std::string text = cat(node(row.at("node")), " ", ev(row.at("ev_acq")), "..", ev(row.at("ev_rel")), " ", flow(row.at("flow")));
    if (*row.at("role") == 0) text += cat(" occ ", *row.at("occ"));
    if (row.at("owner_ten")) text += cat(" joins ", ev(acquiredAt_.at(*row.at("owner_ten"))));
    if (row.at("slot")) text += cat(" slot ", *row.at("slot"));
    if (*row.at("rel_reason") != 0) text += cat(" ", word(row.at("rel_reason")));
    if ((*row.at("flags") & 1) != 0) text += " carried";
    return text;
  }

  std::string wait(const Row& row) const {
    std::string text = cat(node(row.at("node")), " ", ev(row.at("ev_first")), "..", ev(row.at("ev_grant")), " ", flow(row.at("flow")),
                           *row.at("why") == 0 ? " full" : " arb", " denials ", *row.at("denials"));
    if (row.at("lost_to")) text += cat(" lost_to ", flow(row.at("lost_to")));
    return text;
  }

  std::string epoch(const Row& row) const {
    std::string text = cat(ev(row.at("ev_squash")), " ", named("epoch_cause", *row.at("cause")), " by ", flow(row.at("cause_flow")), " members ",
                           *row.at("n_squashed"));
    if (row.at("parent_epoch")) text += cat(" within ", ev(squashAt_.at(*row.at("parent_epoch"))));
    if (row.at("t_recovered")) text += cat(" recovered after ", *row.at("t_recovered") - *row.at("t_squash"));
    return text;
  }

  std::string residency(const Row& row) const {
    std::string text = cat(node(row.at("node")), " ", hex(*row.at("line")), " ", ev(row.at("ev_fill")), "..", ev(row.at("ev_evict")), " uses ",
                           *row.at("uses"));
    if (row.at("ev_first_use")) text += cat(" first ", ev(row.at("ev_first_use")));
    if (*row.at("by_prefetch") != 0) text += " prefetched";
    if (row.at("evict_by")) text += cat(" evicted by ", flow(row.at("evict_by")));
    if (row.at("evict_dec")) text += cat(" decision ", *row.at("evict_dec"));
    return text + " " + named("evict_reason", *row.at("evict_reason"));
  }

  std::string decision(const Row& row) const {
    std::string text = cat(ev(row.at("ev")), " ", word(Cell(*row.at("site_name") + 1)), " of ", node(row.at("node")), " ord ", *row.at("ord"),
                           *row.at("outcome") == 0 ? " act" : " suppress", " subject ", flow(row.at("subject")));
    if (*row.at("reason") != 0) text += cat(" ", word(row.at("reason")));
    if (row.at("value") && row.at("threshold")) {
      text += cat(" ", static_cast<int64_t>(*row.at("value")), " against ", static_cast<int64_t>(*row.at("threshold")));
    }
    if (row.at("target")) text += cat(" target ", hex(*row.at("target")));
    return text;
  }

  std::string episode(const Row& row) const {
    const catalog::Episode& kind = stream_.model.episodes.at(*row.at("kind"));
    const catalog::Field& reason = stream_.model.events.at(kind.event).fields.at(kind.reason);
    std::string text = cat(kind.name, " ", ev(row.at("ev0")), "..", ev(row.at("ev1")), " ", flow(row.at("flow")), " ",
                           stream_.model.enums.at(reason.enumeration).words.at(*row.at("reason")), " for ", *row.at("t1") - *row.at("t0"));
    if (row.at("cause")) text += cat(" woken by ", flow(row.at("cause")));
    return text;
  }

  std::string flowRow(const Row& row) const {
    std::string text = cat(flow(row.at("flow")), " ", ev(row.at("ev_open")), "..", ev(row.at("ev_close")));
    if (row.at("parent")) text += cat(" of ", flow(row.at("parent")));
    if (row.at("close_reason") && *row.at("close_reason") != 0) text += cat(" ", word(row.at("close_reason")));
    return *row.at("flags") == 0 ? text : cat(text, " flags ", *row.at("flags"));
  }

 private:
  const Collected& stream_;
  const std::map<uint64_t, std::string>& names_;
  std::map<uint64_t, std::string> flows_;
  std::map<uint64_t, uint64_t> acquiredAt_, squashAt_;
};

struct Kind {
  const char* name;
  const char* table;
  std::string (Renderer::*render)(const Row&) const;
};

const std::vector<Kind> KINDS{{"edge", "edges", &Renderer::edge},             {"tenancy", "tenancies", &Renderer::tenancy},
                              {"wait", "waits", &Renderer::wait},             {"epoch", "epochs", &Renderer::epoch},
                              {"residency", "residencies", &Renderer::residency}, {"decision", "decisions", &Renderer::decision},
                              {"episode", "episodes", &Renderer::episode},    {"flow", "flows", &Renderer::flowRow}};

std::vector<std::string> diagnostics(const Collected& stream) {
  std::map<std::string, uint64_t> sums;
  for (const auto& each : stream.last.diagnostics) sums[cat(each.pass, " ", each.code)] += each.count;
  std::vector<std::string> lines;
  for (const auto& [what, count] : sums) lines.push_back(cat(what, " ", count));
  return lines;
}

std::string oneSpaced(const std::string& text) {
  std::vector<std::string> words;
  for (const std::string& word : split(text, ' ')) {
    if (!word.empty()) words.push_back(word);
  }
  return join(words, " ");
}

}  // namespace

const std::vector<std::string>& renderedKinds() {
  static const std::vector<std::string> NAMES = [] {
    std::vector<std::string> names{"diagnostic"};
    for (const Kind& kind : KINDS) names.emplace_back(kind.name);
    return names;
  }();
  return NAMES;
}

std::vector<std::string> rendered(const std::string& kind, const Collected& stream, const std::map<uint64_t, std::string>& names) {
  std::vector<std::string> lines;
  if (kind == "diagnostic") lines = diagnostics(stream);
  const Renderer renderer(stream, names);
  for (const Kind& each : KINDS) {
    if (kind != each.name) continue;
    for (const Row& row : stream.table(each.table)) lines.push_back((renderer.*each.render)(row));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

HandCapture readHandCapture(const std::string& path) {
  HandCapture capture;
  capture.text = readWholeFile(path);
  capture.expected["edge"];
  capture.expected["diagnostic"];
  uint64_t events = 0, lastTime = 0;
  for (const std::string& line : split(capture.text, '\n')) {
    if (line.starts_with("; expect ")) {
      const std::string rest = oneSpaced(line.substr(9));
      if (rest.starts_with("no ")) {
        capture.expected[rest.substr(3)];
        continue;
      }
      const size_t space = rest.find(' ');
      const std::string kind = rest.substr(0, space);
      const auto& kinds = renderedKinds();
      if (space == std::string::npos || std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
        throw Error(cat(path, ": no kind of expectation ", quoted(kind)));
      }
      capture.expected[kind].push_back(rest.substr(space + 1));
      continue;
    }
    if (line.empty() || line[0] < '0' || line[0] > '9') continue;
    const uint64_t time = *parseUnsigned(line.substr(0, line.find(' ')));
    if (time < lastTime) throw Error(cat(path, ": time ", time, " after ", lastTime));
    lastTime = time;
    ++events;
    const size_t open = line.find("; [");
    if (open != std::string::npos) capture.names[events] = line.substr(open + 3, line.find(']', open) - open - 3);
  }
  for (auto& [kind, lines] : capture.expected) std::sort(lines.begin(), lines.end());
  return capture;
}

}  // namespace mf::testing
