#include "libmf/passes/ingest.h"

#include <sys/resource.h>
#include <xxhash.h>

#include <algorithm>

#include "libmf/base/error.h"
#include "libmf/base/made.h"
#include "libmf/base/text.h"
#include "libmf/catalog/link.h"

namespace mf::passes {

namespace {

XXH3_state_t* state(void* hash) { return static_cast<XXH3_state_t*>(hash); }

void digestValues(void* hash, const void* data, size_t size) { XXH3_64bits_update(state(hash), data, size); }

uint64_t slowestPeriod(const catalog::Model& model) {
  uint64_t slowest = 1;
  for (const catalog::Clock& clock : model.clocks) slowest = std::max(slowest, clock.period);
  return slowest;
}

}  // namespace

Ingest::Ingest(mfir::Sink& out, IngestOptions ingest, PassOptions options)
    : out_(out), ingest_(std::move(ingest)), options_(std::move(options)), diagnostics_("ingest"), hash_(made(XXH3_createState())) {
  XXH3_64bits_reset(state(hash_));
}

Ingest::~Ingest() { XXH3_freeState(state(hash_)); }

// The capture's header, with packages, profile and the passes' names added. It is
// handed on with the first event or gate, whose time is the origin of all times.
void Ingest::header(const mfir::Header& capture) {
  const auto in = capture.get();
  if (in.getKind() != schema::StreamKind::CAPTURE) throw Error("mf-ingest was already applied to this stream: it is no capture");
  makeHeader(capture);
  const auto header = header_.get();
  model_ = catalog::link(header);
  bindings_ = bindEvents(in, model_, header.getProfile());
  for (const EventBinding& binding : bindings_) {
    if (binding.event == catalog::NONE) {
      diagnostics_.count("unknown_event", binding.native, schema::Severity::INFO, 0, "declared by the capture, by no catalog in use");
    }
  }
  reorder_.emplace(slowestPeriod(model_));
  words_ = model_.words();
  for (size_t i = 0; i < words_.size(); ++i) wordCodes_.emplace(words_[i], i + 1);
  for (const auto word : in.getWords()) addName(word.cStr());
  auto words = header_.edit().initWords(static_cast<unsigned>(words_.size()));
  for (unsigned i = 0; i < words.size(); ++i) words.set(i, words_[i]);
}

bool Ingest::addName(const std::string& word) {
  const auto [found, isNew] = wordCodes_.emplace(word, words_.size() + 1);
  if (isNew) words_.push_back(word);
  names_.push_back(found->second);
  return isNew;
}

void Ingest::makeHeader(const mfir::Header& capture) {
  const auto in = capture.get();
  std::vector<catalog::Problem> problems;
  const catalog::Library library(ingest_.directories);
  header_ = capture;
  auto out = header_.edit();
  out.setKind(schema::StreamKind::MFIR);
  std::vector<std::string> names;
  const std::string profileName = ingest_.profile.empty() ? std::string(in.getProfileName().cStr()) : ingest_.profile;
  if (!profileName.empty()) {
    const auto profile = library.profile(profileName, problems);
    const std::string simulator = in.getSimulator().cStr();
    if (!simulator.empty() && profile.get().getSimulator().size() != 0 && simulator != profile.get().getSimulator().cStr()) {
      throw Error(cat("profile ", quoted(profileName), " is for ", profile.get().getSimulator().cStr(), ", the capture is of ", simulator));
    }
    for (const auto name : profile.get().getPackages()) names.emplace_back(name.cStr());
    out.setProfile(profile.get());
    out.setProfileName(profileName);
  }
  for (const auto package : in.getPackages()) names.emplace_back(package.getName().cStr());
  for (const std::string& directory : ingest_.directories) names.push_back(catalog::readPackageFolder(directory).name);
  const auto packages = library.packages(names, problems);
  catalog::throwIfAny(problems);
  catalog::linkPackages(packages, problems);   // for line and column in what it says
  catalog::throwIfAny(problems);
  auto list = out.initPackages(static_cast<unsigned>(packages.size()));
  for (unsigned i = 0; i < list.size(); ++i) {
    list[i].setName(packages[i].name);
    auto files = list[i].initFiles(static_cast<unsigned>(packages[i].files.size()));
    for (unsigned j = 0; j < files.size(); ++j) files.setWithCaveats(j, packages[i].files[j].get());
  }
  header_.addPass("ingest");
  if (options_.provenance) {
    header_.addProvenance("mf-ingest", options_.version, options_.arguments);
  } else {
    header_.edit().initProvenance(0);
  }
}

// The origin: a little before the first record, so that records that the window lets
// come later still have times of their own.
void Ingest::startAt(uint64_t tick) {
  if (started_) return;
  started_ = true;
  const uint64_t slack = slowestPeriod(model_) * model_.ticksPerUnit;
  const uint64_t cycle = model_.refPeriod * model_.ticksPerUnit;
  const uint64_t room = (slack + cycle - 1) / cycle * cycle;
  tick0_ = tick >= room ? tick - room : tick % model_.ticksPerUnit;
  auto out = header_.edit();
  out.setTick0(tick0_);
  out.setBaseUnit(model_.baseUnit);
  out.setRefPeriod(model_.refPeriod);
  // Words travel with events from here on, wherever the capture had them.
  mfir::EventBatch words;
  for (const auto word : header_.get().getWords()) words.words.emplace_back(word.cStr());
  out.initWords(0);
  out_.header(header_);
  if (!words.words.empty()) handWords(std::move(words.words));
}

void Ingest::handWords(std::vector<std::string> words) {
  mfir::EventBatch batch;
  batch.firstEv = nextEv_;
  batch.words = std::move(words);
  out_.events(std::move(batch));
}

uint64_t Ingest::baseTime(uint64_t tick) {
  if (tick < tick0_) {
    diagnostics_.count("late_event", "", schema::Severity::ERROR, nextEv_, cat("tick ", tick, " is before the capture's first, ", tick0_));
    return 0;
  }
  const uint64_t since = tick - tick0_;
  if (since % model_.ticksPerUnit != 0) {
    throw Error(cat("clock_mismatch: tick ", tick, " is no multiple of the base unit, ", model_.baseUnit, ", from ", tick0_));
  }
  return since / model_.ticksPerUnit;
}

void Ingest::events(mfir::EventBatch&& batch) {
  if (batch.count == 0) return;
  startAt(*std::min_element(batch.time.begin(), batch.time.end()));
  digest(batch);
  mfir::EventBatch bound = bind(batch);
  if (!bound.words.empty()) {
    handWords(std::move(bound.words));
    bound.words.clear();
  }
  reorder_->add(std::move(bound));
  maxHeld_ = std::max(maxHeld_, reorder_->held());
  flush(false);
}

// Native rows to model rows, column by column where nothing is left out.
mfir::EventBatch Ingest::bind(const mfir::EventBatch& batch) {
  mfir::EventBatch out;
  for (const std::string& word : batch.words) {
    if (addName(word)) out.words.push_back(word);
  }
  std::vector<std::vector<uint8_t>> kept(batch.groups.size());   // by group: which rows a map's condition keeps
  for (size_t g = 0; g < batch.groups.size(); ++g) {
    const mfir::EventGroup& group = batch.groups[g];
    if (group.type >= bindings_.size()) throw Error(cat("an event has type ", group.type, "; the capture declares ", bindings_.size()));
    const EventBinding& binding = bindings_[group.type];
    if (group.fields.size() != binding.nativeFields) {
      throw Error(cat("event ", quoted(binding.native), " has ", group.fields.size(), " columns; the capture declares ", binding.nativeFields));
    }
    kept[g].assign(group.count, binding.event != catalog::NONE);
    if (binding.event == catalog::NONE) continue;
    for (uint32_t row = 0; row < group.count; ++row) {
      kept[g][row] = binding.when.holds([&](catalog::Index field) { return group.fields[field][row]; });
    }
    mfir::EventGroup& target = out.group(static_cast<uint16_t>(binding.event));
    target.fields.resize(binding.fields.size());
  }
  for (mfir::Cursor at(batch); at.next();) {
    if (!kept[at.groupIndex()][at.row()]) continue;
    const EventBinding& binding = bindings_[at.type()];
    ++out.count;
    out.type.push_back(static_cast<uint16_t>(binding.event));
    out.time.push_back(baseTime(at.time()));
    out.snapshot.push_back(at.snapshot() ? uint8_t{1} : uint8_t{0});
    out.thread.push_back(at.thread());
    mfir::EventGroup& target = out.group(static_cast<uint16_t>(binding.event));
    ++target.count;
    for (size_t i = 0; i < binding.fields.size(); ++i) {
      const FieldBinding& field = binding.fields[i];
      uint64_t value = field.from == catalog::NONE ? 0 : at.group().fields[field.from][at.row()];
      if (field.num != field.den) {
        if (value * field.num % field.den != 0) throw Error(cat("value ", value, " of ", binding.native, " is no multiple of ", field.den));
        value = value * field.num / field.den;
      }
      if (!field.words.empty()) value = value < field.words.size() ? field.words[value] : 0;
      if (field.isName) value = value > 0 && value <= names_.size() ? names_[value - 1] : 0;
      if (field.isTime && value != 0) value = baseTime(value);
      target.fields[i].push_back(value);
    }
  }
  return out;
}

void Ingest::digest(const mfir::EventBatch& batch) {
  digestValues(hash_, batch.type.data(), batch.type.size() * sizeof(uint16_t));
  digestValues(hash_, batch.time.data(), batch.time.size() * sizeof(uint64_t));
  for (const mfir::EventGroup& group : batch.groups) {
    for (const mfir::Values& column : group.fields) digestValues(hash_, column.data(), column.size() * sizeof(uint64_t));
  }
  for (const std::string& word : batch.words) digestValues(hash_, word.data(), word.size());
}

void Ingest::rows(mfir::RowBatch&&) { throw Error("a capture holds no rows"); }

void Ingest::gate(const mfir::Gate& gate) {
  startAt(gate.time);
  mfir::Gate converted = gate;
  converted.time = baseTime(gate.time);
  gates_.push_back(converted);
  history_.push_back(converted);
  digestValues(hash_, &converted.time, sizeof converted.time);
}

// Events that are settled, with each gate at its place: an opening before the events
// of its time, a shutting after them.
void Ingest::flush(bool all) {
  while (!gates_.empty()) {
    const mfir::Gate gate = gates_.front();
    const uint64_t cut = gate.open.empty() ? gate.time + 1 : gate.time;
    if (!all && cut > reorder_->settled()) break;
    hand(reorder_->take(all, cut));
    out_.gate(gate);
    gates_.pop_front();
  }
  const uint64_t next = gates_.empty() ? UINT64_MAX : gates_.front().time;
  hand(reorder_->take(all, next));
}

void Ingest::hand(mfir::EventBatch&& batch) {
  if (batch.count == 0) return;
  batch.firstEv = nextEv_;
  nextEv_ += batch.count;
  lastTime_ = batch.time.back();
  out_.events(std::move(batch));
}

void Ingest::end(mfir::End&& end) {
  startAt(0);
  flush(true);
  if (reorder_->lateCount() > 0) {
    diagnostics_.count("late_event", "", schema::Severity::ERROR, 0, cat(reorder_->lateCount(), " events came later than the reorder window"));
  }
  if (reorder_->tiedCount() > 0) {
    diagnostics_.count("tied_threads", "", schema::Severity::INFO, 0, cat(reorder_->tiedCount(), " pairs of events of one time and two threads"));
  }
  end.orderExact = reorder_->tiedCount() == 0;
  end.events = nextEv_ - 1;
  end.counts.clear();
  end.words = words_;
  end.gates = history_;
  end.lastTime = end.lastTime > tick0_ ? std::max(lastTime_, (end.lastTime - tick0_) / model_.ticksPerUnit) : lastTime_;
  char uid[17];
  std::snprintf(uid, sizeof uid, "%016llx", static_cast<unsigned long long>(XXH3_64bits_digest(state(hash_))));
  end.runUid = uid;
  diagnostics_.addTo(end);
  if (!options_.provenance) {
    end.passLog.clear();
  } else {
    mfir::PassLog log = mfir::usedSoFar("ingest", options_.version, RUSAGE_SELF);
    log.rowsIn = log.rowsOut = end.events;
    log.maxInflight = maxHeld_;
    end.passLog.push_back(log);
  }
  out_.end(std::move(end));
}

}  // namespace mf::passes
