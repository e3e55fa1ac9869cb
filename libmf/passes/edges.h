// Causal edges: joins claims through the five channels.
//
// The question: which earlier event u let v happen, or decided how? A claim is the
// normal form of evidence; for each claim that takes something (consumes, acquires
// after a refusal, is granted after a denial, refers, reads) there is one rule that
// names u, in channels/, and no other. An edge has the measured gap t(v) - t(u), the
// declared minimum where there is one, and a bit `binding`: u is the last arrival, by
// t(u) + minimum, also against the event that the flow itself came from. All in-edges
// of v are known when v is processed, since u < v.
//
// Missing evidence: no producer, no full period, no winner, no definition is counted
// and makes no edge. A resource that was merely busy constrained nobody.
//
// Memory: producers keyed by a flow go with it, `retain` closings later; only the
// writers of the state channel stay, one for each line ever touched.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "libmf/passes/channels/channels.h"
#include "libmf/passes/claims.h"
#include "libmf/passes/pass.h"

namespace mf::passes {

class Edges final : public Pass {
 public:
  Edges(mfir::Sink& out, PassOptions options) : Pass("edges", "tenancy", out, std::move(options)) {}

  void events(mfir::EventBatch&& batch) override;
  void rows(mfir::RowBatch&& batch) override;
  void gate(const mfir::Gate& gate) override;

 protected:
  void begin() override;
  void finish(mfir::End& end) override;

 private:
  void forget(uint64_t flow);
  void take(const Happening& at, uint64_t own, uint64_t prevGap, bool hasPrev);
  void lookBack(const Happening& at, uint64_t own);   // claims that take: edges into this event
  void moveOn(const Happening& at, uint64_t own);     // claims that give: state for later events
  void add(const Happening& at, const catalog::Claim& claim, Cause cause, catalog::Channel channel, uint64_t node, uint64_t via);
  // `expected`: it belongs to the time before the window, or nothing is there to be found.
  void missing(const Happening& at, const catalog::Claim& claim, const char* code, bool expected = false);
  bool sawEverything() const;
  void write(const Happening& at, uint64_t prevGap, bool hasPrev);

  struct Found {
    Cause cause;
    catalog::Channel channel;
    uint32_t rule;
    uint64_t wmin, node, via;
    bool hasWmin, hasNode, hasVia;
  };

  std::unique_ptr<ClaimNodes> nodes_;
  std::unique_ptr<Producers> producers_;      // value
  std::unique_ptr<Producers> definitions_;    // speculation
  std::unique_ptr<Occupancies> occupancies_;
  std::unique_ptr<Arbiters> arbiters_;
  std::unique_ptr<Writers> writers_;          // state
  std::unique_ptr<Table> edgeRows_;
  std::vector<bool> bothWays_;                // by event type: takes or gives at all
  Closings closings_;
  std::vector<Found> found_;
  bool fromStart_ = false;
  bool domainShut_ = false;                   // at some time
  std::set<std::string> openedAtStart_;       // domains
  uint64_t carried_ = 0;                      // flows up to this one were there before the window
  uint64_t nextEdge_ = 1;
};

}  // namespace mf::passes
