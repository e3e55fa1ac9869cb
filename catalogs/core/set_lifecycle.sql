-- The life of one cache set: who filled, used and displaced each line.
--
-- @needs cache.fill
-- @param :cache TEXT - name of the cache
-- @param :set INTEGER - number of the set
-- @column way INTEGER
-- @column line TEXT physical line number
-- @column filled_by TEXT requester of the fill; carried: from before the window
-- @column t_fill INTEGER base units
-- @column t_first_use INTEGER
-- @column uses INTEGER
-- @column t_evict INTEGER
-- @column evicted_by TEXT requester of the fill that displaced it
-- @column replaced_by TEXT the line that came next into its way
-- @column note TEXT
SELECT r.way, printf('0x%x', r.line) AS line,
  CASE WHEN t.flags & 1 THEN 'carried' ELSE coalesce(p.requester, f.kind) END
    AS filled_by,
  t.t_acq AS t_fill,
  (SELECT e.t FROM events e WHERE e.ev = r.ev_first_use) AS t_first_use,
  r.uses, t.t_rel AS t_evict,
  CASE WHEN t.t_rel IS NOT NULL THEN coalesce(ep.requester, r.evict_reason) END
    AS evicted_by,
  (SELECT printf('0x%x', x.line) FROM residencies x
   WHERE x.node = r.node AND x.cset = r.cset AND x.way = r.way
     AND x.ev_fill > r.ev_evict
   ORDER BY x.ev_fill LIMIT 1) AS replaced_by,
  CASE
    WHEN r.by_prefetch AND r.uses = 0 AND t.t_rel IS NOT NULL
      THEN 'prefetched, never used'
    WHEN (SELECT a.outcome FROM ev_access a
          WHERE a.node = r.node AND a.line = r.line AND a.ev > r.ev_evict
            AND a.op IN ('load', 'store', 'ifetch', 'walk')
          ORDER BY a.ev LIMIT 1) <> 'hit'
      THEN 'evicted, then missed'
    ELSE '' END AS note
FROM nodes n
JOIN residencies r ON r.node = n.node AND r.cset = :set
JOIN tenancies t ON t.ten = r.ten
LEFT JOIN flows f ON f.flow = t.flow
LEFT JOIN packets p ON p.flow = t.flow
LEFT JOIN packets ep ON ep.flow = r.evict_by
WHERE n.name = :cache
ORDER BY r.way, t.t_acq, r.ten
