// Single facts of a bundle, by number: what a walk looks up at each step.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "libmf/store/database.h"

namespace mf::explain {

struct Event {
  int64_t ev = 0, time = 0;
  std::string name, domain, stage;
  std::optional<int64_t> flow, node, previous;  // previous: of the same flow
};

struct Edge {
  int64_t from = 0;
  std::string channel;
  bool binding = false;
  std::optional<int64_t> node;
};

struct Flow {
  int64_t flow = 0, key = 0;
  std::string kind;
  std::optional<int64_t> parent, inst, lastEv;
};

class Evidence {
 public:
  explicit Evidence(const store::Database& db);

  std::optional<Event> event(int64_t ev);
  std::optional<Flow> flow(int64_t flow);
  std::vector<Edge> edgesInto(int64_t ev);
  // "cpu0_L2C.spp_dev/pf_issue #12 suppress (confidence), 24 against 25", or nothing.
  std::string decisionAt(int64_t ev);
  // The line it was about.
  std::optional<int64_t> decisionTarget(int64_t ev);
  // What became of the line that a prefetch's fill put in another's place: "used 12 cycles
  // later", counted from `time`, or that it never was. "" when the flow is no prefetch.
  std::string fateOf(int64_t prefetch, int64_t time);
  // "refused 12 times at DRAM.ch0.bus (bank)": the longest wait of the flow that takes half or more of
  // (begin, end], or nothing.
  std::string refusedBetween(int64_t flow, int64_t begin, int64_t end);
  // All events of a flow, oldest first, from its last one back.
  std::vector<Event> life(int64_t flow);
  // The flow and those whose entry or miss it joined, its own first.
  std::vector<int64_t> joined(int64_t flow);

  std::string node(std::optional<int64_t> id) const;  // "" for none
  // "load #4711 at 0x400123", "packet 17 (load, line 0x2a)", "prefetch 99 (line 0x2b)"
  std::string who(int64_t flow);
  // Number of an instruction as a user names it: "4711" or "1:4711".
  std::string instName(int64_t flow);

  double cycles(int64_t duration) const { return static_cast<double>(duration) / static_cast<double>(period_); }
  const store::Database& db() const { return db_; }

 private:
  const store::Database& db_;
  store::Statement event_, flow_, edges_, decision_, target_, owner_, inst_, packet_, end_, fate_, wait_;
  std::map<int64_t, std::string> nodes_;
  int64_t period_ = 1;
  bool manyCores_ = false;
};

}  // namespace mf::explain
