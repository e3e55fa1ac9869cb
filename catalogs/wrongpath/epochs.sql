-- How concentrated the cost of wrong paths is: shares of the costliest squashes.
--
-- One row for each structure of a core (Figure 11b): the cycles that wrongpath.cost charges
-- as the paper does, by the squash whose wrong path held the entries, the largest and the
-- ten largest of them. wrongpath.worst names them.
--
-- @uses wrongpath.mass
-- @column node TEXT
-- @column kind TEXT
-- @column epochs INTEGER squashes that discarded entries here
-- @column epochs_with_mass INTEGER of these, that are charged anything
-- @column mass_cycles REAL wrong_path_full_cycles of wrongpath.cost
-- @column top1_cycles REAL of the costliest squash
-- @column pct_of_mass_top1 REAL
-- @column top10_cycles REAL
-- @column pct_of_mass_top10 REAL
-- @key node kind
-- @share pct_of_mass_top1 top1_cycles mass_cycles
-- @share pct_of_mass_top10 top10_cycles mass_cycles
WITH ranked AS (
  SELECT node, epoch, d,
    row_number() OVER (PARTITION BY node ORDER BY d DESC, epoch) AS place
  FROM mass),
sums AS (
  SELECT node, count(*) AS epochs, total(d > 1e-6) AS some, total(d) AS d,
    total(d) FILTER (WHERE place <= 1) AS one,
    total(d) FILTER (WHERE place <= 10) AS ten
  FROM ranked GROUP BY node)
SELECT n.name AS node, n.kind, s.epochs,
  CAST(s.some AS INTEGER) AS epochs_with_mass,
  round(s.d / k.P, 3) AS mass_cycles, round(s.one / k.P, 3) AS top1_cycles,
  round(iif(s.some > 0, 100 * s.one / s.d, NULL), 2) AS pct_of_mass_top1,
  round(s.ten / k.P, 3) AS top10_cycles,
  round(iif(s.some > 0, 100 * s.ten / s.d, NULL), 2) AS pct_of_mass_top10
FROM sums s JOIN nodes n ON n.node = s.node JOIN k ON k.core = n.core
ORDER BY n.name
