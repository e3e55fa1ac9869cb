-- The squashes whose wrong paths cost most, with the branch behind each.
--
-- The charge is that of wrongpath.epochs.
--
-- @uses wrongpath.mass
-- @param :kind TEXT rob structure: rob, iq, lq, sq
-- @param :top INTEGER 20 rows of each structure
-- @column node TEXT
-- @column rank INTEGER
-- @column epoch INTEGER
-- @column retire_idx INTEGER of the branch; NULL: it was discarded itself, or not retired yet
-- @column pc TEXT of the branch
-- @column opclass TEXT
-- @column squash_cycle REAL when it was resolved, from the begin of the measured region
-- @column squashed INTEGER instructions it discarded
-- @column entries INTEGER that these held here
-- @column mass_cycles REAL
-- @column pct_of_mass REAL of the structure's
-- @key node rank
WITH ranked AS (
  SELECT m.*, row_number() OVER o AS place,
    total(m.d) OVER (PARTITION BY m.node) AS whole
  FROM mass m JOIN nodes n ON n.node = m.node AND n.kind = :kind
  WINDOW o AS (PARTITION BY m.node ORDER BY m.d DESC, m.epoch))
SELECT n.name AS node, r.place AS rank, e.epoch, i.retire_idx,
  printf('0x%x', i.pc) AS pc, i.opclass,
  (e.t_squash - k.t_begin) * 1.0 / k.P AS squash_cycle,
  e.n_squashed AS squashed, r.entries, round(r.d / k.P, 3) AS mass_cycles,
  round(100 * r.d / r.whole, 3) AS pct_of_mass
FROM ranked r JOIN nodes n ON n.node = r.node JOIN k ON k.core = n.core
JOIN epochs e ON e.epoch = r.epoch LEFT JOIN insts i ON i.flow = e.cause_flow
WHERE r.place <= :top AND r.d > 1e-6
ORDER BY n.name, r.place
