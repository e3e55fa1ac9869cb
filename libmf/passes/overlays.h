// What resolve reads off the events besides flows: decisions, episodes, epochs.
#pragma once

#include <deque>
#include <map>
#include <unordered_map>

#include "libmf/passes/lifecycle.h"
#include "libmf/passes/pass.h"

namespace mf::passes {

// One row for each event at which a declared site decided.
class Decisions {
 public:
  Decisions(const catalog::Model& model, mfir::Sink& out, std::map<std::string, uint64_t>& counts, const Words& words);
  void take(const Happening& at, uint64_t ownFlow);
  // The decision with this serial number, 0 when it is not among the last that were kept.
  uint64_t bySerial(uint64_t serial) const;
  void flush() { rows_.flush(); }

 private:
  void put(const Happening& at, const catalog::Site& site, uint64_t ownFlow);
  // The stream's word (counted from 1, 0 none) of a field: a word of an enum or one that
  // the simulator coined.
  uint64_t wordOf(const Happening& at, catalog::Index field);
  static uint64_t outcome(const catalog::Model& model, const Happening& at, catalog::Index field);

  const catalog::Model& model_;
  std::vector<std::vector<const catalog::Site*>> sites_;   // by event type
  const Words& words_;
  Table rows_;
  uint64_t next_ = 1;
  std::unordered_map<uint64_t, uint64_t> serials_;
  std::deque<uint64_t> kept_;
};

// Stretches of one state, from one state event to the next of the same core. A stretch
// that follows another of the same flow without a break is not its `first`.
class Episodes {
 public:
  Episodes(const catalog::Model& model, mfir::Sink& out, std::map<std::string, uint64_t>& counts);
  void take(const Happening& at, uint64_t flow);
  // The core's measured phase ends: what is open ends there, and nothing begins.
  void endCore(int core, uint64_t time);
  void finish(uint64_t time);

 private:
  struct Stretch {
    bool open = false;
    uint64_t flow = 0, ev0 = 0, t0 = 0, reason = 0, slots = 0;
    uint64_t cause = 0;   // what the last cause event of the flow named since ev0
    bool first = true;
    uint16_t thread = 0;
  };
  void close(uint32_t kind, int core, Stretch& stretch, uint64_t ev, uint64_t time, uint64_t flags);

  const catalog::Model& model_;
  std::vector<std::vector<uint32_t>> byEvent_;        // event type -> episodes that it moves
  std::vector<std::vector<uint32_t>> causesOf_;       // event type -> episodes that it may name the cause of
  std::map<std::pair<uint32_t, int>, Stretch> stretches_;
  std::vector<bool> ended_;                           // by core
  Table rows_;
  uint64_t next_ = 1;
};

// Recoveries: one row a squash, with how many it discarded.
class Epochs {
 public:
  Epochs(const catalog::Model& model, mfir::Sink& out, std::map<std::string, uint64_t>& counts);
  // Returns the epoch that the event makes the own flow a member of, 0 none.
  uint64_t take(const Happening& at, uint64_t flow, const std::vector<uint64_t>& refs);
  // A flow closes: if it had caused epochs they now know whether it was discarded itself.
  void closed(uint64_t flow, uint64_t epoch);
  void finish();

 private:
  struct Row {
    uint64_t epoch, cause, causeFlow, parent = 0, ev, time, recovered = 0, count = 0;
    int core;
    uint16_t thread;
    bool causeClosed = false, isRecovered = false;
  };
  void put(const Row& row);

  const catalog::Model& model_;
  std::map<uint64_t, Row> open_;                      // by epoch
  std::unordered_map<uint64_t, uint64_t> latest_;     // cause flow -> its latest epoch
  Table rows_;
  uint64_t next_ = 1;
};

}  // namespace mf::passes
