// The interface of a pass, and what all passes share.
//
// A pass is a sink of a stream that hands on everything it was given, plus what it
// adds, to the next sink. pipeline.h says in what order passes run and what each
// may assume. Derived classes override the parts they care about.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "libmf/catalog/model.h"
#include "libmf/mfir/stream.h"

namespace mf::passes {

// How a tool wants its pass to behave.
struct PassOptions {
  std::string version;
  std::vector<std::string> arguments;   // of the command line, for the provenance
  bool provenance = true;               // false: no trace of command lines and costs
};

// Counts what is worth telling, by (code, object); first occurrence kept.
class Diagnostics {
 public:
  explicit Diagnostics(std::string pass) : pass_(std::move(pass)) {}
  void count(const std::string& code, const std::string& object, schema::Severity severity, uint64_t ev, std::string sample = "");
  void addTo(mfir::End& end) const;
  // Anything worse than information?
  bool hasTrouble() const;
  // "3 warnings, 0 errors", and the codes, for the talk on stderr.
  std::string summary() const;

 private:
  std::string pass_;
  std::map<std::pair<std::string, std::string>, mfir::Diagnostic> entries_;
};

// Keeps rows back until the events they speak of have been handed on: rows always
// come after those events in a stream.
class HeldRows final : public mfir::Sink {
 public:
  void rows(mfir::RowBatch&& batch) override { held_.push_back(std::move(batch)); }
  void releaseTo(mfir::Sink& out);

  void header(const mfir::Header&) override {}
  void events(mfir::EventBatch&&) override {}
  void gate(const mfir::Gate&) override {}
  void end(mfir::End&&) override {}

 private:
  std::vector<mfir::RowBatch> held_;
};

// Codes of the words that passes write (Model::words()), counted from 1.
class Words {
 public:
  Words() = default;
  explicit Words(const catalog::Model& model);
  // 0 for the empty word. Any other must be one of the model's.
  uint64_t code(const std::string& word) const;

 private:
  std::unordered_map<std::string, uint64_t> codes_;
};

// Flows that closed, told to a later pass. Their rows come some while after the event that
// closed them, how long depends on how the stream is cut; so a pass acts on a closing a
// fixed number of events after it, beyond any such delay.
class Closings {
 public:
  void add(const mfir::RowBatch& flows);
  // Calls `closed` for each flow whose closing is due at event `ev`.
  template <typename Closed>
  void due(uint64_t ev, Closed closed) {
    for (; !waiting_.empty() && waiting_.front().first <= ev; waiting_.pop_front()) closed(waiting_.front().second);
  }

 private:
  static constexpr uint64_t DELAY = uint64_t{1} << 20;
  std::deque<std::pair<uint64_t, uint64_t>> waiting_;   // (due, flow)
};

class Pass : public mfir::Sink {
 public:
  Pass(std::string name, std::string after, mfir::Sink& out, PassOptions options);

  // Checks that the pass before was applied and this one was not, links the model,
  // signs the header and hands it on.
  void header(const mfir::Header& header) override;
  void events(mfir::EventBatch&& batch) override { out_.events(std::move(batch)); }
  void rows(mfir::RowBatch&& batch) override;
  void gate(const mfir::Gate& gate) override { out_.gate(gate); }
  // Calls finish(), then hands on the end with this pass's counts and diagnostics.
  void end(mfir::End&& end) override;

  const Diagnostics& diagnostics() const { return diagnostics_; }

 protected:
  // The header is linked: build tables.
  virtual void begin() {}
  // The last rows.
  virtual void finish(mfir::End&) {}

  // Hands on events, then the rows that were made of them.
  void handOn(mfir::EventBatch&& batch);

  void sign(mfir::Header& header) const;
  void logInto(mfir::End& end) const;

  mfir::Sink& out_;
  HeldRows held_;             // where a pass's tables go
  PassOptions options_;
  catalog::Model model_;
  Diagnostics diagnostics_;
  uint64_t maxInflight_ = 0;
  uint64_t rowsIn_ = 0;
  std::map<std::string, uint64_t> counts_;   // rows handed on, by table

 private:
  std::string name_;
  std::string after_;
};

// Rows of one table on their way out, in batches.
class Table {
 public:
  Table(std::string name, std::vector<std::string> columns, mfir::Sink& out, std::map<std::string, uint64_t>& counts)
      : rows_(std::move(name), columns), out_(out), counts_(counts) {}

  void put(uint64_t value) { rows_.put(value); }
  void putNull() { rows_.putNull(); }
  void putOrNull(uint64_t value) { value == 0 ? rows_.putNull() : rows_.put(value); }
  template <typename... Values>
  void putAll(Values... values) {
    (rows_.put(static_cast<uint64_t>(values)), ...);
  }
  void endRow() {
    rows_.endRow();
    if (rows_.count == ROWS) flush();
  }
  void flush();

 private:
  static constexpr uint32_t ROWS = 4096;
  mfir::RowBatch rows_;
  mfir::Sink& out_;
  std::map<std::string, uint64_t>& counts_;
};

}  // namespace mf::passes
