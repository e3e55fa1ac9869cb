// Claims as tenancy and edges evaluate them: which node, which flow, whether it holds.
#pragma once

#include <vector>

#include "libmf/passes/lifecycle.h"

namespace mf::passes {

class ClaimNodes {
 public:
  explicit ClaimNodes(const catalog::Model& model);

  // Index of the node that a claim on nodes of `kind` means when it names node `id`:
  // catalog::NONE when the topology has none such. `near`: also a sibling or the parent.
  catalog::Index find(uint64_t id, const std::string& kind, bool near);

 private:
  struct Cached {
    const std::string* kind;
    bool near;
    std::vector<catalog::Index> byNode;   // UNKNOWN until asked
  };
  static constexpr catalog::Index UNKNOWN = UINT32_MAX - 1;

  const catalog::Model& model_;
  std::vector<Cached> cache_;
};

// The event's own node, or the one in the field that the claim names.
inline uint64_t nodeOf(const Happening& at, const catalog::Claim& claim) {
  return claim.node == catalog::NONE ? at.node() : at.field(claim.node);
}

inline uint64_t flowOf(const Happening& at, const catalog::Claim& claim, uint64_t own) {
  return claim.flow == catalog::NONE ? own : at.ref(claim.flow);
}

}  // namespace mf::passes
