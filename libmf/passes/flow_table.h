// The flows that resolve has in hand: live ones, and closed ones that are still
// addressable as producers.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "libmf/catalog/model.h"

namespace mf::passes {

// Flags of a flow (MFIR section 1.4).
constexpr uint64_t OPEN_AT_START = 1;
constexpr uint64_t OPEN_AT_END = 2;
constexpr uint64_t KEY_REUSED = 4;
constexpr uint64_t SQUASHED = 8;
constexpr uint64_t SYNTH_OPEN = 16;
constexpr uint64_t COVERAGE_GAP = 32;
constexpr uint64_t FORCED = 64;

constexpr uint64_t CARRIED_KIND = 65535;   // state from before the window, of no kind

struct Flow {
  uint64_t id = 0;
  uint64_t key = 0;
  uint64_t incarnation = 0;
  uint64_t parent = 0;
  uint64_t inst = 0;
  uint64_t evOpen = 0, evClose = 0;
  uint64_t tOpen = 0, tClose = 0;
  uint64_t lastEv = 0, lastTime = 0;
  uint64_t flags = 0;
  uint32_t closeReason = 0;          // word index + 1
  uint32_t kind = 0;
  int core = 0;
  uint16_t thread = 0;
  bool closed = false;
  std::vector<uint64_t> columns;     // of its kind, then of its base if it has a row there
  std::vector<bool> set;
};

// Native keys to flows, one table for each key space.
class FlowTable {
 public:
  explicit FlowTable(const catalog::Model& model);

  // nullptr when no live or retained flow has the key.
  Flow* find(uint32_t keySpace, int core, uint64_t key);
  Flow& open(uint32_t kind, int core, uint64_t key);
  // Stays addressable until `retain` more of its kind have closed.
  void close(Flow& flow);
  size_t liveCount() const { return live_; }
  uint64_t lastId() const { return nextId_ - 1; }
  uint64_t takeId() { return nextId_++; }
  // Flows that were forgotten or replaced stay valid until this, once an event: it may
  // name the flow whose key it takes over.
  void bury() { forgotten_.clear(); }
  // Those still open, by id.
  std::vector<Flow*> open();

 private:
  struct Space {
    bool perCore = false;
    std::unordered_map<uint64_t, std::unique_ptr<Flow>> byKey;
  };
  static uint64_t scoped(const Space& space, int core, uint64_t key);

  const catalog::Model& model_;
  std::vector<Space> spaces_;                      // by kind; only key spaces are used
  std::vector<std::deque<std::pair<uint64_t, uint64_t>>> closed_;   // by kind: (scoped key, flow id)
  std::vector<std::unique_ptr<Flow>> forgotten_;
  uint64_t nextId_ = 1;
  size_t live_ = 0;
};

}  // namespace mf::passes
