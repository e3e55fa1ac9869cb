// The five joins once more, without state: MFIR appendix A over the events of a stream
// and the claims that its catalogs make of them. Quadratic and worse on purpose, and
// nothing of libmf/passes is used: what it shares with them is the Model.
#pragma once

#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tests/support/collect.h"

namespace mf::testing {

// A claim of one event that holds there.
struct Evidence {
  uint64_t ev = 0, time = 0;
  bool snapshot = false;
  bool maybe = false;   // nobody having produced is no gap
  schema::Role role = schema::Role::PRODUCE;
  catalog::Index object = catalog::NONE;
  catalog::Index node = catalog::NONE;     // of the claim: a pool, a port, a cache
  uint64_t flow = 0;
  std::vector<uint64_t> key;
  bool keyIsZero = false;                  // a key field reads 0: nothing is claimed
  bool keyIsUnknown = false;               // it names no flow
  uint64_t other = 0;                      // owner or winner
  std::optional<uint64_t> wmin;
  std::optional<uint64_t> slot;
};

std::vector<Evidence> evidenceOf(const Collected& stream);

struct OracleEdge {
  uint64_t u = 0, v = 0, channel = 0, gap = 0;
  std::optional<uint64_t> wmin;
  bool binding = false;
  auto operator<=>(const OracleEdge&) const = default;
};

std::ostream& operator<<(std::ostream& out, const OracleEdge& edge);

struct OracleJoins {
  std::vector<OracleEdge> edges;             // sorted
  std::map<std::string, uint64_t> missing;   // by diagnostic code
};

OracleJoins joinByBruteForce(const Collected& stream);
// What mf-edges says, in the same form.
OracleJoins joinsOf(const Collected& stream);

}  // namespace mf::testing
