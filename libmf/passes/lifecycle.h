// The state machine that resolve replays, compiled from the model: for each event
// type, what it opens, sets and closes.
#pragma once

#include <vector>

#include "libmf/catalog/model.h"
#include "libmf/mfir/batch.h"
#include "libmf/passes/flow_table.h"

namespace mf::passes {

// One event under way: its fields by index.
struct Happening {
  const mfir::EventBatch* batch = nullptr;
  const mfir::EventGroup* group = nullptr;
  const catalog::Event* event = nullptr;
  uint32_t row = 0;
  uint64_t ev = 0, time = 0;
  uint16_t type = 0, thread = 0;
  bool snapshot = false;
  int core = 0;
  const std::vector<uint64_t>* refs = nullptr;   // flow ids by key field

  uint64_t field(catalog::Index index) const { return group->fields[index][row]; }
  uint64_t node() const { return event->node == catalog::NONE ? 0 : field(event->node); }
  uint64_t ref(catalog::Index keyField) const { return (*refs)[event->fields[keyField].ref]; }
  bool holds(const catalog::When& when) const {
    return when.holds([this](catalog::Index index) { return field(index); });
  }
};

class Lifecycle {
 public:
  explicit Lifecycle(const catalog::Model& model);

  // The kind that this event opens for its own flow's key space, or NONE.
  catalog::Index opens(const Happening& at) const;
  // The rule by which it closes a flow of that kind, or nullptr.
  const catalog::Close* closes(const Happening& at, uint32_t kind) const;
  // Fills columns of the flow from the event.
  void update(const Happening& at, Flow& flow) const;
  // First of its declared parents that the event names, 0 none.
  uint64_t parent(const Happening& at, uint32_t kind) const;

  // Cells of a flow: of its own kind's columns, then of the base's when it has a row there.
  size_t cells(uint32_t kind) const { return cells_[kind]; }
  const catalog::FlowKind* baseTable(uint32_t kind) const;

 private:
  struct Update {
    uint32_t cell;
    const catalog::Source* source;
    bool keepLast;
  };
  void addUpdates(uint32_t kind, const catalog::FlowKind& table, size_t offset, const catalog::FlowKind* unless);

  const catalog::Model& model_;
  std::vector<std::vector<std::pair<catalog::Index, const catalog::Open*>>> opens_;           // by event type: (kind, rule)
  std::vector<std::vector<std::vector<const catalog::Close*>>> closes_;                       // by kind, event type
  std::vector<std::vector<std::vector<Update>>> updates_;                                     // by kind, event type
  std::vector<size_t> cells_;
};

}  // namespace mf::passes
