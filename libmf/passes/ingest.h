// Binds a capture to the catalogs: native events become typed events of one total order.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>

#include "libmf/catalog/load.h"
#include "libmf/passes/bind.h"
#include "libmf/passes/pass.h"
#include "libmf/passes/reorder.h"

namespace mf::passes {

struct IngestOptions {
  std::string profile;                    // empty: the one the capture names
  std::vector<std::string> directories;   // --package
};

class Ingest final : public mfir::Sink {
 public:
  Ingest(mfir::Sink& out, IngestOptions ingest, PassOptions options);
  ~Ingest() override;

  void header(const mfir::Header& header) override;
  void events(mfir::EventBatch&& batch) override;
  void rows(mfir::RowBatch&& batch) override;
  void gate(const mfir::Gate& gate) override;
  void end(mfir::End&& end) override;

  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  void makeHeader(const mfir::Header& capture);
  mfir::EventBatch bind(const mfir::EventBatch& batch);
  uint64_t baseTime(uint64_t tick);
  void startAt(uint64_t tick);
  void flush(bool all);
  void hand(mfir::EventBatch&& batch);
  void handWords(std::vector<std::string> words);
  void digest(const mfir::EventBatch& batch);
  // The capture's next word; its code is looked up in names_. True when it is new.
  bool addName(const std::string& word);

  mfir::Sink& out_;
  IngestOptions ingest_;
  PassOptions options_;
  Diagnostics diagnostics_;
  catalog::Model model_;
  mfir::Header header_;
  std::vector<EventBinding> bindings_;
  std::optional<Reorder> reorder_;
  std::vector<std::string> words_;                       // of the stream: the model's, then new ones
  std::unordered_map<std::string, uint64_t> wordCodes_;
  std::vector<uint64_t> names_;                          // code in the capture, less 1, to code in the stream
  bool started_ = false;
  uint64_t tick0_ = 0;
  uint64_t nextEv_ = 1;
  uint64_t lastTime_ = 0;
  uint64_t maxHeld_ = 0;
  std::deque<mfir::Gate> gates_;      // not yet reached by the events handed on
  std::vector<mfir::Gate> history_;
  void* hash_ = nullptr;              // XXH3 state over the capture's content
};

}  // namespace mf::passes
