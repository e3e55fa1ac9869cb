# Packets through queues, caches, translation and DRAM.
using Mf = import "/microflow/catalog.capnp";

const memory :Mf.Catalog = (
  name = "memory",
  enums = [
    (name = "op", doc = "What a packet does.", words = [
      (name = "load"), (name = "store"), (name = "ifetch"), (name = "walk"), (name = "prefetch"), (name = "writeback")]),
    (name = "requester", doc = "Who wanted it.", words = [(name = "demand"), (name = "prefetch"), (name = "walk"), (name = "writeback")]),
    (name = "lookup", doc = "How a lookup ended.", words = [(name = "hit"), (name = "miss"), (name = "merge"), (name = "reject")]),
    (name = "packet_end", doc = "Whether this ends the packet.", words = [
      (name = "no"), (name = "hit"), (name = "merged"), (name = "redundant"), (name = "filled"), (name = "dropped"), (name = "forwarded"), (name = "written")]),
    (name = "stall_reason", words = [
      (name = "mshr_full"), (name = "lower_full"), (name = "targets_full"), (name = "writes_full")]),
    (name = "block_reason", words = [(name = "none"), (name = "mshr_full"), (name = "targets_full"), (name = "writes_full")]),
    (name = "evict_reason", words = [(name = "replacement"), (name = "invalidate"), (name = "back_invalidate"), (name = "flush"), (name = "open")]),
  ],
  events = [
    (name = "packet.send", domain = "node", doc = "A packet is born into the request queue of the first level it asks.", fields = [
      (name = "node", type = node, doc = "the queue"), (name = "packet", type = key, of = "packet", flow = true),
      (name = "op", type = word, of = "op"), (name = "requester", type = word, of = "requester"),
      (name = "inst", type = key, of = "inst", doc = "the instruction it serves; 0 for instruction fetch, walks and writebacks"),
      (name = "parent", type = key, of = "packet", doc = "the packet that caused it"),
      (name = "vaddr", type = address, of = "virt", grain = "byte"),
      (name = "cause", type = key, of = "inst", optional = true, doc = "instruction fetch: the first instruction that needs it"),
      (name = "direct", type = flag, optional = true, doc = "it is looked up without waiting in a queue")],
     claims = [(role = acquire, on = "queue", when = (field = "direct", words = ["0"])), (role = produce, on = "spawn", key = ["packet"])]),
    (name = "translation.send", domain = "tlb", doc = "A packet asks for the translation of its page.", fields = [
      (name = "node", type = node, doc = "the queue"), (name = "packet", type = key, of = "packet", flow = true),
      (name = "op", type = word, of = "op"), (name = "requester", type = word, of = "requester"),
      (name = "parent", type = key, of = "packet", doc = "the translated packet"),
      (name = "page", type = address, of = "virt", grain = "page")],
     claims = [(role = acquire, on = "queue"), (role = produce, on = "spawn", key = ["packet"])]),
    (name = "packet.live", domain = "node", doc = "In a dump of live state only: a packet is under way, born before recording began.", fields = [
      (name = "node", type = node, doc = "where it is, closest to its requester"), (name = "packet", type = key, of = "packet", flow = true),
      (name = "op", type = word, of = "op"), (name = "requester", type = word, of = "requester"),
      (name = "inst", type = key, of = "inst"), (name = "parent", type = key, of = "packet")]),
    (name = "translation.live", domain = "node", doc = "The same for a translation.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true),
      (name = "op", type = word, of = "op"), (name = "requester", type = word, of = "requester"),
      (name = "parent", type = key, of = "packet"), (name = "page", type = address, of = "virt", grain = "page")]),
    (name = "queue.insert", domain = "node", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true)],
     claims = [(role = acquire, on = "queue")]),
    (name = "queue.remove", domain = "node", doc = "The packet leaves the queue for the lookup.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true),
      (name = "done", type = word, of = "packet_end", optional = true)],
     claims = [(role = release, on = "queue")]),
    (name = "queue.merge", domain = "node", doc = "It joins another packet of the same line in the queue.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true),
      (name = "owner", type = key, of = "packet"), (name = "done", type = word, of = "packet_end")],
     claims = [(role = release, on = "queue"), (role = coalesce, on = "queue", other = "owner")]),
    (name = "queue.forward", domain = "node", doc = "A write in the queue answers it.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true),
      (name = "owner", type = key, of = "packet"), (name = "done", type = word, of = "packet_end")],
     claims = [(role = release, on = "queue"), (role = produce, on = "wake", key = ["packet"])]),

    (name = "cache.stall", domain = "cache", doc = "A lookup was refused, for the first time; the access event follows when it succeeds.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true), (name = "reason", type = word, of = "stall_reason"),
      (name = "queue", type = node, doc = "lower_full: the full queue")],
     claims = [(role = stall, on = "mshr", when = (field = "reason", words = ["mshr_full"])),
               (role = stall, on = "queue", node = "queue", when = (field = "reason", words = ["lower_full"]))]),
    (name = "cache.access", domain = "cache", table = "access", ordinary = true, indexes = ["node, line, ev", "node, page, ev", "flow, node, ev"],
     doc = "A lookup and its outcome, once for a packet at a level, however often it was retried.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true),
      (name = "line", type = address, of = "phys", grain = "line"), (name = "page", type = address, of = "phys", grain = "page"),
      (name = "op", type = word, of = "op"), (name = "outcome", type = word, of = "lookup"),
      (name = "entry", type = flag, doc = "a miss that took a miss register"),
      (name = "useful", type = flag, doc = "first demand for a line that this cache's prefetcher brought"),
      (name = "owner", type = key, of = "packet", doc = "merge: whose miss it joined"),
      (name = "done", type = word, of = "packet_end"),
      (name = "command", type = name, optional = true, doc = "the simulator's own word for what is asked")],
     claims = [(role = read, on = "lines", key = ["line"], when = (field = "outcome", words = ["miss"])),
               (role = acquire, on = "mshr", when = (field = "entry", words = ["1"])),
               (role = coalesce, on = "mshr", other = "owner", when = (field = "outcome", words = ["merge"])),
               (role = produce, on = "wake", key = ["packet"], when = (field = "outcome", words = ["hit"])),
               (role = use, on = "line", when = (field = "outcome", words = ["hit"]))]),
    (name = "mshr.take", domain = "cache", doc = "A packet that waited for the miss of another takes the miss register over.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true)],
     claims = [(role = acquire, on = "mshr")]),
    (name = "mshr.join", domain = "cache", doc = "A packet that waited behind the miss of another is answered with it.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true),
      (name = "owner", type = key, of = "packet", doc = "whose miss"), (name = "done", type = word, of = "packet_end")]),
    (name = "mshr.send", domain = "cache", doc = "The miss goes to the level below.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true)]),
    (name = "mshr.leave", domain = "cache", doc = "The miss register is free, where cache.fill does not say so.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true)],
     claims = [(role = release, on = "mshr")]),
    (name = "cache.block", domain = "cache", doc = "From now on the cache refuses whatever is asked of it; or, with reason none, no longer.", fields = [
      (name = "node", type = node), (name = "reason", type = word, of = "block_reason")]),
    (name = "cache.evict", domain = "cache", doc = "The replacement policy gives up a line; `packet` is the one whose fill displaces it.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true),
      (name = "line", type = address, of = "phys", grain = "line"), (name = "set", type = u32), (name = "way", type = u16),
      (name = "ord", type = u64, doc = "ordinal of the victim decision at this cache"),
      (name = "reason", type = word, of = "evict_reason"), (name = "dirty", type = flag),
      (name = "unused", type = flag, doc = "brought by this cache's prefetcher and never asked for")],
     claims = [(role = release, on = "line"), (role = write, on = "lines", key = ["line"])]),
    (name = "cache.fill", domain = "cache", doc = "A response arrives and, unless bypassed, its line is installed.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true),
      (name = "line", type = address, of = "phys", grain = "line"), (name = "set", type = u32), (name = "way", type = u16),
      (name = "prefetched", type = flag, doc = "brought by a prefetch of this cache"),
      (name = "entry", type = flag, doc = "it frees a miss register"), (name = "install", type = flag), (name = "done", type = word, of = "packet_end")],
     claims = [(role = release, on = "mshr", when = (field = "entry", words = ["1"])),
               (role = acquire, on = "line", when = (field = "install", words = ["1"])),
               (role = write, on = "lines", key = ["line"], when = (field = "install", words = ["1"])),
               (role = produce, on = "wake", key = ["packet"])]),

    (name = "tlb.stall", domain = "tlb", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true), (name = "reason", type = word, of = "stall_reason"),
      (name = "queue", type = node)],
     claims = [(role = stall, on = "mshr", when = (field = "reason", words = ["mshr_full"])),
               (role = stall, on = "queue", node = "queue", when = (field = "reason", words = ["lower_full"]))]),
    (name = "tlb.access", domain = "tlb", doc = "A lookup of a translation.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true),
      (name = "page", type = address, of = "virt", grain = "page"), (name = "op", type = word, of = "op"), (name = "outcome", type = word, of = "lookup"),
      (name = "entry", type = flag), (name = "useful", type = flag), (name = "owner", type = key, of = "packet"), (name = "done", type = word, of = "packet_end")],
     claims = [(role = read, on = "translations", key = ["page"], when = (field = "outcome", words = ["miss"])),
               (role = acquire, on = "mshr", when = (field = "entry", words = ["1"])),
               (role = coalesce, on = "mshr", other = "owner", when = (field = "outcome", words = ["merge"])),
               (role = produce, on = "wake", key = ["packet"], when = (field = "outcome", words = ["hit"])),
               (role = use, on = "translation", when = (field = "outcome", words = ["hit"]))]),
    (name = "tlb.evict", domain = "tlb", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true), (name = "page", type = address, of = "virt", grain = "page"),
      (name = "set", type = u32), (name = "way", type = u16), (name = "ord", type = u64), (name = "reason", type = word, of = "evict_reason"),
      (name = "unused", type = flag)],
     claims = [(role = release, on = "translation"), (role = write, on = "translations", key = ["page"])]),
    (name = "tlb.fill", domain = "tlb", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true), (name = "page", type = address, of = "virt", grain = "page"),
      (name = "set", type = u32), (name = "way", type = u16), (name = "prefetched", type = flag), (name = "entry", type = flag), (name = "install", type = flag),
      (name = "done", type = word, of = "packet_end")],
     claims = [(role = release, on = "mshr", when = (field = "entry", words = ["1"])),
               (role = acquire, on = "translation", when = (field = "install", words = ["1"])),
               (role = write, on = "translations", key = ["page"], when = (field = "install", words = ["1"])),
               (role = produce, on = "wake", key = ["packet"])]),
    (name = "packet.translated", domain = "tlb", doc = "The packet learns its physical address.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true),
      (name = "translation", type = key, of = "packet", doc = "the translation whose answer this is, whoever sent it"),
      (name = "line", type = address, of = "phys", grain = "line")],
     claims = [(role = consume, on = "wake", key = ["translation"])]),
    (name = "walk.begin", domain = "tlb", doc = "A walker takes a translation.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true)],
     claims = [(role = acquire, on = "walk")]),
    (name = "walk.step", domain = "tlb", doc = "One level is known.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true), (name = "level", type = u8),
      (name = "read", type = key, of = "packet", doc = "the read that brought the entry")],
     claims = [(role = consume, on = "wake", key = ["read"])]),
    (name = "walk.end", domain = "tlb", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true)],
     claims = [(role = release, on = "walk"), (role = produce, on = "wake", key = ["packet"])]),

    (name = "dram.insert", domain = "dram", fields = [
      (name = "node", type = node, doc = "the channel's read or write queue"), (name = "packet", type = key, of = "packet", flow = true), (name = "slot", type = u16)],
     claims = [(role = acquire, on = "dram_queue")]),
    (name = "dram.merge", domain = "dram", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true), (name = "slot", type = u16),
      (name = "owner", type = key, of = "packet"), (name = "done", type = word, of = "packet_end")],
     claims = [(role = release, on = "dram_queue"), (role = coalesce, on = "dram_queue", other = "owner")]),
    (name = "dram.forward", domain = "dram", doc = "A write in the queue answers the read.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true), (name = "slot", type = u16), (name = "owner", type = key, of = "packet"),
      (name = "done", type = word, of = "packet_end")],
     claims = [(role = release, on = "dram_queue"), (role = produce, on = "wake", key = ["packet"])]),
    (name = "dram.wait", domain = "dram", doc = "It was ready and refused, for the first time, by a busy bank or bus.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true), (name = "holder", type = key, of = "packet")],
     claims = [(role = deny, on = "bank", other = "holder"), (role = deny, on = "bus", other = "holder")]),
    (name = "dram.bank", domain = "dram", doc = "A bank starts on it.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true), (name = "row", type = u32), (name = "row_hit", type = flag)],
     claims = [(role = grant, on = "bank")]),
    (name = "dram.bus", domain = "dram", doc = "Its burst starts.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true), (name = "row_hit", type = flag), (name = "write", type = flag)],
     claims = [(role = grant, on = "bus")]),
    (name = "dram.done", domain = "dram", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true), (name = "slot", type = u16), (name = "done", type = word, of = "packet_end")],
     claims = [(role = release, on = "dram_queue"), (role = produce, on = "wake", key = ["packet"])]),
    (name = "memory.serve", domain = "dram", doc = "Main memory reads or writes it, where dram.done does not say so.", fields = [
      (name = "node", type = node), (name = "packet", type = key, of = "packet", flow = true), (name = "done", type = word, of = "packet_end")],
     claims = [(role = produce, on = "wake", key = ["packet"])]),
    (name = "dram.refresh", domain = "dram", fields = [(name = "node", type = node)]),
    (name = "dram.mode", domain = "dram", doc = "The channel turns between reads and writes.", fields = [(name = "node", type = node), (name = "write", type = flag)]),
  ],
  flows = [
    (name = "packet", table = "packets", opens = [(event = "packet.send"), (event = "packet.live")], parent = ["inst", "parent"], reuse = error,
     closes = [(event = "cache.access", field = "done", when = (field = "done", words = ["hit", "merged", "redundant", "dropped"])),
               (event = "mshr.join", field = "done", when = (field = "done", words = ["merged"])),
               (event = "cache.fill", field = "done", when = (field = "done", words = ["filled", "written"])),
               (event = "queue.remove", field = "done", when = (field = "done", words = ["dropped"])),
               (event = "queue.merge", field = "done", when = (field = "done", words = ["merged"])),
               (event = "queue.forward", field = "done", when = (field = "done", words = ["forwarded"])),
               (event = "dram.merge", field = "done", when = (field = "done", words = ["merged"])),
               (event = "dram.forward", field = "done", when = (field = "done", words = ["dropped", "forwarded"])),
               (event = "dram.done", field = "done", when = (field = "done", words = ["written", "filled", "dropped"])),
               (event = "memory.serve", field = "done", when = (field = "done", words = ["written"]))],
     doc = "A memory transaction from its requester to the wake-up, through every level.",
     columns = [
      (name = "op", of = "op", from = [(event = "packet.send", field = "op"), (event = "packet.live", field = "op"), (event = "cache.access", field = "op")]),
      (name = "requester", of = "requester", from = [(event = "packet.send", field = "requester"), (event = "packet.live", field = "requester")]),
      (name = "line", from = [(event = "cache.access", field = "line"), (event = "packet.translated", field = "line"), (event = "cache.fill", field = "line")]),
      (name = "page", from = [(event = "cache.access", field = "page")]),
      (name = "origin", from = [(event = "packet.send", take = node)], doc = "the queue it was born into"),
      (name = "t_send", from = [(event = "packet.send", take = time)]),
      (name = "t_fill", keep = last, from = [(event = "cache.fill", take = time)]),
      (name = "served_by", keep = last, from = [(event = "cache.access", take = node, when = (field = "outcome", words = ["hit"])),
                                   (event = "queue.forward", take = node), (event = "dram.forward", take = node), (event = "dram.done", take = node),
                                   (event = "memory.serve", take = node)]),
      (name = "promoted_by", builtin = "null", doc = "the first demand that joined a prefetch"),
      (name = "t_promote", builtin = "null")]),
    (name = "translation", base = "packet", table = "translations", opens = [(event = "translation.send"), (event = "translation.live")], parent = ["parent"], reuse = error,
     closes = [(event = "tlb.access", field = "done", when = (field = "done", words = ["hit", "merged", "redundant", "dropped"])),
               (event = "tlb.fill", field = "done", when = (field = "done", words = ["filled"]))],
     doc = "A request for a translation, from its packet through the translation buffers to the walker.",
     columns = [
      (name = "op", of = "op", from = [(event = "translation.send", field = "op"), (event = "translation.live", field = "op")]),
      (name = "requester", of = "requester", from = [(event = "translation.send", field = "requester"), (event = "translation.live", field = "requester")]),
      (name = "vpage", from = [(event = "translation.send", field = "page"), (event = "translation.live", field = "page")]),
      (name = "t_send", from = [(event = "translation.send", take = time)]),
      (name = "t_fill", keep = last, from = [(event = "tlb.fill", take = time)]),
      (name = "served_by", keep = last, from = [(event = "tlb.access", take = node, when = (field = "outcome", words = ["hit"])), (event = "walk.end", take = node)])])],
  tenancies = [
    (name = "queue", kind = "queue", doc = "Request, write and prefetch queues between levels."),
    (name = "mshr", kind = "mshr", doc = "Miss registers."),
    (name = "walk", kind = "walk_mshr", doc = "Translations a page walker works on."),
    (name = "dram_queue", kind = "dram_queue", slot = "slot", doc = "Read and write queues of a memory channel."),
    (name = "line", kind = "cache", reason = "reason", doc = "Lines in caches.",
     residency = (line = "line", set = "set", way = "way", byPrefetch = "prefetched", useLine = "line", evictReason = "reason", evictDecision = "victim")),
    (name = "translation", kind = "tlb", reason = "reason", doc = "Translations in translation buffers.",
     residency = (line = "page", set = "set", way = "way", byPrefetch = "prefetched", useLine = "page", evictReason = "reason", evictDecision = "tlb_victim"))],
  states = [
    (name = "lines", kind = "cache", key = "phys line", initialAbsent = true, doc = "Which lines a cache holds: written by fill and evict, read by a miss."),
    (name = "translations", kind = "tlb", key = "virt page", initialAbsent = true)],
  sites = [
    (name = "victim", event = "cache.evict", kind = "cache", ordinal = "ord", choice = "way", target = "line", when = (field = "reason", words = ["replacement"])),
    (name = "tlb_victim", event = "tlb.evict", kind = "tlb", ordinal = "ord", choice = "way", target = "page", when = (field = "reason", words = ["replacement"]))],
);
