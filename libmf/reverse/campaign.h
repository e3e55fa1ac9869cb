// A campaign: many runs, each with one recorded decision reversed, and what came of it.
//
// Three kinds of run. A *reversal* flips the decision that the record blames for a stall:
// the miss should vanish. A *control* flips another decision of the same kind, about another
// line and another set of the cache, before the same stall: it should stay. A *pair* flips two that were flipped alone
// before, for their interaction. A run counts only if every flip took effect and nothing
// differed before the first (prefix_ok).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "libmf/query/run.h"
#include "libmf/reverse/replay.h"

namespace mf::reverse {

// A row of the analysis that proposes reversals (prefetch.reversible).
struct Candidate {
  std::string kind, leaf, override_;
  int64_t ep = 0, dec = 0, line = 0;
  std::optional<int64_t> set;  // of target.cache, where the line would be; none: no cache is asked
  uint64_t ev = 0;             // of the decision
  uint64_t accessEv = 0;       // until when a control may be taken from
  Target target;
  bool vanishes = false;
  double stall = 0, predicted = 0;  // cycles
};

struct Plan {
  size_t sample = 100, controls = 0, pairs = 0;  // runs of each kind
  uint64_t seed = 1;
  unsigned jobs = 1;  // runs at once
  std::string proposals = "prefetch.reversible";
  query::Arguments arguments;  // of it
};

// Runs the campaign on `bundle` and writes its database. `progress` is called after each
// run with how many are done and how many there will be. Throws when the simulator does
// not repeat the recorded run; Status::NO when the record proposes nothing.
void runCampaign(const std::string& bundle, const Command& command, const Plan& plan, const query::Library& library,
                 const std::string& output, const std::function<void(size_t, size_t)>& progress);

// Prints what a campaign's database adds up to.
void summarise(const std::string& campaign, query::RowSink& out);

}  // namespace mf::reverse
