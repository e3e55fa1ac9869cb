// Waits: all refusals of one flow at one node between two grants, as one interval.
#pragma once

#include <map>
#include <unordered_map>

#include "libmf/passes/lifecycle.h"
#include "libmf/passes/pass.h"

namespace mf::passes {

enum class Why : uint8_t { FULL = 0, ARBITRATION = 1 };

class Waits {
 public:
  Waits(const catalog::Model& model, mfir::Sink& out, std::map<std::string, uint64_t>& counts);

  void refused(const Happening& at, uint64_t flow, catalog::Index node, Why why, uint64_t lostTo);
  void granted(const Happening& at, uint64_t flow, catalog::Index node);
  // The flow closed: what it still waited for it never got.
  void closed(uint64_t flow);
  void finish();
  size_t openCount() const { return open_.size(); }

 private:
  struct Wait {
    uint64_t evFirst = 0, t0 = 0, denials = 0, lostTo = 0;
    Why why = Why::FULL;
  };
  void write(uint64_t flow, catalog::Index node, const Wait& wait, uint64_t evGrant, uint64_t t1);

  const catalog::Model& model_;
  std::unordered_map<uint64_t, std::map<catalog::Index, Wait>> open_;   // by flow, node
  Table rows_;
  uint64_t next_ = 1;
};

}  // namespace mf::passes
