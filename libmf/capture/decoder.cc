#include "libmf/capture/decoder.h"

#include <algorithm>
#include <cstring>

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "libmf/capture/settings.h"
#include "libmf/microtracer/mf_shared.h"

namespace mf::capture {

namespace {

[[noreturn]] void damaged(const char* how) { throw Error(cat("the simulator's buffer is damaged: ", how)); }

std::vector<std::string_view> textsOf(const char* at, size_t bytes) {
  std::vector<std::string_view> texts;
  const char* const end = at + bytes;
  while (at < end) {
    const char* stop = std::find(at, end, '\0');
    texts.emplace_back(at, stop - at);
    at = stop + 1;
  }
  return texts;
}

}  // namespace

size_t Decoder::take(const char* at, size_t bytes, size_t enough, uint16_t ring) {
  if (ring >= rings_.size()) rings_.resize(ring + 1u);
  Ring& state = rings_[ring];
  const char* const start = at;
  const char* const end = at + bytes;
  const char* const stop = at + std::min(bytes, enough);
  while (at < stop) {
    uint16_t kind;
    std::memcpy(&kind, at, sizeof kind);
    if (kind == MF_RECORD_STEP) {
      mf_control step;
      std::memcpy(&step, at, sizeof step);
      state.time += step.size;
      at += sizeof step;
    } else if (kind < kindCount_) {
      builder_->add(at, kind, state.time, ring, state.snapshot);
      at += builder_->recordSize(kind);
      if (builder_->isFull()) cut();
    } else if (kind == MF_RECORD_TURN) {
      break;
    } else {
      at += takeControl(at, static_cast<size_t>(end - at), state);
    }
  }
  if (at > end) damaged("a record is published in part");
  if (builder_) builder_->settle();
  lastTime_ = std::max(lastTime_, state.time);
  return static_cast<size_t>(at - start);
}

// Returns how many bytes it was.
size_t Decoder::takeControl(const char* at, size_t bytes, Ring& ring) {
  mf_control head;
  if (bytes < sizeof head) damaged("a record is cut");
  std::memcpy(&head, at, sizeof head);
  if (head.size < sizeof head || head.size > bytes || head.size % 8 != 0) damaged("a record has an impossible size");
  switch (head.kind) {
    case MF_RECORD_PAD: break;
    case MF_RECORD_TIME:
      if (head.size < 16) damaged("a time is cut");
      std::memcpy(&ring.time, at + sizeof head, sizeof ring.time);
      break;
    case MF_RECORD_SETUP:
    case MF_RECORD_SCHEMA:
    case MF_RECORD_WORD: takeText(head.kind, head.argument, at + sizeof head, head.size - sizeof head); break;
    case MF_RECORD_BEGIN: begin(); break;
    case MF_RECORD_GATE: takeGate(at, head.size); break;
    case MF_RECORD_SNAPSHOT: ring.snapshot = head.argument != 0; break;
    case MF_RECORD_END:
      ended_ = true;
      endedByCall_ = head.argument != 0;
      break;
    default: damaged("a record is of no known kind");
  }
  return head.size;
}

void Decoder::takeText(uint16_t kind, uint16_t argument, const char* text, size_t bytes) {
  if (kind == MF_RECORD_WORD) return takeWord(argument, std::string(text, strnlen(text, bytes)));
  if (builder_) throw Error("the simulator's probe describes the machine after mf_begin()");
  if (kind == MF_RECORD_SCHEMA) {
    schemaText_.append(text, std::min<size_t>(argument, bytes));
    return;
  }
  // The record is padded with zeros: no text of it is empty at its end but by the count of its verb.
  auto texts = textsOf(text, bytes);
  static const std::map<std::string_view, size_t> COUNTS = {{"attach", 4}, {"clock", 4}, {"node", 8},
                                                            {"set", 4},    {"link", 3},  {"workload", 3}};
  const auto count = COUNTS.find(texts.empty() ? std::string_view() : texts[0]);
  if (count != COUNTS.end()) texts.resize(count->second);
  topology_.take(texts);
}

void Decoder::takeWord(uint16_t number, std::string word) {
  if (number <= words_.size()) return;  // told twice: coined while the simulator attached
  wordsEarly_[number] = std::move(word);
  for (auto next = wordsEarly_.begin(); next != wordsEarly_.end() && next->first == words_.size() + 1;) {
    words_.push_back(std::move(next->second));
    next = wordsEarly_.erase(next);
  }
}

void Decoder::begin() {
  if (builder_) damaged("it begins twice");
  schema_ = parseSchema(schemaText_);
  mfir::Header header;
  auto out = header.edit();
  out.setKind(schema::StreamKind::CAPTURE);
  topology_.complete();
  topology_.fill(out);
  if (!extras_.profile.empty()) out.setProfileName(extras_.profile);
  if (!extras_.overrides.empty()) out.setOverrides(extras_.overrides);
  auto events = out.initSchema(static_cast<unsigned>(schema_.size()));
  for (unsigned i = 0; i < schema_.size(); i++) {
    events[i].setName(schema_[i].name);
    events[i].setDomain(schema_[i].domain);
    auto fields = events[i].initFields(static_cast<unsigned>(schema_[i].fields.size()));
    for (unsigned j = 0; j < fields.size(); j++) {
      fields[j].setName(schema_[i].fields[j].name);
      fields[j].setType(schema_[i].fields[j].type);
      fields[j].setOf(schema_[i].fields[j].of);
    }
  }
  auto words = out.initWords(static_cast<unsigned>(words_.size()));
  for (unsigned i = 0; i < words.size(); i++) words.set(i, words_[i]);
  wordsSent_ = words_.size();
  if (extras_.provenance) header.addProvenance("mf-capture", extras_.version, extras_.arguments);
  builder_ = std::make_unique<BatchBuilder>(schema_);
  kindCount_ = builder_->kindCount();
  sink_.header(header);
}

void Decoder::cut() {
  if (!builder_ || builder_->isEmpty()) return;
  mfir::EventBatch batch = builder_->take();
  batch.words.assign(words_.begin() + static_cast<std::ptrdiff_t>(wordsSent_), words_.end());
  wordsSent_ = words_.size();
  sink_.events(std::move(batch));
}

void Decoder::takeGate(const char* at, size_t bytes) {
  mf_gate_record record;
  if (bytes < sizeof record || !builder_) damaged("a gate is cut");
  std::memcpy(&record, at, sizeof record);
  mfir::Gate gate;
  gate.time = record.time;
  gate.open = domainsIn(record.open);
  gate.shut = domainsIn(record.shut);
  gate.snapshot = (record.control.argument & MF_GATE_SNAPSHOT) != 0;
  gate.roi = (record.control.argument & MF_GATE_ROI) != 0;
  gate.fromStart = (record.control.argument & MF_GATE_FROM_START) != 0;
  gate.core = record.core;
  gate.trigger.assign(at + sizeof record, strnlen(at + sizeof record, bytes - sizeof record));
  lastTime_ = std::max(lastTime_, gate.time);
  cut();
  sink_.gate(gate);
  gates_.push_back(std::move(gate));
}

void Decoder::finish(mfir::End&& end) {
  cut();
  end.events = builder_->total();
  end.lastTime = lastTime_;
  end.words = words_;
  end.gates = gates_;
  sink_.end(std::move(end));
}

}  // namespace mf::capture
