// From fetch to dispatch.
#include "probes/refsim/core.h"

namespace refsim {

void Core::fetch() {
  if (fetchBlocked_ != 0 || ended_ || shared_.now < fetchResumes_) return;
  for (unsigned n = 0; n < config_.fetchWidth && front_.size() < config_.fetchQueue; ++n) {
    Inst inst;
    if (!source_.fetch(path_, inst.is)) {
      ended_ = true;
      return;
    }
    shared_.active = true;
    inst.key = nextKey_++;
    inst.history = history_;
    inst.ready = shared_.now + config_.decodeLatency * config_.period;
    mf_inst_fetch(nodes.self, inst.key, inst.is.pc, inst.is.opclass, redirect_);
    redirect_ = 0;
    const bool goesOn = predict(inst);
    front_.push_back(inst);
    if (!goesOn) return;
  }
}

// Where fetch goes on; false if not in this cycle.
bool Core::predict(Inst& inst) {
  const Instruction& is = inst.is;
  path_ = is.next;
  if (!is.isBranch) return true;
  inst.predicted = is.taken;
  if (is.isConditional) {
    const bool natural = predictor_.predict(is.pc, history_);
    predictor_.site.node = nodes.predictor;
    const mf_evidence why{0, 0, 0, 0, predictor_.counter(is.pc, history_), 2, nullptr, 0};
    inst.predicted = mf_decide(&predictor_.site, natural, &why) != 0;
    mf_forget_decision();
    inst.forced = inst.predicted != natural;
    inst.mispredicted = inst.predicted != is.taken;
    history_ = history_ << 1 | inst.predicted;
  }
  if (inst.mispredicted && !source_.hasWrongPath()) {
    mf_branch_mispredict(nodes.self, inst.key);
    fetchBlocked_ = inst.key;
    return false;
  }
  if (inst.mispredicted) path_ = is.other;
  return !inst.predicted;
}

void Core::decode() {
  for (unsigned n = 0; n < config_.dispatchWidth && decoded_ < front_.size(); ++n) {
    Inst& inst = front_[decoded_];
    if (inst.ready > shared_.now) return;
    inst.ready = shared_.now + config_.dispatchLatency * config_.period;
    mf_inst_decode(nodes.self, inst.key);
    ++decoded_;
    shared_.active = true;
  }
}

void Core::dispatch() {
  unsigned used = 0;
  uint8_t obstacle = MF_DISPATCH_REASON_NONE;
  for (; used < config_.dispatchWidth; ++used) {
    obstacle = dispatchObstacle();
    if (obstacle != MF_DISPATCH_REASON_NONE) break;
    dispatchOne();
  }
  if (obstacle == MF_DISPATCH_REASON_FETCH_LATENCY && used > 0) obstacle = MF_DISPATCH_REASON_FETCH_BANDWIDTH;
  dispatchState(obstacle, config_.dispatchWidth - used);
}

uint8_t Core::dispatchObstacle() const {
  if (decoded_ == 0 || front_.front().ready > shared_.now) {
    if (recovering_ != MF_DISPATCH_REASON_NONE) return recovering_;
    const bool lastIsWrong = fetchBlocked_ != 0 && front_.empty();
    return lastIsWrong ? MF_DISPATCH_REASON_MISPREDICT : MF_DISPATCH_REASON_FETCH_LATENCY;
  }
  const Instruction& is = front_.front().is;
  size_t loads = 0, stores = 0;
  for (const uint64_t vaddr : is.loads) loads += vaddr != 0;
  for (const uint64_t vaddr : is.stores) stores += vaddr != 0;
  if (tail_ - head_ >= config_.rob) return MF_DISPATCH_REASON_ROB_FULL;
  if (iq_.size() >= config_.iq) return MF_DISPATCH_REASON_IQ_FULL;
  if (loads > freeLoads_.size()) return MF_DISPATCH_REASON_LQ_FULL;
  if (stores + sq_.size() > config_.sq) return MF_DISPATCH_REASON_SQ_FULL;
  return MF_DISPATCH_REASON_NONE;
}

void Core::dispatchOne() {
  const uint64_t place = tail_++;
  Inst& inst = at(place);
  inst = front_.front();
  front_.pop_front();
  --decoded_;
  recovering_ = MF_DISPATCH_REASON_NONE;
  ++counts.dispatched;
  shared_.active = mayIssue_ = true;
  mf_inst_dispatch(nodes.self, inst.key);
  mf_inst_schedule(nodes.self, inst.key);
  for (size_t i = 0; i < inst.sources.size(); ++i) {
    const Producer& by = renames_[inst.is.sources[i]];
    if (inst.is.sources[i] != Instruction::NO_REGISTER && isLive(by)) inst.sources[i] = by;
  }
  for (size_t i = 0; i < inst.undo.size(); ++i) {
    if (inst.is.targets[i] == Instruction::NO_REGISTER) continue;
    inst.undo[i] = renames_[inst.is.targets[i]];
    renames_[inst.is.targets[i]] = {inst.key, place};
  }
  for (const uint64_t vaddr : inst.is.loads) {
    if (vaddr == 0) continue;
    const uint16_t slot = freeLoads_.back();
    freeLoads_.pop_back();
    inst.loads[inst.loadCount] = {vaddr, 0, false, false, slot};
    lq_[slot] = {inst.key, place, inst.loadCount};
    ++inst.loadCount;
    ++inst.loadsLeft;
    mf_lq_insert(nodes.self, inst.key, slot, vaddr);
  }
  for (const uint64_t vaddr : inst.is.stores) {
    if (vaddr == 0) continue;
    sq_.push_back({inst.key, place, vaddr, false, false});
    ++inst.storeCount;
    mf_sq_insert(nodes.self, inst.key, vaddr);
  }
  iq_.push_back(place);
}

// Every slot of every cycle is used or lost for a reason; told when that changes.
void Core::dispatchState(uint8_t reason, unsigned slots) {
  if (slots == 0) reason = MF_DISPATCH_REASON_NONE;
  const bool isFrontWaiting = squash_.walking || decoded_ == 0 || front_.front().ready > shared_.now;
  const uint64_t next = slots == 0 || isFrontWaiting ? 0 : front_.front().key;
  if (reason == dispatchReason_ && slots == dispatchSlots_ && next == dispatchInst_) return;
  counts.lostSlots[dispatchReason_] += dispatchSlots_ * ((shared_.now - dispatchSince_) / config_.period);
  dispatchReason_ = reason;
  dispatchSlots_ = slots;
  dispatchInst_ = next;
  dispatchSince_ = shared_.now;
  mf_dispatch_state(nodes.self, next, reason, static_cast<uint8_t>(slots));
}

}  // namespace refsim
