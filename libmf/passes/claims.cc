#include "libmf/passes/claims.h"

namespace mf::passes {

using catalog::Index;
using catalog::NONE;

ClaimNodes::ClaimNodes(const catalog::Model& model) : model_(model) {}

Index ClaimNodes::find(uint64_t id, const std::string& kind, bool near) {
  const Index node = model_.nodeIndex(id);
  if (node == NONE) return NONE;
  Cached* cached = nullptr;
  for (Cached& each : cache_) {
    if (each.kind == &kind && each.near == near) cached = &each;
  }
  if (cached == nullptr) cached = &cache_.emplace_back(Cached{&kind, near, std::vector<Index>(model_.nodes.size(), UNKNOWN)});
  Index& found = cached->byNode[node];
  if (found == UNKNOWN) {
    if (near) found = model_.related(node, kind);
    else found = model_.nodes[node].kind == kind ? node : model_.onlyChild(node, kind);
  }
  return found;
}

}  // namespace mf::passes
