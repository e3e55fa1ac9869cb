// The state machine that resolve replays, compiled from the model: for each event
// type, what it opens, sets and closes.
#pragma once

#include <vector>

#include "libmf/catalog/model.h"
#include "libmf/passes/flow_table.h"
#include "libmf/passes/happening.h"

namespace mf::passes {

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
