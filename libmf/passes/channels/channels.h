// The five joins. Each class keeps what its rule needs of the events before, and
// answers which event an event of now depends on. MFIR section 2.1 has the rules;
// tests/oracle states them once more, without state.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "libmf/base/flat_map.h"
#include "libmf/catalog/model.h"
#include "libmf/passes/lifecycle.h"

namespace mf::passes {

// An earlier event; ev 0: none.
struct Cause {
  uint64_t ev = 0, time = 0;
};

// Value and speculation: the latest producer of exactly (namespace, key).
class Producers {
 public:
  Producers(const catalog::Model& model, catalog::Channel channel);

  // The key of a claim at an event: nothing when a key field reads 0 or names no flow.
  struct Key {
    uint64_t value = 0;
    bool byFlow = false;      // value is a flow
    bool none = false;        // reads 0: the claim does not hold
    bool unresolved = false;  // a native key that named no flow
  };
  Key key(const Happening& at, const catalog::Claim& claim, uint64_t own) const;

  Cause latest(catalog::Index space, const Key& key) const;
  void produce(catalog::Index space, const Key& key, uint64_t ev, uint64_t time);
  // The flow closed: what it produced is kept for RETAINED more closings.
  void closed(uint64_t flow);
  // True when the flow was forgotten: a consumer came later than producers are kept.
  bool expired(uint64_t flow) const;

 private:
  static constexpr size_t RETAINED = 65536;
  static constexpr size_t PAGE = 1024;
  struct Page {
    std::vector<Cause> causes;     // PAGE * spaces
    std::vector<bool> gone;        // by flow of the page
    size_t goneCount = 0;
  };

  size_t spaces_;
  std::vector<std::unique_ptr<Page>> pages_;    // by flow / PAGE; freed when all are gone
  std::deque<uint64_t> closing_;
  std::vector<FlatMap<Cause>> byNumber_;   // by namespace: keys that are no flows
  std::vector<std::deque<uint64_t>> numbers_;                   // in order of production, to forget
};

// Occupancy: the first release after the last moment at which the node was full.
class Occupancies {
 public:
  explicit Occupancies(const catalog::Model& model) : model_(model), nodes_(model.nodes.size()) {}

  void acquire(catalog::Index node, uint64_t ev);
  // Recording of the node begins (again): its live state is about to be dumped.
  void restart(catalog::Index node) { nodes_[node].live = 0; nodes_[node].wasFull = false; nodes_[node].firstRelease = {}; }
  void release(catalog::Index node, uint64_t ev, uint64_t time);
  void stall(catalog::Index node, uint64_t flow) { nodes_[node].stalled[flow] = true; }
  // Whether the flow was refused since it last acquired here; forgets it.
  bool takeStall(catalog::Index node, uint64_t flow) { return nodes_[node].stalled.erase(flow); }
  // The release that ended the last full period, if there was one.
  Cause enabling(catalog::Index node) const { return nodes_[node].firstRelease; }
  void closed(uint64_t flow);

 private:
  struct Node {
    int64_t live = 0;
    bool wasFull = false;
    Cause firstRelease;
    FlatMap<bool> stalled;
  };
  void settle(catalog::Index node);

  const catalog::Model& model_;
  std::vector<Node> nodes_;
};

// Arbitration: the last grant to another flow, or the recorded winner's.
class Arbiters {
 public:
  explicit Arbiters(const catalog::Model& model);

  void deny(catalog::Index node, uint64_t flow, uint64_t winner);
  // Nothing when the flow was not denied since its last grant here. Forgets the denial.
  std::optional<Cause> takeDenial(catalog::Index node, uint64_t flow);
  void grant(catalog::Index node, uint64_t flow, uint64_t ev, uint64_t time);
  void closed(uint64_t flow);

 private:
  struct Node {
    uint64_t lastFlow = 0;
    Cause last;            // latest grant, to lastFlow
    Cause other;           // latest grant to any other flow
    FlatMap<uint64_t> denied;    // flow -> recorded winner, 0 none
    FlatMap<Cause> grants;       // by flow, where winners are recorded
    bool winners = false;        // denials here may record them
  };
  std::vector<Node> nodes_;
  bool winners_ = false;   // some node does
  std::deque<uint64_t> closing_;
};

// State: the last write of (state, node, key).
class Writers {
 public:
  explicit Writers(const catalog::Model& model) : byState_(model.states.size() * std::max<size_t>(model.nodes.size(), 1)), nodes_(std::max<size_t>(model.nodes.size(), 1)) {}

  void write(catalog::Index state, catalog::Index node, uint64_t key, uint64_t ev, uint64_t time) {
    byState_[state * nodes_ + node][key] = Cause{ev, time};
  }
  Cause last(catalog::Index state, catalog::Index node, uint64_t key) const {
    const Cause* found = byState_[state * nodes_ + node].find(key);
    return found == nullptr ? Cause() : *found;
  }

 private:
  std::vector<FlatMap<Cause>> byState_;
  size_t nodes_;
};

}  // namespace mf::passes
