// Where the time of a stall went.
#pragma once

#include <vector>

#include "libmf/explain/explain.h"

namespace mf::explain {

struct TimeCut {
  std::vector<Piece> pieces;
  std::vector<Awaited> awaited;  // in order of time; only flow, cycles and depth
};

// [begin, end) cut at the events of `flows`; each piece is named by the event that ended
// it. The pieces are whole: they sum to end - begin.
TimeCut cutTime(Evidence& evidence, const std::vector<int64_t>& flows, int64_t begin, int64_t end);

}  // namespace mf::explain
