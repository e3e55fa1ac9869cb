// What comes into a level, what goes for it, and who is told.
#include <algorithm>

#include "probes/refsim/cache.h"

namespace refsim {

namespace {

constexpr uint64_t FAR = 3, NEAR = 2;  // SRRIP's distances of a line to be replaced and of a new one

}  // namespace

// False while what it displaces cannot go.
bool Cache::fill(Packet& packet) {
  const auto found = misses_.find(packet.line);
  const bool isWrite = packet.op == MF_OP_WRITEBACK;
  const bool ownsMiss = !isWrite && found != misses_.end() && found->second.owner == &packet;
  if (below_ != nullptr && !isTlb_ && find(packet.line) == nullptr && !below_->hasRoom(true)) return false;
  shared_.active = true;
  install(packet, ownsMiss ? &found->second : nullptr);
  if (!ownsMiss) {
    deliver(packet, packet);
    return true;
  }
  const Miss miss = std::move(found->second);
  misses_.erase(found);
  const Packet by = packet;
  deliver(packet, by);
  for (Packet* waiter : miss.waiters) deliver(*waiter, by);
  return true;
}

void Cache::install(Packet& packet, const Miss* miss) {
  const bool isWrite = packet.op == MF_OP_WRITEBACK;
  const uint32_t set = setOf(packet.line);
  Line* line = find(packet.line);
  const bool installs = line == nullptr;
  Line* first = &lines_[size_t{set} * shape_.ways];
  if (installs) {
    line = std::find_if(first, first + shape_.ways, [](const Line& each) { return !each.valid; });
    const bool isFull = line == first + shape_.ways;
    if (isFull) line = first + victim(packet, set);
    if (isFull) displace(packet, *line, set, static_cast<uint16_t>(line - first), MF_EVICT_REASON_REPLACEMENT);
    *line = Line{packet.line, 0, true, false, false, false};
    touch(*line, true);
  }
  const bool prefetched = installs && miss != nullptr && miss->prefetch && packet.birth == this && spp_ != nullptr;
  line->prefetched = line->prefetched || prefetched;
  line->counts = line->prefetched && (prefetched ? !packet.forced : line->counts);
  line->dirty = line->dirty || isWrite || (miss != nullptr && miss->dirty);
  fillEvent(packet.key, packet.line, set, static_cast<uint16_t>(line - first), prefetched, miss != nullptr, installs,
            endOf(packet, isWrite ? MF_PACKET_END_WRITTEN : MF_PACKET_END_FILLED));
}

void Cache::displace(Packet& by, Line& line, uint32_t set, uint16_t way, uint8_t reason) {
  if (inclusive_ && reason == MF_EVICT_REASON_REPLACEMENT)
    for (Cache* above : above_) line.dirty = above->invalidate(by, line.line) || line.dirty;
  const bool unused = line.prefetched && line.counts;
  const uint64_t ordinal = reason == MF_EVICT_REASON_REPLACEMENT ? victim_.ordinal - 1 : 0;
  if (isTlb_)
    mf_tlb_evict(nodes.self, by.key, line.line, set, way, ordinal, reason, unused);
  else
    mf_cache_evict(nodes.self, by.key, line.line, set, way, ordinal, reason, line.dirty, unused);
  ++(reason == MF_EVICT_REASON_REPLACEMENT ? counts.evictions : counts.backInvalidations);
  counts.useless += unused;
  if (shared_.accounts) removed_[line.line] = {by.requesterWord(), by.key};
  // After the decision that it follows from: what is recorded before a decision does not hang on it.
  if (line.dirty && reason == MF_EVICT_REASON_REPLACEMENT) writeBack(by, line.line);
  line.valid = false;
}

// For an inclusive cache below that gives up the line. Returns whether it was changed here or above.
bool Cache::invalidate(Packet& by, uint64_t line) {
  bool dirty = false;
  for (Cache* above : above_) dirty = above->invalidate(by, line) || dirty;
  Line* found = find(line);
  if (found == nullptr) return dirty;
  dirty = dirty || found->dirty;
  const auto at = static_cast<size_t>(found - lines_.data());
  displace(by, *found, setOf(line), static_cast<uint16_t>(at % shape_.ways), MF_EVICT_REASON_BACK_INVALIDATE);
  return dirty;
}

void Cache::writeBack(const Packet& by, uint64_t line) {
  Packet& packet = shared_.make(MF_OP_WRITEBACK, by.core);
  packet.line = line;
  packet.parent = by.key;
  packet.birth = below_;
  below_->take(packet, true);
  ++counts.writebacks;
}

// Tells whoever waits for the packet: a level above under the same key, or its requester.
void Cache::deliver(Packet& packet, const Packet& by) {
  if (packet.birth != this) {
    above_[above_.size() > 1 ? packet.core : 0]->fillFrom(packet);
    return;
  }
  if (packet.requester != nullptr) packet.requester->answered(packet, by);
  shared_.packets.release(packet);
}

// ---- Replacement
uint16_t Cache::victim(const Packet& packet, uint32_t set) {
  Line* first = &lines_[size_t{set} * shape_.ways];
  Line* last = first + shape_.ways;
  const auto older = [](const Line& a, const Line& b) { return a.stamp < b.stamp; };
  Line* chosen = shared_.config.policy == Policy::LRU ? std::min_element(first, last, older)
                                                      : std::max_element(first, last, older);
  if (shared_.config.policy == Policy::SRRIP) {
    const uint64_t ageing = FAR - chosen->stamp;
    for (Line* line = first; line != last; ++line) line->stamp += ageing;
  }
  // The record of this decision is the eviction, which carries its ordinal; one beside that would count twice.
  victim_.node = nodes.self;
  const uint32_t gates = mf_gates;
  mf_gates = 0;
  const mf_evidence why{packet.key, 0, isTlb_ ? 0 : packet.line, 0, 0, 0, nullptr, 0};
  const int64_t way = mf_choose(&victim_, chosen - first, &why);
  mf_gates = gates;
  return static_cast<uint16_t>(static_cast<uint64_t>(way) % shape_.ways);
}

void Cache::touch(Line& line, bool isFill) {
  line.stamp = shared_.config.policy == Policy::LRU ? ++clock_ : isFill ? NEAR : 0;
}

}  // namespace refsim
