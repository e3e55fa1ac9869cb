-- The paper's charge of a structure, by the squash that discarded the holders.
--
-- A full cycle is split evenly over the wrong-path entries held in it, and each part is
-- charged to the squash that discarded the entry: the squashes of a structure sum to its
-- wrong_path_full_cycles (wrongpath.cost).
--
-- @table mass key(node, epoch)
-- @uses wrongpath.fates wrongpath.places wrongpath.occupancy
-- @column node INTEGER
-- @column epoch INTEGER
-- @column entries INTEGER that it discarded here
-- @column d REAL base units
SELECT t.node, x.epoch, count(*) AS entries, round(total((
    SELECT o.charged FROM occupancy o WHERE o.node = t.node
      AND o.t = coalesce(t.t_rel + p.late, max(p.t_end, t.t_acq)))
  - (SELECT o.charged FROM occupancy o
     WHERE o.node = t.node AND o.t = t.t_acq)), 6) AS d
FROM tenancies t CROSS JOIN places p ON p.node = t.node
CROSS JOIN fates x ON x.flow = t.flow
WHERE t.role_c = 0 AND x.fate = 'wrong'
GROUP BY t.node, x.epoch
