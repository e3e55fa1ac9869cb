# The life of an instruction, its queues, the blocked head of the reorder buffer.
using Mf = import "/microflow/catalog.capnp";

const pipeline :Mf.Catalog = (
  name = "pipeline",
  enums = [
    (name = "opclass", doc = "What kind of instruction it is.", words = [
      (name = "alu"), (name = "load"), (name = "store"), (name = "load_store"), (name = "jump"), (name = "indirect"),
      (name = "conditional"), (name = "call"), (name = "indirect_call"), (name = "return"), (name = "branch")]),
    (name = "head_reason", doc = "Why the oldest instruction does not retire.", words = [
      (name = "none"), (name = "schedule", class = "core"), (name = "execute", class = "core"), (name = "memory", class = "memory"),
      (name = "store", class = "core"), (name = "latency", class = "core"), (name = "squash", class = "recovery"),
      (name = "trap", class = "recovery")]),
    (name = "dispatch_reason", doc = "Why dispatch slots stayed empty.", words = [
      (name = "none"), (name = "rob_full", class = "backend"), (name = "iq_full", class = "backend"), (name = "lq_full", class = "backend"),
      (name = "sq_full", class = "backend"), (name = "registers", class = "backend"), (name = "fetch_latency", class = "frontend"),
      (name = "fetch_bandwidth", class = "frontend"), (name = "mispredict", class = "recovery"),
      (name = "mem_order", class = "recovery"), (name = "serialize", class = "backend"), (name = "trap", class = "recovery")]),
    (name = "schedule_reason", doc = "Why the next instruction does not enter the scheduler.", words = [
      (name = "none"), (name = "iq_full", class = "backend"), (name = "registers", class = "backend")]),
    (name = "lq_end", words = [(name = "response"), (name = "forward"), (name = "squash")]),
    (name = "redirect_at", words = [(name = "decode"), (name = "execute")]),
    (name = "epoch_cause", words = [(name = "mispredict"), (name = "mem_order"), (name = "exception"), (name = "serialize"), (name = "other")]),
  ],
  events = [
    (name = "inst.fetch", domain = "core", stage = "fetch", doc = "An instruction enters the machine.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true),
      (name = "pc", type = address, of = "virt", grain = "byte"), (name = "opclass", type = word, of = "opclass"),
      (name = "redirect", type = key, of = "inst", optional = true, doc = "the branch whose redirect made this the next fetch")],
     claims = [(role = refer, on = "redirect", key = ["redirect"])]),
    (name = "inst.fetched", domain = "core", doc = "Its bytes arrived.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true),
      (name = "packet", type = key, of = "packet", doc = "the instruction-fetch packet that brought them")],
     claims = [(role = consume, on = "wake", key = ["packet"])]),
    (name = "inst.decode", domain = "core", stage = "decode", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true)]),
    (name = "inst.dispatch", domain = "core", stage = "dispatch", doc = "It takes its place in program order.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true)],
     claims = [(role = acquire, on = "rob")]),
    (name = "inst.schedule", domain = "core", stage = "rename", doc = "It enters the scheduler, its registers named.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true)],
     claims = [(role = acquire, on = "iq")]),
    (name = "inst.registers", domain = "core", doc = "It gets the registers that it had waited for.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true),
      (name = "freed", type = key, of = "inst", doc = "the instruction whose retirement gave back the last of them")],
     claims = [(role = consume, on = "register", key = ["freed"])]),
    (name = "inst.issue", domain = "core", stage = "issue", doc = "Its operands are there and it starts to execute.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true),
      (name = "src0", type = key, of = "inst", optional = true, doc = "the instruction that wrote a source register; 0: none in flight"),
      (name = "src1", type = key, of = "inst", optional = true), (name = "src2", type = key, of = "inst", optional = true),
      (name = "src3", type = key, of = "inst", optional = true),
      (name = "held", type = flag, optional = true, doc = "it keeps its scheduler entry, until iq.leave"),
      (name = "unit", type = node, optional = true, doc = "the functional units that took it")],
     claims = [(role = release, on = "iq", when = (field = "held", words = ["0"])), (role = grant, on = "fu", node = "unit"),
               (role = consume, on = "reg", key = ["src0"]), (role = consume, on = "reg", key = ["src1"]), (role = consume, on = "reg", key = ["src2"]),
               (role = consume, on = "reg", key = ["src3"])]),
    (name = "inst.source", domain = "core", doc = "One more producer of what issues now, beyond the four that inst.issue names.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true), (name = "src", type = key, of = "inst")],
     claims = [(role = consume, on = "reg", key = ["src"])]),
    (name = "issue.deny", domain = "core", doc = "It was ready, and every functional unit for it was busy.", fields = [
      (name = "node", type = node, doc = "the units"), (name = "inst", type = key, of = "inst", flow = true)],
     claims = [(role = deny, on = "fu")]),
    (name = "iq.leave", domain = "core", doc = "An entry that was held beyond issue, or squashed in the scheduler, is free.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true)],
     claims = [(role = release, on = "iq")]),
    (name = "inst.complete", domain = "core", stage = "complete", doc = "Its results are there.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true),
      (name = "head", type = flag, doc = "it is the oldest; else retirement in order makes it wait")],
     claims = [(role = consume, on = "mem", key = ["inst"], maybe = true), (role = produce, on = "reg", key = ["inst"]),
               (role = deny, on = "retire", order = true, when = (field = "head", words = ["0"]))]),
    (name = "inst.retire", domain = "core", stage = "commit", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true),
      (name = "more", type = flag, optional = true, doc = "a micro-operation, and not the last of its instruction"),
      (name = "held", type = flag, optional = true, doc = "a system call that takes effect by a trap: it keeps its entry, until rob.leave")],
     claims = [(role = release, on = "rob", when = (field = "held", words = ["0"])), (role = grant, on = "retire"), (role = produce, on = "register", key = ["inst"])]),
    (name = "rob.leave", domain = "core", doc = "The entry of an instruction that was squashed, or retired by a trap, is free.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true)],
     claims = [(role = release, on = "rob")]),
    (name = "inst.squash", domain = "core", stage = "squash", doc = "A squash discards it.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true),
      (name = "by", type = key, of = "inst", doc = "the instruction that caused the squash"),
      (name = "rob", type = flag, doc = "it gives up a reorder buffer entry now; else it has none, or rob.leave says when"),
      (name = "iq", type = flag, optional = true, doc = "it gives up a scheduler entry now")],
     claims = [(role = refer, on = "redirect", key = ["by"]), (role = release, on = "rob", when = (field = "rob", words = ["1"])),
               (role = release, on = "iq", when = (field = "iq", words = ["1"]))]),
    (name = "squash.begin", domain = "core", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true), (name = "cause", type = word, of = "epoch_cause"),
      (name = "awaited", type = key, of = "inst", optional = true, doc = "memory order: the store, or older load, that `inst` should have waited for")],
     claims = [(role = define, on = "redirect", key = ["inst"]), (role = consume, on = "stored", key = ["awaited"], maybe = true)]),
    (name = "squash.end", domain = "core", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true)]),
    (name = "branch.mispredict", domain = "predictor", doc = "A prediction was wrong; known when made in a model without wrong path.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true)]),
    (name = "branch.redirect", domain = "predictor", doc = "The front end learns where to go on.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true), (name = "at", type = word, of = "redirect_at")],
     claims = [(role = define, on = "redirect", key = ["inst"])]),

    (name = "lq.insert", domain = "core", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true), (name = "slot", type = u16),
      (name = "vaddr", type = address, of = "virt", grain = "byte")],
     claims = [(role = acquire, on = "lq")]),
    (name = "lq.release", domain = "core", doc = "The load has its data.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true), (name = "slot", type = u16),
      (name = "reason", type = word, of = "lq_end"),
      (name = "packet", type = key, of = "packet", doc = "the packet whose response woke it, whoever sent that"),
      (name = "store", type = key, of = "inst", doc = "the store that forwarded to it"),
      (name = "held", type = flag, optional = true, doc = "it keeps its entry, until lq.leave")],
     claims = [(role = release, on = "lq", when = (field = "held", words = ["0"])), (role = consume, on = "wake", key = ["packet"]), (role = consume, on = "stored", key = ["store"]),
               (role = produce, on = "mem", key = ["inst"])]),
    (name = "lq.leave", domain = "core", doc = "An entry that was held beyond the data, or squashed, is free.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true), (name = "slot", type = u16)],
     claims = [(role = release, on = "lq")]),
    (name = "sq.insert", domain = "core", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true),
      (name = "vaddr", type = address, of = "virt", grain = "byte")],
     claims = [(role = acquire, on = "sq")]),
    (name = "sq.ready", domain = "core", doc = "Address and data are known; younger loads may take them.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true)],
     claims = [(role = produce, on = "stored", key = ["inst"]), (role = produce, on = "mem", key = ["inst"])]),
    (name = "sq.release", domain = "core", doc = "The store was handed to the cache.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true)],
     claims = [(role = release, on = "sq")]),
    (name = "sq.drop", domain = "core", doc = "A squash discards the store.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true)],
     claims = [(role = release, on = "sq")]),

    (name = "head.state", domain = "core", doc = "The reason why the head does not retire, from now on.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true), (name = "reason", type = word, of = "head_reason")]),
    (name = "dispatch.state", domain = "core", doc = "Why dispatch slots stay empty, from now on, and how many a cycle.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true, doc = "the next to dispatch; 0: none there"),
      (name = "reason", type = word, of = "dispatch_reason"), (name = "slots", type = u8)],
     claims = [(role = stall, on = "rob", when = (field = "reason", words = ["rob_full"])),
               (role = stall, on = "iq", when = (field = "reason", words = ["iq_full"])),
               (role = stall, on = "lq", when = (field = "reason", words = ["lq_full"])),
               (role = stall, on = "sq", when = (field = "reason", words = ["sq_full"]))]),
    (name = "dispatch.refuse", domain = "core", doc = "The next instruction found a structure full; once for every time that the simulator counts it.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true), (name = "reason", type = word, of = "dispatch_reason")],
     claims = [(role = stall, on = "rob", when = (field = "reason", words = ["rob_full"])),
               (role = stall, on = "iq", when = (field = "reason", words = ["iq_full"])),
               (role = stall, on = "lq", when = (field = "reason", words = ["lq_full"])),
               (role = stall, on = "sq", when = (field = "reason", words = ["sq_full"]))]),
    (name = "schedule.state", domain = "core", doc = "Why the next instruction to enter the scheduler has to wait, from now on.", fields = [
      (name = "node", type = node), (name = "inst", type = key, of = "inst", flow = true, doc = "the next; 0: none waits"),
      (name = "reason", type = word, of = "schedule_reason")],
     claims = [(role = stall, on = "iq", when = (field = "reason", words = ["iq_full"]))]),
  ],
  flows = [
    (name = "inst", table = "insts", opens = [(event = "inst.fetch")], perCore = true, reuse = implicitClose,
     closes = [(event = "inst.retire", reason = "retired"), (event = "inst.squash", reason = "squashed")],
     doc = "A dynamic instruction, from fetch to retirement or squash.",
     columns = [
      (name = "seq", required = true, from = [(event = "inst.fetch", field = "inst")], doc = "the simulator's own number"),
      (name = "retire_idx", builtin = "retire_idx", doc = "ordinal of retirement on its core"),
      (name = "uop", builtin = "uop", required = true, doc = "which micro-operation of its instruction, from 0"),
      (name = "last_uop", builtin = "last_uop", required = true, from = [(event = "inst.retire", field = "more")],
       doc = "0: more of its instruction retire after it"),
      (name = "pc", from = [(event = "inst.fetch", field = "pc")]),
      (name = "opclass", of = "opclass", from = [(event = "inst.fetch", field = "opclass")]),
      (name = "epoch", builtin = "epoch", doc = "the squash that discarded it"),
      (name = "scope", builtin = "null"),
      (name = "t_fetch", from = [(event = "inst.fetch", take = time)]),
      (name = "t_decode", from = [(event = "inst.decode", take = time)]),
      (name = "t_rename", from = [(event = "inst.schedule", take = time)]),
      (name = "t_dispatch", from = [(event = "inst.dispatch", take = time)]),
      (name = "t_ready", builtin = "null"),
      (name = "t_issue", keep = last, from = [(event = "inst.issue", take = time)]),
      (name = "t_complete", keep = last, from = [(event = "inst.complete", take = time)]),
      (name = "t_commit", from = [(event = "inst.retire", take = time)]),
      (name = "t_squash", from = [(event = "inst.squash", take = time)]),
      (name = "n_issue", required = true, from = [(event = "inst.issue", take = count)])],
     indexes = ["core, retire_idx, uop WHERE retire_idx IS NOT NULL", "epoch WHERE epoch IS NOT NULL", "pc"])],
  tenancies = [
    (name = "rob", kind = "rob", folded = "insts", doc = "Reorder buffer entries."),
    (name = "iq", kind = "iq", folded = "insts", doc = "Scheduler entries."),
    (name = "lq", kind = "lq", slot = "slot", reason = "reason", doc = "Load queue entries."),
    (name = "sq", kind = "sq", doc = "Store queue entries, oldest out first.")],
  episodes = [
    (name = "head_block", event = "head.state", reason = "reason", causeEvent = "lq.release", causeField = "packet", causeLine = "line",
     doc = "The oldest instruction of a core could not retire."),
    (name = "dispatch_block", event = "dispatch.state", reason = "reason", slots = "slots", doc = "Dispatch slots stayed empty.")],
  epochs = [(event = "squash.begin", cause = "cause", recovered = "squash.end", member = "inst.squash")],
);
