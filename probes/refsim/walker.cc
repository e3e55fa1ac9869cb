#include "probes/refsim/walker.h"

#include <algorithm>

namespace refsim {

namespace {

// Tables lie apart from data; entries of neighbouring pages share lines.
// `left`: tables to read after this one.
uint64_t entryLine(uint64_t page, unsigned level, unsigned left, unsigned core) {
  const uint64_t index = page >> (9 * left);
  return (uint64_t{1} << 50) + (uint64_t{core} << 48) + (uint64_t{level} << 44) + index * 8 / 64;
}

}  // namespace

void Walker::take(Packet& packet, bool) {
  entersQueue(packet, nodes.rq);
  rq_.push_back(&packet);
  shared_.active = true;
}

void Walker::read(Walk& walk) {
  Packet& packet = shared_.make(MF_OP_WALK, walk.translation->core);
  packet.line = entryLine(walk.translation->line, walk.level, levels_ - 1 - walk.level, packet.core);
  packet.parent = walk.translation->key;
  packet.serves = walk.translation;
  packet.birth = &memory_;
  packet.requester = this;
  memory_.take(packet, false);
  walk.reading = true;
}

void Walker::answered(Packet& read, const Packet& by) {
  const auto walk =
      std::find_if(walks_.begin(), walks_.end(), [&](const Walk& w) { return w.translation == read.serves; });
  mf_walk_step(nodes.self, walk->translation->key, static_cast<uint8_t>(levels_ - walk->level), by.key);
  ++walk->level;
  ++steps;
  walk->reading = false;
  shared_.active = true;
}

void Walker::step() {
  for (size_t i = 0; i < walks_.size();) {
    Walk& walk = walks_[i];
    if (walk.level == levels_) {
      mf_walk_end(nodes.self, walk.translation->key);
      walk.translation->facts.served = nodes.self;
      stlb_.fillFrom(*walk.translation);
      walks_.erase(walks_.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    if (!walk.reading && memory_.hasRoom(false)) read(walk);
    ++i;
  }
  while (!rq_.empty() && walks_.size() < shared_.config.walks && memory_.hasRoom(false)) {
    Packet& packet = *rq_.front();
    rq_.pop_front();
    packet.place = nodes.self;
    mf_queue_remove(nodes.rq, packet.key);
    mf_walk_begin(nodes.self, packet.key);
    ++begun;
    walks_.push_back({&packet, 0, false});
    read(walks_.back());
  }
}

void Walker::dump() const {
  for (const Packet* packet : rq_) mf_queue_insert(nodes.rq, packet->key);
  for (const Walk& walk : walks_) mf_walk_begin(nodes.self, walk.translation->key);
}

}  // namespace refsim
