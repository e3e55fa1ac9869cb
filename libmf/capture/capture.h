// One capture, from starting the simulator to the end record: what mf-capture does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libmf/capture/decoder.h"
#include "libmf/capture/settings.h"

namespace mf::capture {

struct Options {
  std::vector<std::string> command;
  Settings settings;
  HeaderExtras extras;
  std::string output;            // "-" or nothing: standard output
  std::string simulatorOutput;   // file for the simulator's standard output; empty: untouched, or ours is taken
  int level = 0;                 // of zstd; 0: plain
  uint32_t ringBytes = 4u << 20;
  double baselineSeconds = 0;    // CPU of the same run without capture, for the record; 0: not measured
};

struct Result {
  int status = 0;
  std::vector<std::string> warnings;
  std::vector<std::string> failures;  // why the status is not 0; the simulator's own end comes last
};

// Throws when there is no capture: nothing was recorded, or it could not be written.
Result run(const Options& options);

}  // namespace mf::capture
