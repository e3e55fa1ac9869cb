# The vocabulary of the hand-written captures: one event for each role of evidence, so
# that a capture says just what its rule is about. A package like any user's.
using Mf = import "/microflow/catalog.capnp";

const hand :Mf.Catalog = (
  name = "hand",
  enums = [(name = "unit_end", words = [(name = "no"), (name = "done")])],
  events = [
    (name = "unit.open", domain = "core", doc = "A unit of work begins.", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "parent", type = key, of = "unit")]),
    (name = "unit.step", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true)]),
    (name = "unit.close", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true)]),
    (name = "reg.write", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "reg", type = u64)],
     claims = [(role = produce, on = "hand_reg", key = ["reg"])]),
    (name = "reg.read", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "reg", type = u64)],
     claims = [(role = consume, on = "hand_reg", key = ["reg"], min = 1, hasMin = true)]),
    (name = "result.make", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true)],
     claims = [(role = produce, on = "result", key = ["unit"])]),
    (name = "result.use", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "from", type = key, of = "unit")],
     claims = [(role = consume, on = "result", key = ["from"], min = 1, hasMin = true)]),
    (name = "pool.take", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true)], claims = [(role = acquire, on = "pool")]),
    (name = "pool.join", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "owner", type = key, of = "unit")],
     claims = [(role = coalesce, on = "pool", other = "owner")]),
    (name = "pool.give", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true)], claims = [(role = release, on = "pool")]),
    (name = "pool.full", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true)], claims = [(role = stall, on = "pool")]),
    (name = "desk.take", domain = "core", doc = "A pool whose entries have numbers.", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "slot", type = u16)],
     claims = [(role = acquire, on = "desk")]),
    (name = "desk.join", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "owner", type = key, of = "unit")],
     claims = [(role = coalesce, on = "desk", other = "owner")]),
    (name = "desk.give", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "slot", type = u16)],
     claims = [(role = release, on = "desk")]),
    (name = "port.grant", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true)], claims = [(role = grant, on = "port")]),
    (name = "port.deny", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "winner", type = key, of = "unit")],
     claims = [(role = deny, on = "port", other = "winner")]),
    (name = "guess.make", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true)], claims = [(role = define, on = "guess", key = ["unit"])]),
    (name = "guess.take", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "by", type = key, of = "unit")],
     claims = [(role = refer, on = "guess", key = ["by"])]),
    (name = "store.write", domain = "cache", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "line", type = address, of = "phys", grain = "line")],
     claims = [(role = write, on = "stored_lines", key = ["line"])]),
    (name = "store.read", domain = "cache", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "line", type = address, of = "phys", grain = "line")],
     claims = [(role = read, on = "stored_lines", key = ["line"])]),
    (name = "brief.open", domain = "core", doc = "A unit that is soon forgotten.", fields = [
      (name = "node", type = node), (name = "brief", type = key, of = "brief", flow = true)]),
    (name = "brief.close", domain = "core", fields = [
      (name = "node", type = node), (name = "brief", type = key, of = "brief", flow = true)]),
    (name = "brief.make", domain = "core", fields = [
      (name = "node", type = node), (name = "brief", type = key, of = "brief", flow = true)],
     claims = [(role = produce, on = "brief_result", key = ["brief"])]),
    (name = "brief.use", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "from", type = key, of = "brief")],
     claims = [(role = consume, on = "brief_result", key = ["from"])]),
    (name = "pick", domain = "core", doc = "The unit decides.", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "ord", type = u64), (name = "value", type = i64),
      (name = "threshold", type = i64), (name = "serial", type = u64)]),
    (name = "wire.write", domain = "core", doc = "A value under a key of two fields.", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "bank", type = u16), (name = "reg", type = u64)],
     claims = [(role = produce, on = "hand_wire", key = ["bank", "reg"])]),
    (name = "wire.read", domain = "core", fields = [
      (name = "node", type = node), (name = "unit", type = key, of = "unit", flow = true), (name = "bank", type = u16), (name = "reg", type = u64)],
     claims = [(role = consume, on = "hand_wire", key = ["bank", "reg"])]),
  ],
  flows = [
    (name = "unit", table = "units", opens = [(event = "unit.open")], closes = [(event = "unit.close", reason = "done")], parent = ["parent"],
     reuse = implicitClose, retain = 65536, doc = "A unit of work.",
     columns = [(name = "t_open_at", from = [(event = "unit.open", take = time)]), (name = "steps", required = true, from = [(event = "unit.step", take = count)])]),
    (name = "brief", opens = [(event = "brief.open")], closes = [(event = "brief.close", reason = "done")], reuse = implicitClose, retain = 1)],
  tenancies = [(name = "pool", kind = "pool"), (name = "desk", kind = "desk", slot = "slot")],
  states = [(name = "stored_lines", kind = "store", key = "phys line", initialAbsent = true)],
  sites = [(name = "pick", event = "pick", kind = "core", ordinal = "ord", value = "value", threshold = "threshold")],
);
