// Captures written by hand, with what must come of them in the same file.
//
//   10 reg.write node=1 unit=1 reg=7   ; [w]
//   11 reg.read node=1 unit=2 reg=7    ; [r]
//   ; expect edge w -> r value gap 1 min 1 binding
//
// `[w]` names an event; a number is an ev. Flows are `kind:key`, a second one of that
// key `kind:key#1`. All edges and diagnostics must be expected, none may be missing;
// tenancies, waits, epochs, residencies, decisions and episodes are compared as soon as
// the file mentions one of that kind (`; expect no wait` where there is none).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/support/collect.h"

namespace mf::testing {

struct HandCapture {
  std::string text;
  std::map<uint64_t, std::string> names;                     // ev -> name
  std::map<std::string, std::vector<std::string>> expected;  // kind -> lines, sorted
};

// Times must not decrease along the file, so that the n-th event is ev n.
HandCapture readHandCapture(const std::string& path);

// The stream's rows of one kind, as expectations, sorted.
std::vector<std::string> rendered(const std::string& kind, const Collected& stream, const std::map<uint64_t, std::string>& names);

// The kinds that rendered() knows.
const std::vector<std::string>& renderedKinds();

}  // namespace mf::testing
