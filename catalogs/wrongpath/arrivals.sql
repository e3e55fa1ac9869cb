-- How full each structure was when an entry was given, and whose work got it.
--
-- Owners of reorder buffers, schedulers, load and store queues and of the miss registers
-- of caches and translation buffers. What a join waits in is counted once. Entries that
-- are no insert of this count tell how full it got, and no more: those carried into the
-- window, and miss registers that prefetches and walks opened.
--
-- @table arrivals key(node, occ)
-- @uses wrongpath.fates
-- @column node INTEGER
-- @column occ INTEGER entries held just before
-- @column fate TEXT as of wrongpath.fates; NULL: no insert of this count
-- @column n INTEGER
SELECT t.node, t.occ, CASE
    WHEN t.flags & 1 THEN NULL
    WHEN n.kind <> 'mshr' OR coalesce(p.requester, r.requester) = 'demand' THEN x.fate
    END AS fate,
  count(*) AS n
FROM tenancies t CROSS JOIN nodes n ON n.node = t.node
LEFT JOIN fates x ON x.flow = t.flow
LEFT JOIN packets p ON p.flow = t.flow AND n.kind = 'mshr'
LEFT JOIN translations r ON r.flow = t.flow AND n.kind = 'mshr'
WHERE t.role_c = 0 AND n.kind IN ('rob', 'iq', 'lq', 'sq', 'mshr')
GROUP BY t.node, t.occ, 3
