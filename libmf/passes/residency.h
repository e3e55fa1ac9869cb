// Residencies: lines in caches, with who brought them, used them and pushed them out.
#pragma once

#include <map>
#include <unordered_map>

#include "libmf/passes/lifecycle.h"
#include "libmf/passes/pass.h"

namespace mf::passes {

// Fields of the acquiring, releasing or using event.
struct ResidencyFields {
  catalog::Index line = catalog::NONE, set = catalog::NONE, way = catalog::NONE, byPrefetch = catalog::NONE, reason = catalog::NONE;
};

class Residencies {
 public:
  Residencies(const catalog::Model& model, mfir::Sink& out, std::map<std::string, uint64_t>& counts);

  void fill(const Happening& at, const ResidencyFields& fields, uint64_t ten, catalog::Index node);
  // The first use of a line is remembered with its event. False: the line is not there.
  bool use(const Happening& at, const ResidencyFields& fields, uint64_t flow, catalog::Index node);
  // `decision`: the row of decisions that the same event makes, 0 none.
  void evict(const Happening& at, const ResidencyFields& fields, uint64_t ten, uint64_t by, uint64_t decision);
  // The line that a residency holds, 0 when it is none.
  uint64_t lineOf(uint64_t ten) const;
  // It went while nobody recorded: an end without an evictor.
  void forget(uint64_t ten, uint64_t ev);
  // Still there at the end.
  void finish();

 private:
  struct Line {
    uint64_t ten = 0, line = 0, set = 0, way = 0, byPrefetch = 0, evFill = 0;
    uint64_t firstUse = 0, evFirstUse = 0, uses = 0;
    uint32_t node = 0;
  };
  void write(const Line& line, uint64_t evEvict, uint64_t by, uint64_t decision, uint64_t reason);

  const catalog::Model& model_;
  std::map<uint64_t, Line> live_;                                  // by tenancy
  std::vector<std::unordered_map<uint64_t, uint64_t>> byLine_;     // by node index: line -> tenancy
  uint64_t openReason_ = 0;                                        // code of `open`
  Table rows_;
};

}  // namespace mf::passes
