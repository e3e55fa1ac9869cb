// The flows that resolve has in hand: live ones, and the names of closed ones that are
// still addressable as producers.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "libmf/base/flat_map.h"
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

// A live flow.
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
  bool stale = false;                // its domain was off, and the dump at its opening has not named it yet
  std::vector<uint64_t> columns;     // of its kind, then of its base if it has a row there
  uint64_t set = 0;                  // bit c: columns[c] is known

  bool has(size_t cell) const { return (set >> cell & 1) != 0; }
  void put(size_t cell, uint64_t value) {
    columns[cell] = value;
    set |= uint64_t{1} << cell;
  }
};

// What a key names: a flow, live or closed.
struct Named {
  Flow* live = nullptr;
  uint64_t id = 0;
  uint64_t inst = 0;                 // nearest instruction: itself or an ancestor, 0 none
  uint64_t lastEv = 0, lastTime = 0; // once closed: of its latest event
  uint32_t incarnation = 0;
  int32_t core = 0;
};

// Native keys to flows, one table for each key space.
class FlowTable {
 public:
  explicit FlowTable(const catalog::Model& model);

  // nullptr when no live or retained flow has the key. Valid until the next open or close.
  Named* find(uint32_t keySpace, int core, uint64_t key);
  Flow& open(uint32_t kind, int core, uint64_t key);
  // The flow's inst and core are known: whoever names it will see them.
  void settle(const Flow& flow);
  // The Flow goes; its name stays addressable until `retain` more of its kind have closed.
  void close(Flow& flow);
  size_t liveCount() const { return live_; }
  uint64_t takeId() { return nextId_++; }
  // Those still open, by id.
  std::vector<Flow*> open();

 private:
  struct Space {
    bool perCore = false;
    FlatMap<Named> byKey;
  };
  static uint64_t scoped(const Space& space, int core, uint64_t key);
  Space& spaceOf(uint32_t kind) { return spaces_[model_.flowKinds[kind].keySpace]; }
  Flow* make();

  const catalog::Model& model_;
  std::deque<Flow> pool_;                          // every Flow there is; addresses stay
  std::vector<Flow*> free_;
  std::vector<Space> spaces_;                      // by kind; only key spaces are used
  std::vector<std::deque<std::pair<uint64_t, uint64_t>>> closed_;   // by kind, oldest first: (scoped key, id)
  uint64_t nextId_ = 1;
  size_t live_ = 0;
};

}  // namespace mf::passes
