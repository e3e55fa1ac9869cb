-- Filled after the load. Each serves a named analysis or mf-explain; an index that
-- none of them uses is not here (two thirds of a bundle would otherwise be indexes).
CREATE INDEX ix_ten_join ON tenancies(flow, node) WHERE role_c = 1;     -- cascade: whose entry did it join?
CREATE INDEX ix_ten_owner ON tenancies(owner_ten) WHERE owner_ten IS NOT NULL;  -- wrongpath.reuse: who joined?
CREATE INDEX ix_res_line ON residencies(node, line, ev_fill);           -- cascade: was it here before?
CREATE INDEX ix_res_set ON residencies(node, cset, way, ev_fill);       -- set_lifecycle
CREATE INDEX ix_dec_target ON decisions(site, target, ev);              -- cascade: was it evaluated?
CREATE INDEX ix_dec_ev ON decisions(ev);                                -- explain: a decision on the way
CREATE INDEX ix_edge_v ON edges(v);                                     -- explain: one step back
CREATE INDEX ix_ep_kind ON episodes(kind_c, core, t0);                  -- topdown: the head at that time
CREATE INDEX ix_wait_flow ON waits(flow);                              -- explain: was it refused?
