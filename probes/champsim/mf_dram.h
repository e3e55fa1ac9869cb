// Memory channels: queues, banks, bus. Part of mf_probe.h.
#ifndef MF_DRAM_H
#define MF_DRAM_H

namespace mf
{
template <typename D, typename E>
bool isWrite(const D& dram, const E& entry)
{
  return &entry >= dram.WQ.data() && &entry < dram.WQ.data() + dram.WQ.size();
}

template <typename D, typename E>
uint16_t slotOf(const D& dram, const E& entry)
{
  return static_cast<uint16_t>(&entry - (isWrite(dram, entry) ? dram.WQ.data() : dram.RQ.data()));
}

template <typename D, typename E>
uint16_t queueOf(const D& dram, const E& entry)
{
  return isWrite(dram, entry) ? dram.mf_.wq : dram.mf_.rq;
}

template <typename D, typename E>
void dramInserted(D& dram, E& entry, const Packet& packet)
{
  entry->mf_.queue = 0;
  entry->mf_.tried = entry->mf_.stalled = 0;
  if (!mf_on(MF_DRAM)) return;
  dequeued(packet);
  mf_dram_insert(queueOf(dram, entry), packet.id, slotOf(dram, entry));
}

template <typename D, typename E>
void dramMerged(const D& dram, const E& entry, const E& owner)
{
  if (!mf_on(MF_DRAM)) return;
  mf_dram_merge(queueOf(dram, entry), entry->mf_.id, slotOf(dram, entry), owner->mf_.id, endOf(entry->mf_, MF_PACKET_END_MERGED));
}

template <typename D, typename E>
void dramForwarded(const D& dram, const E& entry, const E& owner)
{
  if (!mf_on(MF_DRAM)) return;
  mf_dram_forward(queueOf(dram, entry), entry->mf_.id, slotOf(dram, entry), owner->mf_.id, endOf(entry->mf_, MF_PACKET_END_DROPPED));
}

template <typename D, typename E>
void dramDone(const D& dram, const E& entry)
{
  if (!mf_on(MF_DRAM)) return;
  const uint8_t end = isWrite(dram, entry) ? MF_PACKET_END_WRITTEN : MF_PACKET_END_DROPPED;
  mf_dram_done(queueOf(dram, entry), entry->mf_.id, slotOf(dram, entry), endOf(entry->mf_, end));
}

template <typename D, typename E>
void bankStarts(const D& dram, const E& entry, std::size_t bank, std::size_t row, bool rowHit)
{
  if (mf_on(MF_DRAM)) mf_dram_bank(static_cast<uint16_t>(dram.mf_.bank + bank), entry->mf_.id, static_cast<uint32_t>(row), rowHit);
}

// Requests that could start but for another one in their bank: said once for each, with who is there.
template <typename D>
void banksBusy(const D& dram)
{
  if (!mf_on(MF_DRAM)) return;
  for (const auto& entry : dram.write_mode ? dram.WQ : dram.RQ) {
    if (!entry.has_value() || entry->scheduled || entry->mf_.stalled || entry->ready_time > dram.current_time) continue;
    const std::size_t bank = dram.bank_request_index(entry->address);
    const auto& holder = dram.bank_request[bank];
    if (!holder.valid) continue;
    entry->mf_.stalled = 1;
    mf_dram_wait(static_cast<uint16_t>(dram.mf_.bank + bank), entry->mf_.id, (*holder.pkt)->mf_.id);
  }
}

template <typename D>
void busStarts(const D& dram)
{
  if (!mf_on(MF_DRAM)) return;
  const auto& request = *dram.active_request;
  mf_dram_bus(dram.mf_.bus, (*request.pkt)->mf_.id, request.row_buffer_hit, dram.write_mode);
}

template <typename D, typename B>
void busBusy(const D& dram, const B& request)
{
  const Packet& packet = (*request.pkt)->mf_;
  if (packet.tried) return;
  packet.tried = 1;
  if (!mf_on(MF_DRAM)) return;
  const bool turning = dram.active_request == dram.bank_request.end();
  mf_dram_wait(dram.mf_.bus, packet.id, turning ? NONE : (*dram.active_request->pkt)->mf_.id);
}

template <typename D>
void refreshed(const D& dram)
{
  mf_dram_refresh(dram.mf_.node);
}

template <typename D>
void turned(const D& dram)
{
  mf_dram_mode(dram.mf_.node, dram.write_mode);
}
} // namespace mf

#endif
