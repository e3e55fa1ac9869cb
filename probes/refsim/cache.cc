#include "probes/refsim/cache.h"

#include <algorithm>

#include "probes/refsim/spp.h"

namespace refsim {

void entersQueue(Packet& packet, uint16_t queue) {
  if (!packet.fresh)
    mf_queue_insert(queue, packet.key);
  else if (packet.translation)
    mf_translation_send(queue, packet.key, packet.op, packet.requesterWord(), packet.parent, packet.line);
  else
    mf_packet_send(queue, packet.key, packet.op, packet.requesterWord(), packet.inst, packet.parent, packet.vaddr, 0);
  packet.fresh = packet.stalled = false;
  packet.place = queue;
}

Cache::Cache(std::string name, const CacheShape& shape, bool isTlb, Shared& shared)
    : name_(std::move(name)), shape_(shape), isTlb_(isTlb), shared_(shared), lines_(size_t{shape.sets} * shape.ways) {
  if (isTlb) victim_.name = "tlb_victim";
}

bool Cache::hasRoom(bool write) const { return (write ? wq_ : rq_).size() < shape_.queue; }

void Cache::take(Packet& packet, bool write) {
  entersQueue(packet, write ? nodes.wq : nodes.rq);
  (write ? wq_ : rq_).push_back(&packet);
  shared_.active = true;
}

void Cache::fillFrom(Packet& packet) {
  packet.place = nodes.self;
  fills_.push_back({shared_.now + shared_.config.period, &packet});
  shared_.active = true;
}

Time Cache::wake(Time since) const {
  Time at = NEVER;
  for (const auto* queue : {&pipeline_, &fills_})
    if (!queue->empty() && queue->front().at > since) at = std::min(at, queue->front().at);
  return at;
}

void Cache::step() {
  unsigned filled = 0;
  for (; filled < shape_.width && !writes_.empty() && fill(*writes_.front()); ++filled) writes_.pop_front();
  for (; filled < shape_.width && !fills_.empty() && fills_.front().at <= shared_.now; ++filled) {
    if (!fill(*fills_.front().packet)) break;
    fills_.pop_front();
  }
  for (unsigned looked = 0; looked < shape_.width && !pipeline_.empty() && pipeline_.front().at <= shared_.now;
       ++looked) {
    if (!lookUp(*pipeline_.front().packet)) break;
    pipeline_.pop_front();
    shared_.active = true;
  }
  for (unsigned started = 0; started < shape_.width; ++started) start();
}

// Reads come before writes unless these pile up, and both before prefetches.
void Cache::start() {
  if (pipeline_.size() + translating_ >= size_t{shape_.width} * (shape_.latency + 2)) return;
  const bool writesFirst = wq_.size() * 2 > shape_.queue;
  std::deque<Packet*>* queue = !wq_.empty() && (writesFirst || rq_.empty()) ? &wq_ : !rq_.empty() ? &rq_ : &pq_;
  if (queue->empty()) return;
  Packet& packet = *queue->front();
  if (dtlb_ != nullptr && !dtlb_->hasRoom(false)) return;
  queue->pop_front();
  shared_.active = true;
  if (queue == &pq_)
    mf_pf_issue(nodes.prefetcher, packet.key);
  else
    mf_queue_remove(packet.place, packet.key);
  packet.place = nodes.self;
  begin(packet);
}

void Cache::begin(Packet& packet) {
  if (dtlb_ == nullptr) {
    pipeline_.push_back({shared_.now + shape_.latency * shared_.config.period, &packet});
    return;
  }
  ++translating_;
  Packet& translation = shared_.make(packet.op, packet.core);
  translation.translation = true;
  translation.line = packet.vaddr >> shared_.config.pageShift();
  translation.vaddr = packet.vaddr;
  translation.parent = packet.key;
  translation.serves = &packet;
  translation.birth = dtlb_;
  translation.requester = this;
  dtlb_->take(translation, false);
}

// Pages are scattered over memory, each core's apart; no two share a place.
void Cache::answered(Packet& translation, const Packet& by) {
  Packet& packet = *translation.serves;
  const unsigned shift = shared_.config.pageShift(), bits = 52 - shift;
  const uint64_t page = translation.line * 0x9e3779b1u % (uint64_t{1} << bits) + (uint64_t{packet.core} << bits);
  packet.line = page << (shift - LINE_SHIFT) | (packet.vaddr >> LINE_SHIFT) % (1u << (shift - LINE_SHIFT));
  mf_packet_translated(nodes.self, packet.key, by.key, packet.line);
  --translating_;
  pipeline_.push_back({shared_.now + shape_.latency * shared_.config.period, &packet});
}

// ---- Lookups
Cache::Line* Cache::find(uint64_t line) {
  Line* first = &lines_[size_t{setOf(line)} * shape_.ways];
  for (Line* at = first; at != first + shape_.ways; ++at)
    if (at->valid && at->line == line) return at;
  return nullptr;
}

// False if it is refused and tries again.
bool Cache::lookUp(Packet& packet) {
  if (Line* line = find(packet.line)) {
    hit(packet, *line);
    return true;
  }
  if (packet.op == MF_OP_WRITEBACK) {
    if (writes_.size() >= shape_.queue) return false;
    accessEvent(packet, {MF_LOOKUP_MISS, MF_PACKET_END_NO, false, false, 0});
    ++counts.looked[packet.op].misses;
    writes_.push_back(&packet);
    return true;
  }
  const auto found = misses_.find(packet.line);
  if (found != misses_.end()) {
    merge(packet, found->second);
    return true;
  }
  return miss(packet);
}

void Cache::hit(Packet& packet, Line& line) {
  const bool useful = line.prefetched && packet.isDemand();
  const bool counted = useful && line.counts;
  noteLookup(packet, MF_LOOKUP_HIT);
  const uint8_t end = packet.op == MF_OP_PREFETCH && !packet.translation ? MF_PACKET_END_REDUNDANT : MF_PACKET_END_HIT;
  accessEvent(packet, {MF_LOOKUP_HIT, endOf(packet, end), false, counted, 0});
  ++counts.looked[packet.op].hits;
  counts.useful += counted;
  if (useful) {
    line.prefetched = false;
    spp_->useful(!line.counts);
  }
  touch(line, false);
  line.dirty = line.dirty || packet.op == MF_OP_WRITEBACK || (packet.op == MF_OP_STORE && dtlb_ != nullptr);
  if (spp_ != nullptr && packet.isDemand()) spp_->train(packet);
  deliver(packet, packet);
}

void Cache::merge(Packet& packet, Miss& miss) {
  Packet& owner = *miss.owner;
  const bool late = miss.prefetch && packet.op != MF_OP_PREFETCH;
  const bool isOwn = late && spp_ != nullptr && owner.birth == this;
  noteLookup(packet, MF_LOOKUP_MERGE);
  if (late) mf_pf_late(nodes.self, owner.key, packet.key);
  accessEvent(packet, {MF_LOOKUP_MERGE, endOf(packet, MF_PACKET_END_MERGED), false, isOwn && !owner.forced, owner.key});
  ++counts.looked[packet.op].merges;
  counts.late += late;
  counts.useful += isOwn && !owner.forced;
  if (isOwn) spp_->useful(owner.forced);
  if (late) miss.prefetch = false;
  miss.dirty = miss.dirty || (packet.op == MF_OP_STORE && dtlb_ != nullptr);
  if (spp_ != nullptr && packet.isDemand()) spp_->train(packet);
  if (packet.op == MF_OP_PREFETCH && packet.birth == this)
    shared_.packets.release(packet);  // nobody waits for it
  else
    miss.waiters.push_back(&packet);
}

bool Cache::miss(Packet& packet) {
  const bool entry = packet.here;
  if (entry && misses_.size() >= shape_.mshrs) {
    refuse(packet, MF_STALL_REASON_MSHR_FULL, 0);
    return false;
  }
  if (!below_->hasRoom(false)) {
    refuse(packet, MF_STALL_REASON_LOWER_FULL, below_->queueNode(false));
    return false;
  }
  if (entry && spp_ != nullptr && packet.op == MF_OP_PREFETCH && gateRefuses(packet)) return true;
  noteLookup(packet, MF_LOOKUP_MISS);
  accessEvent(packet, {MF_LOOKUP_MISS, MF_PACKET_END_NO, entry, false, 0});
  ++counts.looked[packet.op].misses;
  if (spp_ != nullptr && packet.isDemand()) spp_->train(packet);
  if (entry) {
    const bool dirty = packet.op == MF_OP_STORE && dtlb_ != nullptr;
    misses_.emplace(packet.line, Miss{&packet, packet.op == MF_OP_PREFETCH, dirty, {}});
  } else {
    packet.here = true;  // there
    packet.birth = below_;
  }
  below_->take(packet, false);
  return true;
}

// The last miss registers are kept for demands.
bool Cache::gateRefuses(Packet& packet) {
  const size_t free = shape_.mshrs - misses_.size();
  const bool passes = free > shared_.config.reservedMshrs;
  gate_.node = nodes.self;
  const mf_evidence why{packet.key,
                        0,
                        packet.line,
                        pageOf(packet.line),
                        static_cast<int64_t>(free),
                        shared_.config.reservedMshrs,
                        passes ? nullptr : "reserved",
                        0};
  const bool acts = mf_decide(&gate_, passes, &why) != 0;
  mf_forget_decision();
  if (acts) {
    packet.forced = packet.forced || !passes;
    return false;
  }
  accessEvent(packet, {MF_LOOKUP_REJECT, MF_PACKET_END_DROPPED, false, false, 0});
  ++counts.gated;
  shared_.packets.release(packet);
  return true;
}

void Cache::refuse(Packet& packet, uint8_t reason, uint16_t queue) {
  if (packet.stalled) return;
  packet.stalled = true;
  if (isTlb_)
    mf_tlb_stall(nodes.self, packet.key, reason, queue);
  else
    mf_cache_stall(nodes.self, packet.key, reason, queue);
}

// ---- Prefetches
void Cache::prefetch(Packet& packet, uint64_t trigger, uint64_t chain, uint64_t serial) {
  const bool full = pq_.size() >= shared_.config.prefetchQueue;
  admit_.node = nodes.prefetcher;
  const uint64_t page = pageOf(packet.line);
  const mf_evidence why{trigger,
                        chain,
                        packet.line,
                        page,
                        static_cast<int64_t>(pq_.size()),
                        shared_.config.prefetchQueue,
                        full ? "queue_cap" : nullptr,
                        0};
  const bool admitted = mf_decide(&admit_, !full, &why) != 0;
  mf_forget_decision();
  packet.forced = packet.forced || (admitted && full);
  packet.birth = this;
  packet.fresh = false;
  packet.place = nodes.pq;
  mf_pf_request(nodes.prefetcher, packet.key, packet.line, page, trigger, chain, serial, packet.here,
                admitted ? MF_ADMISSION_QUEUED : MF_ADMISSION_QUEUE_FULL, packet.forced);
  ++counts.requested;
  if (admitted) {
    pq_.push_back(&packet);
    return;
  }
  ++counts.refused;
  if (shared_.accounts) spp_->lose(packet.line, admit_);
  shared_.packets.release(packet);
}

// ---- Events
void Cache::accessEvent(const Packet& packet, const Lookup& lookup) const {
  if (isTlb_)
    mf_tlb_access(nodes.self, packet.key, packet.line, packet.op, lookup.outcome, lookup.entry, lookup.useful,
                  lookup.owner, lookup.end);
  else
    mf_cache_access(nodes.self, packet.key, packet.line, pageOf(packet.line), packet.op, lookup.outcome, lookup.entry,
                    lookup.useful, lookup.owner, lookup.end);
}

void Cache::fillEvent(uint64_t packet, uint64_t line, uint32_t set, uint16_t way, bool prefetched, bool entry,
                      bool installs, uint8_t end) const {
  if (isTlb_)
    mf_tlb_fill(nodes.self, packet, line, set, way, prefetched, entry, installs, end);
  else
    mf_cache_fill(nodes.self, packet, line, set, way, prefetched, entry, installs, end);
}

// What the machine's own account wants to know: who had removed a line that is missed here,
// and what was last decided against it.
void Cache::noteLookup(Packet& packet, uint8_t outcome) {
  if (!shared_.accounts || isTlb_) return;
  if (outcome == MF_LOOKUP_HIT) packet.facts.served = nodes.self;
  if (spp_ == nullptr || packet.op == MF_OP_PREFETCH || packet.op == MF_OP_WRITEBACK) return;
  packet.facts.missed = outcome != MF_LOOKUP_HIT;
  const auto removed = removed_.find(packet.line);
  if (removed != removed_.end()) {
    packet.facts.remover = removed->second.first;
    packet.facts.removerKey = removed->second.second;
  }
  if (const Spp::Lost* lost = spp_->lost(packet.line)) {
    packet.facts.lostSite = lost->site;
    packet.facts.lostOrdinal = lost->ordinal;
  }
  spp_->asked(packet.line);
}

void Cache::dump() const {
  for (const Packet* packet : rq_) mf_queue_insert(nodes.rq, packet->key);
  for (const Packet* packet : wq_) mf_queue_insert(nodes.wq, packet->key);
  for (size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    if (line.valid)
      fillEvent(0, line.line, static_cast<uint32_t>(i / shape_.ways), static_cast<uint16_t>(i % shape_.ways),
                line.prefetched, false, true, MF_PACKET_END_NO);
  }
  std::vector<const Miss*> misses;
  for (const auto& [line, miss] : misses_) misses.push_back(&miss);
  std::sort(misses.begin(), misses.end(), [](const Miss* a, const Miss* b) { return a->owner->key < b->owner->key; });
  for (const Miss* miss : misses) {
    accessEvent(*miss->owner, {MF_LOOKUP_MISS, MF_PACKET_END_NO, true, false, 0});
    for (const Packet* waiter : miss->waiters)
      accessEvent(*waiter, {MF_LOOKUP_MERGE, endOf(*waiter, MF_PACKET_END_MERGED), false, false, miss->owner->key});
  }
}

void Cache::dumpPrefetches() const {
  for (const Packet* packet : pq_)
    mf_pf_request(nodes.prefetcher, packet->key, packet->line, pageOf(packet->line), 0, 0, 0, packet->here,
                  MF_ADMISSION_QUEUED, packet->forced);
}

}  // namespace refsim
