-- The structures of a core whose entries are counted in time.
--
-- @view places
-- @column node INTEGER
-- @column kind TEXT rob, iq, lq, sq
-- @column core INTEGER
-- @column t_end INTEGER of the run
-- @column late INTEGER base units for which an entry that is given up cannot be given away
SELECT n.node, n.kind, n.core, run.t_end,
  iif(n.release_visible = 'next_cycle', c.period, 0) AS late
FROM nodes n CROSS JOIN run LEFT JOIN clocks c ON c.clock = n.clock
WHERE n.kind IN ('rob', 'iq', 'lq', 'sq')
