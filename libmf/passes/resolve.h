// Identity resolution: replays each event through the declared lifecycles, so that
// native keys become flows once and are never looked at again.
//
// The question: which unit of work does this event speak of? A key alone does not
// say, since simulators reuse keys (slots, pointers, sequence numbers after a squash).
// The idea: keep the flow that each key names at this moment. An opening event makes
// a flow; later events with the key extend it; a closing event ends it, and for a
// while it stays addressable, so that a consumer may still name its producer. Events
// come in total order, so what a key names at an event is what it named in the machine.
//
// Missing evidence: an event whose key names nothing opens a flow marked SYNTH_OPEN,
// counted; a reference that names nothing resolves to 0, counted. With no ROI end in
// the stream nothing is closed by invention: open flows leave with OPEN_AT_END.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <unordered_map>

#include "libmf/passes/lifecycle.h"
#include "libmf/passes/overlays.h"
#include "libmf/passes/pass.h"
#include "libmf/passes/retired_stream.h"

namespace mf::passes {

class Resolve final : public Pass {
 public:
  Resolve(mfir::Sink& out, PassOptions options) : Pass("resolve", "ingest", out, std::move(options)) {}

  void events(mfir::EventBatch&& batch) override;
  void gate(const mfir::Gate& gate) override;

 protected:
  void begin() override;
  void finish(mfir::End& end) override;

 private:
  void take(Happening& at, uint64_t& flow, uint64_t& prev, uint64_t& prevGap);
  void resolveRefs(Happening& at);
  uint64_t ownFlow(const Happening& at, Flow*& live, Named*& closed);
  bool isSomeBirthUnseen(catalog::Index kind) const;
  Flow* openFlow(const Happening& at, uint32_t kind);
  Flow& carried(const Happening& at);
  void closeFlow(Flow& flow, const Happening& at, const std::string& reason);
  void writeFlow(Flow& flow);
  void writeKind(const Flow& flow, const catalog::FlowKind& kind, size_t offset, const catalog::FlowKind* preferred, size_t table);
  void retire(Flow& flow);
  uint64_t nodeCore(uint64_t node) const;
  void markStale(const std::vector<std::string>& domains);
  void sweep(const Happening& at);
  schema::Severity prefixSeverity() const { return snapshotSeen_ ? schema::Severity::ERROR : schema::Severity::WARNING; }

  std::unique_ptr<FlowTable> flows_;
  std::unique_ptr<Lifecycle> lifecycle_;
  std::unique_ptr<Decisions> decisions_;
  std::unique_ptr<Episodes> episodes_;
  std::unique_ptr<Epochs> epochs_;
  std::unique_ptr<RetiredStreams> streams_;
  std::unique_ptr<Table> flowRows_;
  std::vector<std::unique_ptr<Table>> kindRows_;    // by kind
  Words words_;
  std::vector<Named> refNames_;                     // parallel to the refs, where those are not 0
  struct Retired {                                  // so far on a core
    uint64_t instructions = 0, uops = 0;            // whole ones; micro-operations of the one under way
  };
  std::vector<Retired> retired_;                    // by core
  std::vector<bool> retiring_;                      // by event type: its stage is commit
  Flow carried_;
  uint64_t instsRetired_ = 0;
  bool snapshotSeen_ = false;
  std::set<std::string> shut_;                      // domains that shut since the last event
  bool sweeping_ = false;                           // a domain opened: what its dump does not name has gone unseen
  std::set<std::string> openDomains_;
  std::vector<std::string> kindDomain_;             // by kind: of the events that open it
  catalog::Index instKind_ = catalog::NONE;
  struct Cells {                                    // of a kind's columns that resolve fills itself; SIZE_MAX none
    size_t pc = SIZE_MAX, retireIdx = SIZE_MAX, uop = SIZE_MAX, more = SIZE_MAX, epoch = SIZE_MAX, decision = SIZE_MAX;
  };
  std::vector<Cells> cells_;                        // by kind
};

}  // namespace mf::passes
