// Runs the simulator again under mf-capture, with decisions reversed.
#pragma once

#include <string>
#include <vector>

#include "libmf/reverse/observer.h"

namespace mf::reverse {

struct Command {
  std::string capture;               // the mf-capture to run
  std::vector<std::string> options;  // of mf-capture: domains, region
  std::vector<std::string> simulator;
  std::vector<std::string> packages;  // folders of catalogs, as for mf-ingest
};

// Blocks until the run has ended; `observer` has then seen all of it. False when an
// override did not take effect: its site made no such decision. A run that fails is an
// Error that says what mf-capture said last.
bool replay(const Command& command, const std::vector<std::string>& overrides, Observer& observer);

}  // namespace mf::reverse
