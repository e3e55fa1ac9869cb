// A cycle of a core, youngest stage last, and the stages from issue to retirement.
#include "probes/refsim/core.h"

#include <algorithm>
#include <bit>

namespace refsim {

Core::Core(unsigned number, Source& source, Cache& l1d, Shared& shared)
    : number_(number),
      source_(source),
      l1d_(l1d),
      shared_(shared),
      config_(shared.config),
      predictor_(shared.config.predictor),
      rob_(std::bit_ceil(shared.config.rob)),
      mask_(rob_.size() - 1),
      lq_(shared.config.lq) {
  for (size_t slot = lq_.size(); slot-- > 0;) freeLoads_.push_back(static_cast<uint16_t>(slot));
}

void Core::step() {
  completeWhatIsDue();
  headState(retire());
  sendLoads();
  drainStores();
  issue();
  const bool walks = squash_.walking;
  if (walks) walk();
  if (walks)
    dispatchState(squash_.walking ? squash_.reason : recovering_, config_.dispatchWidth);
  else
    dispatch();
  decode();
  fetch();
}

Time Core::wake(Time since) const {
  Time at = executing_.empty() ? NEVER : executing_.top().at;
  const auto soonest = [&](Time time) {
    if (time > since) at = std::min(at, time);
  };
  if (decoded_ > 0) soonest(front_.front().ready);
  if (decoded_ < front_.size()) soonest(front_[decoded_].ready);
  soonest(fetchResumes_);
  return at;
}

// ---- Completion
void Core::completeWhatIsDue() {
  while (!executing_.empty() && executing_.top().at <= shared_.now) {
    const Done done = executing_.top();
    executing_.pop();
    shared_.active = true;
    if (done.place < tail_ && at(done.place).key == done.key) execute(done.place, at(done.place));
  }
  // In program order, so that what one squashes is not completed after it.
  std::sort(completing_.begin(), completing_.end());
  for (const uint64_t place : completing_) {
    if (place >= head_ && place < tail_ && at(place).executed && !at(place).completed && at(place).loadsLeft == 0)
      complete(place, at(place));
  }
  completing_.clear();
}

// The function unit is done: of a load, the address is known.
void Core::execute(uint64_t place, Inst& inst) {
  inst.executed = true;
  for (unsigned i = 0; i < inst.loadCount; ++i) toSend_.push_back(inst.loads[i].slot);
  if (inst.loadsLeft == 0) completing_.push_back(place);
}

void Core::complete(uint64_t place, Inst& inst) {
  inst.completed = mayIssue_ = shared_.active = true;
  storesReady(place, inst);
  mf_inst_complete(nodes.self, inst.key, place == head_);
  if (inst.mispredicted) mispredicted(place, inst);
}

// ---- Retirement
unsigned Core::retire() {
  unsigned retired = 0;
  while (retired < config_.retireWidth && head_ < tail_ && at(head_).completed && !isDoomed(head_)) {
    Inst& inst = at(head_);
    if (inst.is.isConditional && !inst.forced) predictor_.train(inst.is.pc, inst.history, inst.is.taken);
    for (StoreEntry& store : sq_)
      if (store.key == inst.key) store.retired = true;
    mf_inst_retire(nodes.self, inst.key);
    source_.retired(inst.is.path);
    ++head_;
    ++retired;
    ++counts.instructions;
    if (++retired_ % CAUTION == 0) cautious_.fill(false);
  }
  if (retired == 0) return 0;
  shared_.active = true;
  mf_retired(static_cast<int>(number_), counts.instructions);
  return retired;
}

void Core::headState(unsigned retired) {
  const bool blocked = retired == 0 && head_ < tail_ && !isDoomed(head_);
  const uint64_t key = head_ < tail_ ? at(head_).key : 0;
  uint8_t reason = MF_HEAD_REASON_NONE;
  if (blocked) {
    const Inst& head = at(head_);
    reason = !head.issued         ? MF_HEAD_REASON_EXECUTE
             : head.loadsLeft > 0 ? MF_HEAD_REASON_MEMORY
                                  : MF_HEAD_REASON_LATENCY;
    if (account_ != nullptr)
      account_->observe(shared_.now, key,
                        !head.issued         ? Account::State::WAITS_TO_EXECUTE
                        : head.loadsLeft > 0 ? Account::State::WAITS_FOR_DATA
                                             : Account::State::EXECUTES,
                        counts.instructions);
  } else if (account_ != nullptr) {
    account_->observe(shared_.now, 0, Account::State::NONE, 0);
  }
  if (reason == headReason_ && (reason == MF_HEAD_REASON_NONE || key == headInst_)) return;
  counts.headCycles[headReason_] += (shared_.now - headSince_) / config_.period;
  headReason_ = reason;
  headInst_ = key;
  headSince_ = shared_.now;
  mf_head_state(nodes.self, key, reason);
}

// ---- Issue
bool Core::isReady(const Inst& inst) const {
  return std::none_of(inst.sources.begin(), inst.sources.end(),
                      [&](const Producer& source) { return isLive(source) && !at(source.at).completed; });
}

void Core::issue() {
  if (!mayIssue_) return;
  mayIssue_ = false;
  unsigned issued = 0, loads = 0;
  size_t kept = 0;
  for (const uint64_t place : iq_) {
    Inst& inst = at(place);
    if (!isReady(inst)) {
      iq_[kept++] = place;
    } else if (issued == config_.issueWidth || (loads > 0 && loads + inst.loadCount > config_.loadPorts)) {
      mayIssue_ = true;  // next cycle
      iq_[kept++] = place;
    } else {
      issueOne(place, inst);
      ++issued;
      loads += inst.loadCount;
    }
  }
  iq_.resize(kept);
}

void Core::issueOne(uint64_t place, Inst& inst) {
  inst.issued = shared_.active = true;
  mf_inst_issue(nodes.self, inst.key, inst.sources[0].key, inst.sources[1].key, inst.sources[2].key,
                inst.sources[3].key);
  executing_.push({shared_.now + inst.is.latency * config_.period, place, inst.key});
}

// ---- The measured phase
void Core::measure() {
  settle();
  counts = CoreCounts{};
  if (account_ != nullptr) account_->begin(shared_.now);
}

void Core::measured() {
  settle();
  if (account_ != nullptr) account_->end(shared_.now);
}

void Core::settle() {
  counts.headCycles[headReason_] += (shared_.now - headSince_) / config_.period;
  counts.lostSlots[dispatchReason_] += dispatchSlots_ * ((shared_.now - dispatchSince_) / config_.period);
  headSince_ = dispatchSince_ = shared_.now;
  // The next cycle tells its states whatever they are.
  headReason_ = dispatchReason_ = 0;
  headInst_ = dispatchInst_ = UINT64_MAX;
  dispatchSlots_ = 0;
}

void Core::dump() {
  const auto fetched = [&](const Inst& inst) { mf_inst_fetch(nodes.self, inst.key, inst.is.pc, inst.is.opclass, 0); };
  for (uint64_t place = head_; place < tail_; ++place) {
    const Inst& inst = at(place);
    fetched(inst);
    mf_inst_decode(nodes.self, inst.key);
    mf_inst_dispatch(nodes.self, inst.key);
    if (!inst.issued) mf_inst_schedule(nodes.self, inst.key);
    for (unsigned i = 0; i < inst.loadCount; ++i)
      if (!inst.loads[i].done) mf_lq_insert(nodes.self, inst.key, inst.loads[i].slot, inst.loads[i].vaddr);
  }
  for (size_t i = 0; i < front_.size(); ++i) {
    fetched(front_[i]);
    if (i < decoded_) mf_inst_decode(nodes.self, front_[i].key);
  }
  for (const StoreEntry& store : sq_) {
    if (store.retired) mf_inst_fetch(nodes.self, store.key, 0, MF_OPCLASS_STORE, 0);
    mf_sq_insert(nodes.self, store.key, store.vaddr);
    if (store.ready) mf_sq_ready(nodes.self, store.key);
  }
  if (squash_.walking) mf_squash_begin(nodes.self, squash_.cause, squash_.why);
  settle();
}

}  // namespace refsim
