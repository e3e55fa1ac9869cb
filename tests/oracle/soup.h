// Random evidence in the hand vocabulary, with every hazard on: ties within a cycle, keys
// that are used again alive and dead, refusals that are withdrawn, releases with no
// acquire, joins of nobody, recorded winners that never won, squashes, entries taken twice.
#pragma once

#include <cstdint>
#include <string>

namespace mf::testing {

// The same seed gives the same evidence, told differently.
struct Soup {
  uint32_t seed = 1;
  uint32_t events = 200;
  uint64_t start = 100;        // time of the first event
  uint32_t threads = 1;        // more: times are distinct, so that the order is kept
  uint64_t keyFactor = 1;      // keys are renamed k -> k * factor + shift
  uint64_t keyShift = 0;
  bool distinctTimes = false;  // for comparison with more threads
  uint64_t timeFactor = 1;     // all times and periods are that many times as long
  bool stepsBack = false;      // neighbours change places where the slowest clock's period allows
};

std::string soup(const Soup& of);

}  // namespace mf::testing
