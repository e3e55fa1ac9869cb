// Backward over edges and flows from one event.
#pragma once

#include <string>
#include <vector>

#include "libmf/explain/explain.h"

namespace mf::explain {

struct Walk {
  std::vector<Step> steps;
  std::string stop;
};

Walk walkBack(Evidence& evidence, int64_t from);

}  // namespace mf::explain
