#include "libmf/passes/pass.h"

#include <sys/resource.h>

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "libmf/catalog/link.h"

namespace mf::passes {

void Diagnostics::count(const std::string& code, const std::string& object, schema::Severity severity, uint64_t ev, std::string sample) {
  mfir::Diagnostic& entry = entries_[{code, object}];
  if (entry.count++ > 0) return;
  entry.pass = pass_;
  entry.code = code;
  entry.object = object;
  entry.severity = severity;
  entry.firstEv = ev;
  entry.sample = std::move(sample);
}

void Diagnostics::addTo(mfir::End& end) const {
  for (const auto& [key, entry] : entries_) end.diagnostics.push_back(entry);
}

bool Diagnostics::hasTrouble() const {
  for (const auto& [key, entry] : entries_) {
    if (entry.severity != schema::Severity::INFO) return true;
  }
  return false;
}

std::string Diagnostics::summary() const {
  uint64_t warnings = 0, errors = 0;
  std::vector<std::string> codes;
  for (const auto& [key, entry] : entries_) {
    if (entry.severity == schema::Severity::INFO) continue;
    (entry.severity == schema::Severity::WARNING ? warnings : errors) += entry.count;
    if (codes.size() < 4) codes.push_back(cat(entry.code, " (", entry.object, ") ", entry.count, " times, first at ev ", entry.firstEv));
  }
  return cat(warnings, " warnings, ", errors, " errors: ", join(codes, "; "));
}

Words::Words(const catalog::Model& model) {
  for (const std::string& word : model.words()) codes_.emplace(word, codes_.size() + 1);
}

uint64_t Words::code(const std::string& word) const { return word.empty() ? 0 : codes_.at(word); }

void Closings::add(const mfir::RowBatch& flows) {
  const auto* ids = flows.find("flow");
  const auto* closes = flows.find("ev_close");
  for (uint32_t i = 0; i < flows.count; ++i) {
    if (!closes->isNull(i)) waiting_.emplace_back(closes->values[i] + DELAY, ids->values[i]);
  }
}

void HeldRows::releaseTo(mfir::Sink& out) {
  for (mfir::RowBatch& batch : held_) out.rows(std::move(batch));
  held_.clear();
}

Pass::Pass(std::string name, std::string after, mfir::Sink& out, PassOptions options)
    : out_(out), options_(std::move(options)), diagnostics_(name), name_(std::move(name)), after_(std::move(after)) {}

void Pass::header(const mfir::Header& header) {
  if (header.get().getKind() == schema::StreamKind::CAPTURE) {
    throw Error(cat("this stream is a capture; mf-ingest comes before mf-", name_));
  }
  if (header.hasPass(name_)) throw Error(cat("mf-", name_, " was already applied to this stream"));
  if (!header.hasPass(after_)) throw Error(cat("mf-", after_, " was not applied to this stream; it comes before mf-", name_));
  model_ = catalog::link(header.get());
  mfir::Header signedHeader = header;
  sign(signedHeader);
  begin();
  out_.header(signedHeader);
}

void Pass::sign(mfir::Header& header) const {
  header.addPass(name_);
  if (options_.provenance) header.addProvenance("mf-" + name_, options_.version, options_.arguments);
}

void Pass::rows(mfir::RowBatch&& batch) {
  counts_[batch.table] += batch.count;
  rowsIn_ += batch.count;
  out_.rows(std::move(batch));
}

void Pass::handOn(mfir::EventBatch&& batch) {
  out_.events(std::move(batch));
  held_.releaseTo(out_);
}

void Pass::end(mfir::End&& end) {
  finish(end);
  held_.releaseTo(out_);
  end.counts.assign(counts_.begin(), counts_.end());
  diagnostics_.addTo(end);
  logInto(end);
  out_.end(std::move(end));
}

void Pass::logInto(mfir::End& end) const {
  if (!options_.provenance) return;
  mfir::PassLog log = mfir::usedSoFar(name_, options_.version, RUSAGE_SELF);
  log.rowsIn = rowsIn_ + end.events;
  log.rowsOut = end.events;
  for (const auto& [table, rows] : end.counts) log.rowsOut += rows;
  log.maxInflight = maxInflight_;
  end.passLog.push_back(log);
}

void Table::flush() {
  if (rows_.count == 0) return;
  counts_[rows_.table] += rows_.count;
  mfir::RowBatch full = rows_;
  rows_.clear();
  out_.rows(std::move(full));
}

}  // namespace mf::passes
