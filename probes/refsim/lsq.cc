// Loads and stores: forwarding, speculation past stores whose address is not known yet.
#include <algorithm>

#include "probes/refsim/core.h"

namespace refsim {

namespace {

bool overlap(uint64_t a, uint64_t b) { return a >> 3 == b >> 3; }

}  // namespace

void Core::sendLoads() {
  unsigned sent = 0;
  size_t kept = 0;
  for (const uint16_t slot : toSend_) {
    if (sent < config_.loadPorts && sendLoad(slot))
      ++sent;
    else
      toSend_[kept++] = slot;
  }
  if (sent > 0) shared_.active = true;
  toSend_.resize(kept);
}

// The youngest older store of the same word that is ready gives the data, unless an even
// younger one, not ready, turns out to be of that word as well: findViolation.
bool Core::sendLoad(uint16_t slot) {
  const LoadEntry& entry = lq_[slot];
  Inst& inst = at(entry.at);
  Load& load = inst.loads[entry.index];
  const bool waits = cautious_[(inst.is.pc >> 2) % cautious_.size()];
  const StoreEntry* store = nullptr;
  for (const StoreEntry& each : sq_) {
    if (each.key >= inst.key) break;
    if (waits && !each.ready) return false;
    if (each.ready && overlap(each.vaddr, load.vaddr)) store = &each;
  }
  if (store != nullptr) {
    load.asked = true;
    forward(inst, load, *store);
    loadDone(entry.at, inst);
    return true;
  }
  if (!l1d_.hasRoom(false)) return false;
  load.asked = true;
  Packet& packet = shared_.make(MF_OP_LOAD, number_);
  packet.vaddr = load.vaddr;
  packet.inst = inst.key;
  packet.slot = slot;
  packet.birth = &l1d_;
  packet.requester = this;
  l1d_.take(packet, false);
  return true;
}

void Core::forward(Inst& inst, Load& load, const StoreEntry& store) {
  load.from = store.key;
  load.done = true;
  --inst.loadsLeft;
  ++counts.forwards;
  inst.cause = StallCause{};
  mf_lq_release(nodes.self, inst.key, load.slot, MF_LQ_END_FORWARD, 0, store.key);
  freeLoads_.push_back(load.slot);
  lq_[load.slot].key = 0;
}

void Core::answered(Packet& packet, const Packet& by) {
  shared_.active = true;
  if (packet.op != MF_OP_LOAD || lq_[packet.slot].key != packet.inst) return;  // a store, or squashed meanwhile
  const LoadEntry entry = lq_[packet.slot];
  Inst& inst = at(entry.at);
  inst.loads[entry.index].done = true;
  --inst.loadsLeft;
  inst.cause = {by.key, by.facts};
  mf_lq_release(nodes.self, inst.key, packet.slot, MF_LQ_END_RESPONSE, by.key, 0);
  freeLoads_.push_back(packet.slot);
  lq_[packet.slot].key = 0;
  loadDone(entry.at, inst);
}

void Core::loadDone(uint64_t place, Inst& inst) {
  if (account_ != nullptr) account_->dataCame(inst.key, inst.cause);
  if (inst.loadsLeft == 0) completing_.push_back(place);
}

void Core::storesReady(uint64_t place, Inst& inst) {
  if (inst.storeCount == 0) return;
  for (StoreEntry& store : sq_) {
    if (store.key != inst.key) continue;
    store.ready = true;
    mf_sq_ready(nodes.self, inst.key);
    findViolation(place, inst.key, store.vaddr);
  }
}

// A younger load of that word that took older data is squashed, and all after it.
void Core::findViolation(uint64_t place, uint64_t key, uint64_t vaddr) {
  for (uint64_t younger = place + 1; younger < tail_ && !isDoomed(younger); ++younger) {
    const Inst& inst = at(younger);
    for (unsigned i = 0; i < inst.loadCount; ++i) {
      const Load& load = inst.loads[i];
      if (!load.asked || load.from >= key || !overlap(load.vaddr, vaddr)) continue;
      cautious_[(inst.is.pc >> 2) % cautious_.size()] = true;
      squashFrom(younger, key, MF_EPOCH_CAUSE_MEM_ORDER, inst.is.path, inst.history);
      return;
    }
  }
}

// Retired stores go to the cache, in order.
void Core::drainStores() {
  if (sq_.empty() || !sq_.front().retired || !l1d_.hasRoom(false)) return;
  const StoreEntry& store = sq_.front();
  Packet& packet = shared_.make(MF_OP_STORE, number_);
  packet.vaddr = store.vaddr;
  packet.inst = store.key;
  packet.birth = &l1d_;
  packet.requester = this;
  l1d_.take(packet, false);
  mf_sq_release(nodes.self, store.key);
  sq_.pop_front();
}

}  // namespace refsim
