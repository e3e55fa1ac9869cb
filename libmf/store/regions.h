// From gate records to what was measured (roi) and what was recorded (coverage).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libmf/mfir/stream.h"

namespace mf::store {

struct Region {
  int core = 0;
  uint64_t t0 = 0, t1 = 0;
  std::string trigger;
};

struct Coverage {
  std::string domain;
  uint64_t t0 = 0, t1 = 0;
  bool complete = true, snapshot = false, fromStart = false;
};

struct Regions {
  std::vector<Region> roi;         // by core, then time
  std::vector<Coverage> coverage;  // by domain, then time
};

// A gate of core -1 speaks of all `cores`. A domain counts as recorded while it is
// open for any core. What is open at the end ends at `lastTime`; when the simulator
// `endedEarly`, nothing is certain from there on. Without any region gate, all that
// was recorded is the region.
Regions regionsOf(const std::vector<mfir::Gate>& gates, const std::vector<int>& cores, uint64_t firstTime,
                  uint64_t lastTime, bool endedEarly);

}  // namespace mf::store
