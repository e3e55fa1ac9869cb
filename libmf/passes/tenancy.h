// Occupancy: matches what acquires an entry with what releases it.
//
// The question: who held which entry of a finite resource, from when to when? The
// evidence is claims on events: acquire, coalesce (wait in another's entry), release.
// Entries with numbers are matched by number; without, by the flow, oldest first. An
// owner's release ends those that coalesced onto it. `occ` is how many owners were
// there just before the acquire, in ev order, so max(occ)+1 recovers the capacity
// whatever order a simulator evaluates its stages in.
//
// Refusals (stall, deny) and the acquire or grant that ends them make one row of
// waits. Lines of caches are tenancies with more columns: residencies.
//
// Missing evidence: a release of nothing, an owner that is not there, a node that the
// topology lacks are counted and make no row.
#pragma once

#include <memory>
#include <set>
#include <unordered_map>

#include "libmf/base/flat_map.h"
#include "libmf/passes/claims.h"
#include "libmf/passes/pass.h"
#include "libmf/passes/residency.h"
#include "libmf/passes/waits.h"

namespace mf::passes {

struct Tenant {
  uint64_t ten = 0, flow = 0, slot = 0, owner = 0;   // owner: of a coalesced one
  uint64_t evAcq = 0, tAcq = 0, occ = 0, flags = 0;
  uint64_t next = 0;                                 // the flow's next tenancy of this node, 0 none
  uint32_t node = 0;                                 // index
  bool hasSlot = false;
  bool byFlow = false;                               // found by its flow, numbered or not
  bool stale = false;                                // its domain was off; not yet named by the dump at its opening
  std::vector<uint64_t> joiners;                     // tenancies that coalesced onto it
};

class Tenancies final : public Pass {
 public:
  Tenancies(mfir::Sink& out, PassOptions options) : Pass("tenancy", "resolve", out, std::move(options)) {}

  void events(mfir::EventBatch&& batch) override;
  void rows(mfir::RowBatch&& batch) override;
  void gate(const mfir::Gate& gate) override;

 protected:
  void begin() override;
  void finish(mfir::End& end) override;

 private:
  struct Occupancy {
    uint64_t live = 0;          // owners; of a domain that opens again, those that its dump has named
    FlatMap<uint64_t> bySlot;   // slot -> tenancy
    FlatMap<uint64_t> byFlow;   // flow -> the oldest of its tenancies, each with the next
  };
  struct Rule {   // a tenancy's field names, as indexes of one event
    catalog::Index slot = catalog::NONE, reason = catalog::NONE;
    ResidencyFields residency;
  };

  void take(const Happening& at, uint64_t own, uint64_t& began);
  void countDecisions(const Happening& at);
  uint64_t acquire(const Happening& at, const catalog::Claim& claim, uint64_t flow, catalog::Index node);
  uint64_t coalesce(const Happening& at, const catalog::Claim& claim, uint64_t flow, catalog::Index node);
  void release(const Happening& at, const catalog::Claim& claim, uint64_t flow, catalog::Index node);
  uint64_t dumpedAgain(const Happening& at, const catalog::Claim& claim, uint64_t flow, catalog::Index node);
  void markStale(const std::vector<std::string>& domains);
  void sweep(const Happening& at);
  void releaseUnseen(uint64_t ten, const Happening& at);
  void releaseJoiners(const Tenant& owner, const Happening& at, uint64_t reason);
  Tenant& begin(const Happening& at, uint64_t flow, catalog::Index node);
  void appendToFlow(Tenant& tenant);
  Tenant takeOut(uint64_t ten);                      // of every table
  uint64_t slotOf(const Happening& at, const catalog::Claim& claim, const catalog::Tenancy& tenancy, catalog::Index node, bool& has) const;
  void write(const Tenant& tenant, uint64_t evRel, uint64_t tRel, uint64_t reason);
  uint64_t reasonWord(const Happening& at, const catalog::Claim& claim);
  const Rule& rule(const Happening& at, const catalog::Claim& claim) const;
  void count(const std::string& code, const Happening& at, catalog::Index node);

  std::unique_ptr<ClaimNodes> nodes_;
  std::vector<std::vector<Rule>> rules_;             // by event type, claim
  std::vector<Occupancy> occupancies_;               // by node index
  FlatMap<Tenant> live_;                             // by tenancy
  std::unique_ptr<Table> tenancyRows_;
  std::unique_ptr<Residencies> residencies_;
  std::unique_ptr<Waits> waits_;
  Words words_;
  Closings closings_;
  uint64_t nextTen_ = 1;
  bool snapshotSeen_ = false;
  std::set<std::string> shut_;                       // domains that shut since the last event
  bool sweeping_ = false;                            // a domain opened: what its dump does not name has gone unseen
  // Decisions are numbered by resolve in event order; counting along names the one
  // that an eviction's own event made.
  std::vector<std::vector<const catalog::Site*>> sites_;   // by event type
  uint64_t decisions_ = 0;
  bool madeDecision_ = false;
};

}  // namespace mf::passes
