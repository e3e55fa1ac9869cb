#include "probes/refsim/dram.h"

#include <algorithm>

namespace refsim {

Dram::Dram(Shared& shared, Cache& above)
    : shared_(shared),
      above_(above),
      rq_(shared.config.dramQueue),
      wq_(shared.config.dramQueue),
      banks_(shared.config.banks) {}

void Dram::take(Packet& packet, bool write) {
  entersQueue(packet, queueNode(write));
  (write ? wqIn_ : rqIn_).push_back(&packet);
  shared_.active = true;
}

void Dram::step() {
  finish();
  insert(true);
  insert(false);
  turn();
  startBank();
  startBus();
}

Time Dram::wake(Time since) const {
  Time at = burst_ != nullptr ? busFree_ : NEVER;
  for (const Bank& bank : banks_)
    if (bank.entry != nullptr && bank.entry->ready > since) at = std::min(at, bank.entry->ready);
  return at;
}

void Dram::finish() {
  if (burst_ == nullptr || busFree_ > shared_.now) return;
  Entry& entry = *burst_;
  Packet& packet = *entry.packet;
  const bool write = packet.op == MF_OP_WRITEBACK;
  const auto slot = static_cast<uint16_t>(&entry - queue().data());
  mf_dram_done(write ? nodes.wq : nodes.rq, packet.key, slot, write ? MF_PACKET_END_WRITTEN : MF_PACKET_END_NO);
  banks_[entry.bank].entry = nullptr;
  packet.facts.served = nodes.rq;
  if (write)
    shared_.packets.release(packet);
  else
    above_.fillFrom(packet);
  writes_ -= write;
  release(entry);
  burst_ = nullptr;
  shared_.active = true;
}

Dram::Entry* Dram::sameLine(std::vector<Entry>& queue, uint64_t line) {
  const auto found = std::find_if(queue.begin(), queue.end(), [&](const Entry& each) {
    return each.packet != nullptr && each.packet->line == line;
  });
  return found == queue.end() ? nullptr : &*found;
}

// One of each a clock moves from the queue between LLC and memory to the channel's.
void Dram::insert(bool write) {
  std::deque<Packet*>& from = write ? wqIn_ : rqIn_;
  std::vector<Entry>& into = write ? wq_ : rq_;
  const auto free = std::find_if(into.begin(), into.end(), [](const Entry& each) { return each.packet == nullptr; });
  if (from.empty() || free == into.end()) return;
  Packet& packet = *from.front();
  from.pop_front();
  shared_.active = true;
  const uint16_t node = write ? nodes.wq : nodes.rq;
  const auto slot = static_cast<uint16_t>(free - into.begin());
  mf_queue_remove(queueNode(write), packet.key);
  mf_dram_insert(node, packet.key, slot);
  packet.place = node;
  if (const Entry* same = sameLine(wq_, packet.line)) {
    if (write) {
      mf_dram_merge(node, packet.key, slot, same->packet->key, MF_PACKET_END_MERGED);
      ++counts.merges;
      shared_.packets.release(packet);
    } else {
      mf_dram_forward(node, packet.key, slot, same->packet->key, MF_PACKET_END_NO);
      ++counts.forwards;
      packet.facts.served = node;
      above_.fillFrom(packet);
    }
    return;
  }
  Entry entry;
  entry.packet = &packet;
  entry.order = ++order_;
  entry.row = packet.line / shared_.config.rowLines;
  entry.bank = static_cast<uint32_t>((entry.row * 0x9e3779b97f4a7c15u >> 32) % banks_.size());  // scattered
  *free = entry;
  ++held_;
  writes_ += write;
}

bool Dram::wantsWrites() const {
  const size_t reads = held_ - writes_;
  return writing_ ? writes_ > 0 && (reads == 0 || writes_ > wq_.size() / 4)
                  : writes_ > wq_.size() * 3 / 4 || (reads == 0 && writes_ > 0);
}

// Between reads and writes, when nothing of the one is under way.
void Dram::turn() {
  if (wantsWrites() == writing_) return;
  for (const Bank& bank : banks_)
    if (bank.entry != nullptr) return;
  writing_ = !writing_;
  mf_dram_mode(nodes.channel, writing_);
  shared_.active = true;
}

// Told once for each that was served instead.
void Dram::refused(Entry& entry, uint16_t node, const Packet& holder) {
  if (entry.refusedFor == holder.key) return;
  entry.refusedFor = holder.key;
  mf_dram_wait(node, entry.packet->key, holder.key);
}

void Dram::startBank() {
  if (wantsWrites() != writing_) return;  // about to turn
  if (Entry* entry = pick()) grant(*entry);
  for (Entry& entry : queue()) {
    if (entry.packet == nullptr || entry.started) continue;
    const Bank& bank = banks_[entry.bank];
    if (bank.entry != nullptr) refused(entry, static_cast<uint16_t>(nodes.bank + entry.bank), *bank.entry->packet);
  }
}

// Of what could start: a request to an open row first, then the oldest.
Dram::Entry* Dram::pick() {
  Entry* best = nullptr;
  bool bestHits = false;
  for (Entry& entry : queue()) {
    if (!couldStart(entry)) continue;
    const bool hits = banks_[entry.bank].row == entry.row;
    if (best != nullptr && (bestHits != hits ? bestHits : best->order < entry.order)) continue;
    best = &entry;
    bestHits = hits;
  }
  if (best == nullptr) return nullptr;
  // Of no packet: the decision is the channel's, and no step on the way of the one it picks.
  schedule_.node = nodes.channel;
  const mf_evidence why{0, 0, best->packet->line, 0, bestHits, 0, bestHits ? "open_row" : "oldest", 0};
  const auto chosen = static_cast<uint64_t>(mf_choose(&schedule_, best - queue().data(), &why));
  mf_forget_decision();
  // A reversal may name any entry that could start.
  return chosen < queue().size() && couldStart(queue()[chosen]) ? &queue()[chosen] : best;
}

void Dram::grant(Entry& entry) {
  const Config& config = shared_.config;
  Bank& bank = banks_[entry.bank];
  entry.rowHit = bank.row == entry.row;
  const unsigned clocks = config.tCas + (entry.rowHit ? 0 : config.tRcd + (bank.row ? config.tRp : 0));
  entry.ready = shared_.now + clocks * config.dramPeriod;
  entry.started = true;
  bank.row = entry.row;
  bank.entry = &entry;
  mf_dram_bank(static_cast<uint16_t>(nodes.bank + entry.bank), entry.packet->key, static_cast<uint32_t>(entry.row),
               entry.rowHit);
  shared_.active = true;
}

void Dram::startBus() {
  if (burst_ == nullptr) startBurst();
  for (const Bank& bank : banks_)
    if (bank.entry != nullptr && bank.entry != burst_ && bank.entry->ready <= shared_.now)
      refused(*bank.entry, nodes.bus, *burst_->packet);
}

void Dram::startBurst() {
  Entry* first = nullptr;
  for (const Bank& bank : banks_) {
    if (bank.entry == nullptr || bank.entry->ready > shared_.now) continue;
    if (first == nullptr || bank.entry->order < first->order) first = bank.entry;
  }
  if (first == nullptr) return;
  burst_ = first;
  busFree_ = shared_.now + shared_.config.burst * shared_.config.dramPeriod;
  const bool write = first->packet->op == MF_OP_WRITEBACK;
  mf_dram_bus(nodes.bus, first->packet->key, first->rowHit, write);
  ++(first->rowHit ? counts.rowHits : counts.rowMisses)[write ? 1 : 0];
  shared_.active = true;
}

void Dram::dump() const {
  for (const Packet* packet : rqIn_) mf_queue_insert(nodes.rqIn, packet->key);
  for (const Packet* packet : wqIn_) mf_queue_insert(nodes.wqIn, packet->key);
  const auto insert = [](const std::vector<Entry>& queue, uint16_t node) {
    for (size_t i = 0; i < queue.size(); ++i)
      if (queue[i].packet != nullptr) mf_dram_insert(node, queue[i].packet->key, static_cast<uint16_t>(i));
  };
  insert(rq_, nodes.rq);
  insert(wq_, nodes.wq);
  for (size_t i = 0; i < banks_.size(); ++i) {
    const Entry* entry = banks_[i].entry;
    if (entry == nullptr) continue;
    mf_dram_bank(static_cast<uint16_t>(nodes.bank + i), entry->packet->key, static_cast<uint32_t>(entry->row),
                 entry->rowHit);
    if (entry == burst_) mf_dram_bus(nodes.bus, entry->packet->key, entry->rowHit, writing_);
  }
}

}  // namespace refsim
