// Where the time of a stall went.
#pragma once

#include <vector>

#include "libmf/explain/explain.h"

namespace mf::explain {

// [begin, end) cut at the events of `flows`; each piece is named by the event that ended
// it. The pieces are whole: they sum to end - begin.
std::vector<Piece> cutTime(Evidence& evidence, const std::vector<int64_t>& flows, int64_t begin, int64_t end);

}  // namespace mf::explain
