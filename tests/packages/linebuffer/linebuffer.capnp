# A mechanism that Microflow knows nothing of: a buffer of lines that a cache filled before
# anyone asked. It has a flow kind of its own with columns, a resource with entries, and a
# place where it decides. Everything is declared here; there is no C++ for it.
using Mf = import "/microflow/catalog.capnp";

const linebuffer :Mf.Catalog = (
  name = "linebuffer",
  enums = [
    (name = "lb_outcome", words = [(name = "suppress"), (name = "act")]),
    (name = "lb_reason", words = [(name = "streak"), (name = "no_streak"), (name = "full")]),
    (name = "lb_end", words = [(name = "used"), (name = "aged")]),
  ],
  events = [
    (name = "lb.consider", domain = "cache", doc = "Shall the next line be brought?", fields = [
      (name = "node", type = node, doc = "the cache"), (name = "packet", type = key, of = "packet", flow = true),
      (name = "line", type = address, of = "phys", grain = "line"), (name = "ord", type = u64),
      (name = "outcome", type = word, of = "lb_outcome"), (name = "reason", type = word, of = "lb_reason"),
      (name = "streak", type = i64), (name = "needed", type = i64)],
     claims = [(role = produce, on = "lb_choice", key = ["line"]), (role = stall, on = "linebuffer", when = (field = "reason", words = ["full"]))]),
    (name = "lb.bring", domain = "cache", fields = [
      (name = "node", type = node), (name = "buffered", type = key, of = "buffered", flow = true), (name = "packet", type = key, of = "packet"),
      (name = "line", type = address, of = "phys", grain = "line"), (name = "slot", type = u8)],
     claims = [(role = consume, on = "lb_choice", key = ["line"], min = 1, hasMin = true), (role = acquire, on = "linebuffer")]),
    (name = "lb.give", domain = "cache", fields = [
      (name = "node", type = node), (name = "buffered", type = key, of = "buffered", flow = true), (name = "slot", type = u8),
      (name = "end", type = word, of = "lb_end"), (name = "by", type = key, of = "packet")],
     claims = [(role = release, on = "linebuffer")]),
  ],
  flows = [
    (name = "buffered", table = "buffered_lines", opens = [(event = "lb.bring")], closes = [(event = "lb.give", field = "end")], parent = ["packet"],
     doc = "A line that waits in the buffer.",
     columns = [
      (name = "line", required = true, from = [(event = "lb.bring", field = "line")]),
      (name = "t_bring", from = [(event = "lb.bring", take = time)]),
      (name = "user", from = [(event = "lb.give", take = flow, field = "by")]),
      (name = "end", of = "lb_end", from = [(event = "lb.give", field = "end")])],
     indexes = ["line"])],
  tenancies = [(name = "linebuffer", kind = "linebuffer", slot = "slot", reason = "end")],
  sites = [
    (name = "lb_allocate", event = "lb.consider", kind = "linebuffer", ordinal = "ord", outcome = "outcome", reason = "reason", value = "streak",
     threshold = "needed", target = "line")],
);
