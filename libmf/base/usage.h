// What a process, or its children, has used.
#pragma once

#include <sys/resource.h>

#include <cstdint>

namespace mf {

struct Usage {
  double cpuSeconds = 0;  // user and system
  uint64_t peakRss = 0;   // bytes
};

// `who`: RUSAGE_SELF, or RUSAGE_CHILDREN that have ended.
Usage usageOf(int who);

}  // namespace mf
