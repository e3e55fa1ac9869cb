// Recovery: what was fetched is dropped at once, what was dispatched is walked back.
#include <algorithm>

#include "probes/refsim/core.h"

namespace refsim {

void Core::mispredicted(uint64_t place, Inst& inst) {
  inst.mispredicted = false;
  if (isDoomed(place)) return;
  if (fetchBlocked_ == inst.key) {  // nothing was fetched beyond it
    fetchBlocked_ = 0;
    fetchResumes_ = shared_.now + config_.redirectLatency * config_.period;
    recovering_ = MF_DISPATCH_REASON_MISPREDICT;
    redirect_ = inst.key;
    history_ = inst.history << 1 | inst.is.taken;
    ++counts.squashes[MF_EPOCH_CAUSE_MISPREDICT];
    mf_branch_redirect(nodes.self, inst.key, MF_REDIRECT_AT_EXECUTE);
    return;
  }
  mf_branch_mispredict(nodes.self, inst.key);
  mf_branch_redirect(nodes.self, inst.key, MF_REDIRECT_AT_EXECUTE);
  mf_signal("mispredict");
  squashFrom(place + 1, inst.key, MF_EPOCH_CAUSE_MISPREDICT, inst.is.next, inst.history << 1 | inst.is.taken);
}

void Core::squashFrom(uint64_t first, uint64_t cause, uint8_t why, const Path& resume, uint64_t history) {
  if (squash_.walking) mf_squash_end(nodes.self, squash_.cause);  // by one of an older instruction
  mf_squash_begin(nodes.self, cause, why);
  mf_signal("squash");
  ++counts.squashes[why];
  squash_ = {true, first, cause, why, MF_DISPATCH_REASON_MISPREDICT};
  if (why == MF_EPOCH_CAUSE_MEM_ORDER) squash_.reason = MF_DISPATCH_REASON_MEM_ORDER;
  recovering_ = squash_.reason;
  for (size_t i = front_.size(); i-- > 0;) {
    mf_inst_squash(nodes.self, front_[i].key, cause, 0, 0);
    ++counts.squashed;
  }
  front_.clear();
  decoded_ = 0;
  path_ = resume;
  history_ = history;
  redirect_ = cause;
  fetchBlocked_ = 0;
  ended_ = false;
  fetchResumes_ = shared_.now + config_.redirectLatency * config_.period;
}

void Core::walk() {
  shared_.active = true;
  for (unsigned n = 0; n < config_.squashWidth && tail_ > squash_.first; ++n) {
    --tail_;
    discard(tail_, at(tail_));
  }
  if (tail_ > squash_.first) return;
  squash_.walking = false;
  mf_squash_end(nodes.self, squash_.cause);
}

void Core::discard(uint64_t place, Inst& inst) {
  for (size_t i = inst.undo.size(); i-- > 0;)
    if (inst.is.targets[i] != Instruction::NO_REGISTER) renames_[inst.is.targets[i]] = inst.undo[i];
  for (unsigned i = 0; i < inst.loadCount; ++i) {
    Load& load = inst.loads[i];
    if (load.done) continue;
    mf_lq_release(nodes.self, inst.key, load.slot, MF_LQ_END_SQUASH, 0, 0);
    toSend_.erase(std::remove(toSend_.begin(), toSend_.end(), load.slot), toSend_.end());
    freeLoads_.push_back(load.slot);
    lq_[load.slot].key = 0;
  }
  for (; !sq_.empty() && sq_.back().key == inst.key; sq_.pop_back()) mf_sq_drop(nodes.self, inst.key);
  if (!inst.issued) iq_.erase(std::remove(iq_.begin(), iq_.end(), place), iq_.end());
  mf_inst_squash(nodes.self, inst.key, squash_.cause, 1, !inst.issued);
  inst.key = 0;
  ++counts.squashed;
}

}  // namespace refsim
