# Lookahead chains: prefetchers that walk on from their own predictions.
using Mf = import "/microflow/catalog.capnp";

const lookahead :Mf.Catalog = (
  name = "lookahead",
  enums = [
    (name = "chain_end", doc = "Why a chain stopped.", words = [
      (name = "open"), (name = "confidence"), (name = "preempted"), (name = "page_cross"), (name = "pt_exhausted"), (name = "throttled")]),
  ],
  events = [
    (name = "chain.open", domain = "prefetcher", fields = [
      (name = "node", type = node), (name = "chain", type = key, of = "chain", flow = true),
      (name = "page", type = address, of = "phys", grain = "page"), (name = "line", type = address, of = "phys", grain = "line"),
      (name = "trigger", type = key, of = "packet"), (name = "sig", type = u32)],
     claims = [(role = consume, on = "spawn", key = ["trigger"])]),
    (name = "chain.step", domain = "prefetcher", doc = "The path goes one prediction further.", fields = [
      (name = "node", type = node), (name = "chain", type = key, of = "chain", flow = true), (name = "depth", type = u16),
      (name = "sig", type = u32), (name = "delta", type = i64), (name = "conf", type = u32), (name = "threshold", type = u32)]),
    (name = "chain.end", domain = "prefetcher", fields = [
      (name = "node", type = node), (name = "chain", type = key, of = "chain", flow = true),
      (name = "reason", type = word, of = "chain_end"), (name = "conf", type = u32), (name = "threshold", type = u32)]),
  ],
  flows = [
    (name = "chain", table = "chains", opens = [(event = "chain.open")], closes = [(event = "chain.end", field = "reason")],
     parent = ["trigger"], reuse = error, doc = "One lookahead, from its trigger to the step where it stopped.",
     columns = [
      (name = "node", required = true, from = [(event = "chain.open", take = node)]),
      (name = "page", from = [(event = "chain.open", field = "page")]),
      (name = "trigger", from = [(event = "chain.open", take = flow, field = "trigger")]),
      (name = "ev_start", from = [(event = "chain.open", take = ev)]),
      (name = "t_start", from = [(event = "chain.open", take = time)]),
      (name = "ev_end", from = [(event = "chain.end", take = ev)]),
      (name = "t_end", from = [(event = "chain.end", take = time)]),
      (name = "steps", required = true, from = [(event = "chain.step", take = count)]),
      (name = "conf_end", from = [(event = "chain.end", field = "conf")]),
      (name = "threshold", keep = last, from = [(event = "chain.end", field = "threshold")]),
      (name = "end_reason", of = "chain_end", from = [(event = "chain.end", field = "reason")])],
     indexes = ["node, page, ev_start", "trigger WHERE trigger IS NOT NULL"])],
);
