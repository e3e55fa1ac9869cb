// Instructions, their queues, and why the core does not go on. Part of mf_probe.h.
#ifndef MF_CORE_H
#define MF_CORE_H

namespace mf
{
void fetchEvent(const Core& core, uint64_t inst, uint64_t pc, uint8_t opclass, uint64_t redirect);

template <typename I>
uint8_t opclassOf(const I& instr)
{
  static const uint8_t BRANCHES[] = {MF_OPCLASS_JUMP,          MF_OPCLASS_INDIRECT, MF_OPCLASS_CONDITIONAL, MF_OPCLASS_CALL,
                                     MF_OPCLASS_INDIRECT_CALL, MF_OPCLASS_RETURN_,   MF_OPCLASS_BRANCH};
  if (instr.is_branch) return BRANCHES[static_cast<std::size_t>(instr.branch) % 7];
  if (instr.source_memory.empty()) return instr.destination_memory.empty() ? MF_OPCLASS_ALU : MF_OPCLASS_STORE;
  return instr.destination_memory.empty() ? MF_OPCLASS_LOAD : MF_OPCLASS_LOAD_STORE;
}

template <typename C, typename I>
void fetched(C& cpu, const I& instr)
{
  if (mf_on(MF_CORE)) mf_inst_fetch(cpu.mf_.node, key(instr.instr_id), number(instr.ip), opclassOf(instr), cpu.mf_.redirect);
  cpu.mf_.redirect = NONE;
}

template <typename C, typename I>
void mispredicted(C& cpu, const I& instr)
{
  cpu.mf_.mispredicted = key(instr.instr_id);
  mf_branch_mispredict(cpu.mf_.node, key(instr.instr_id));
  mf_signal("mispredict");
}

template <typename C, typename I>
void redirected(C& cpu, const I& instr, uint8_t at)
{
  cpu.mf_.redirect = key(instr.instr_id);
  mf_branch_redirect(cpu.mf_.node, key(instr.instr_id), at);
}

// Its bytes came with `packet`; from the buffer of decoded instructions if that is 0.
template <typename C, typename I>
void fetchReturned(const C& cpu, const I& instr, uint64_t packet)
{
  if (!instr.fetch_completed || packet == NONE) mf_inst_fetched(cpu.mf_.node, key(instr.instr_id), packet);
}

template <typename C, typename I>
void decoded(const C& cpu, const I& instr)
{
  mf_inst_decode(cpu.mf_.node, key(instr.instr_id));
}

template <typename C>
void dispatched(C& cpu)
{
  cpu.mf_.dispatched = key(cpu.ROB.back().instr_id);
  mf_inst_dispatch(cpu.mf_.node, cpu.mf_.dispatched);
}

// What of the next instruction's needs was not met when dispatch stopped.
template <typename C>
uint8_t dispatchReason(const C& cpu, bool some)
{
  if (cpu.DISPATCH_BUFFER.empty() || cpu.DISPATCH_BUFFER.front().ready_time > cpu.current_time) {
    if (cpu.mf_.mispredicted != NONE && cpu.mf_.dispatched == cpu.mf_.mispredicted) return MF_DISPATCH_REASON_MISPREDICT;
    return some ? MF_DISPATCH_REASON_FETCH_BANDWIDTH : MF_DISPATCH_REASON_FETCH_LATENCY;
  }
  const auto& next = cpu.DISPATCH_BUFFER.front();
  if (cpu.ROB.size() == cpu.ROB_SIZE) return MF_DISPATCH_REASON_ROB_FULL;
  if (next.destination_memory.size() + cpu.SQ.size() > cpu.SQ_SIZE) return MF_DISPATCH_REASON_SQ_FULL;
  return MF_DISPATCH_REASON_LQ_FULL;
}

template <typename C>
void dispatchState(C& cpu, long used, long left)
{
  if (!mf_on(MF_CORE)) return;
  Core& core = cpu.mf_;
  const uint8_t reason = left == 0 ? uint8_t{MF_DISPATCH_REASON_NONE} : dispatchReason(cpu, used > 0);
  const uint64_t next = left == 0 || cpu.DISPATCH_BUFFER.empty() ? NONE : key(cpu.DISPATCH_BUFFER.front().instr_id);
  if (reason == core.dispatchReason && left == core.dispatchSlots && (next == core.dispatchInst || left == 0)) return;
  core.dispatchReason = reason;
  core.dispatchSlots = static_cast<uint8_t>(left);
  core.dispatchInst = next;
  mf_dispatch_state(core.node, next, reason, core.dispatchSlots);
}

template <typename C, typename I>
void scheduled(const C& cpu, I& instr)
{
  const Core& core = cpu.mf_;
  instr.mf_oldest = cpu.ROB.front().instr_id;
  if (core.scheduleReason == MF_SCHEDULE_REASON_REGISTERS && core.scheduleInst == key(instr.instr_id))
    mf_inst_registers(core.node, key(instr.instr_id), core.freed);
  mf_inst_schedule(core.node, key(instr.instr_id));
}

// After the search for instructions to schedule, which is in order and stops where its window
// ends or an instruction finds too few registers.
template <typename C>
void scheduleState(C& cpu, bool isWindowLeft)
{
  if (!mf_on(MF_CORE)) return;
  Core& core = cpu.mf_;
  const auto next = std::partition_point(cpu.ROB.begin(), cpu.ROB.end(), [](const auto& instr) { return instr.scheduled; });
  uint8_t reason = MF_SCHEDULE_REASON_NONE;
  uint64_t inst = NONE;
  if (next != cpu.ROB.end() && next->ready_time <= cpu.current_time) {
    reason = isWindowLeft ? MF_SCHEDULE_REASON_REGISTERS : MF_SCHEDULE_REASON_IQ_FULL;
    inst = key(next->instr_id);
  }
  if (reason == core.scheduleReason && inst == core.scheduleInst) return;
  core.scheduleReason = reason;
  core.scheduleInst = inst;
  mf_schedule_state(core.node, inst, reason);
}

// The instruction in flight that writes the physical register, as it was when this one was renamed.
template <typename C, typename I>
uint64_t producer(const C& cpu, const I& instr, std::size_t source)
{
  if (source >= instr.source_registers.size()) return NONE;
  const uint64_t by = cpu.reg_allocator.mf_producer(instr.source_registers[source]);
  return by == 0 || by < instr.mf_oldest || by >= instr.instr_id ? NONE : key(by);
}

template <typename C, typename I>
void issued(const C& cpu, const I& instr)
{
  if (!mf_on(MF_CORE)) return;
  mf_inst_issue(cpu.mf_.node, key(instr.instr_id), producer(cpu, instr, 0), producer(cpu, instr, 1), producer(cpu, instr, 2), producer(cpu, instr, 3));
}

template <typename C, typename I>
void completed(const C& cpu, const I& instr)
{
  mf_inst_complete(cpu.mf_.node, key(instr.instr_id), cpu.ROB.front().instr_id == instr.instr_id);
}

// Each register it wrote gives back the one that held the value before.
template <typename C, typename I>
void retired(C& cpu, const I& instr)
{
  if (!instr.destination_registers.empty()) cpu.mf_.freed = key(instr.instr_id);
  mf_inst_retire(cpu.mf_.node, key(instr.instr_id));
}

template <typename I>
uint8_t headReason(const I& head, std::size_t loadsWaiting)
{
  if (!head.scheduled) return MF_HEAD_REASON_SCHEDULE;
  if (!head.executed) return MF_HEAD_REASON_EXECUTE;
  if (head.completed_mem_ops != head.num_mem_ops()) return loadsWaiting > 0 ? MF_HEAD_REASON_MEMORY : MF_HEAD_REASON_STORE;
  return MF_HEAD_REASON_LATENCY;
}

// The reorder buffer after retirement: blocked if nothing retired and there is an oldest instruction.
template <typename C>
void headState(C& cpu, bool blocked)
{
  Core& core = cpu.mf_;
  uint8_t reason = MF_HEAD_REASON_NONE;
  const uint64_t inst = cpu.ROB.empty() ? NONE : key(cpu.ROB.front().instr_id);
  if (blocked && inst != NONE) {
    const auto& head = cpu.ROB.front();
    std::size_t loads = 0;
    if (head.executed && head.completed_mem_ops != head.num_mem_ops() && !head.source_memory.empty()) {
      for (const auto& entry : cpu.LQ) loads += entry.has_value() && entry->instr_id == head.instr_id;
    }
    reason = headReason(head, loads);
  }
  if (reason == core.headReason && (reason == MF_HEAD_REASON_NONE || inst == core.headInst)) return;
  core.headReason = reason;
  core.headInst = inst;
  mf_head_state(core.node, inst, reason);
}

template <typename C>
void retirementDone(C& cpu, long count)
{
  if (mf_on(MF_CORE)) headState(cpu, count == 0);
  if (count != 0) mf_retired(static_cast<int>(cpu.cpu), static_cast<uint64_t>(cpu.num_retired - cpu.begin_phase_instr));
}

template <typename C>
void phaseEnds(C& cpu)
{
  if (cpu.warmup) return;
  now(cpu.current_time); // a memory channel may be ahead
  mf_phase(static_cast<int>(cpu.cpu), 0, 0);
}

template <typename C, typename I, typename A>
void loadInserted(const C& cpu, const I& instr, std::ptrdiff_t slot, const A& vaddr)
{
  if (mf_on(MF_CORE)) mf_lq_insert(cpu.mf_.node, key(instr.instr_id), static_cast<uint16_t>(slot), number(vaddr));
}

template <typename C, typename E>
uint16_t loadSlot(const C& cpu, const E& entry)
{
  return static_cast<uint16_t>(&entry - cpu.LQ.data());
}

template <typename C, typename E>
void loadForwarded(const C& cpu, const E& entry, uint64_t store)
{
  if (mf_on(MF_CORE)) mf_lq_release(cpu.mf_.node, key(entry->instr_id), loadSlot(cpu, entry), MF_LQ_END_FORWARD, NONE, key(store));
}

template <typename C, typename E>
void loadReturned(const C& cpu, const E& entry, uint64_t packet)
{
  if (mf_on(MF_CORE)) mf_lq_release(cpu.mf_.node, key(entry->instr_id), loadSlot(cpu, entry), MF_LQ_END_RESPONSE, packet, NONE);
}

template <typename C, typename E>
void storeInserted(const C& cpu, const E& entry)
{
  if (mf_on(MF_CORE)) mf_sq_insert(cpu.mf_.node, key(entry.instr_id), number(entry.virtual_address));
}

template <typename C, typename E>
void storeReady(const C& cpu, const E& entry)
{
  mf_sq_ready(cpu.mf_.node, key(entry.instr_id));
}

template <typename C, typename E>
bool storeSent(const C& cpu, const E& entry, bool success)
{
  if (success) mf_sq_release(cpu.mf_.node, key(entry.instr_id));
  return success;
}
} // namespace mf

#endif
