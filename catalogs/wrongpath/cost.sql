-- Cycles in which a structure was full and wrong-path work held entries of it.
--
-- Both readings of Figure 11a. wrong_path_full_cycles is the paper's charge. It is more
-- than wrong paths cost: what waits behind an entry that is not squashed yet is on the
-- wrong path itself. dead_full_cycles counts only cycles in which an entry was already
-- squashed and not yet gone; that cost the correct path something. blocked_cycles are
-- exact, where dispatch tells why it waits: a correct-path instruction found the
-- structure full while wrong-path work held entries. squashed_full_cycles is the paper's
-- charge if every squash were a mispredict's. Full is the most that was held at once.
--
-- @uses wrongpath.occupancy
-- @column node TEXT
-- @column kind TEXT
-- @column max_entries INTEGER most that were held at once
-- @column capacity INTEGER declared
-- @column full_cycles REAL
-- @column pct_of_roi_cycles_full REAL
-- @column wrong_path_full_cycles REAL
-- @column pct_of_roi_cycles_wrong_path_full REAL the paper's
-- @column dead_full_cycles REAL
-- @column pct_of_roi_cycles_dead_full REAL strict
-- @column blocked_cycles REAL NULL where dispatch does not tell
-- @column pct_of_roi_cycles_blocked REAL
-- @column squashed_full_cycles REAL
-- @column pct_of_roi_cycles_squashed_full REAL
-- @column roi_cycles REAL measured cycles of the core
-- @key node kind
-- @share pct_of_roi_cycles_full full_cycles roi_cycles
-- @share pct_of_roi_cycles_wrong_path_full wrong_path_full_cycles roi_cycles
-- @share pct_of_roi_cycles_dead_full dead_full_cycles roi_cycles
-- @share pct_of_roi_cycles_blocked blocked_cycles roi_cycles
-- @share pct_of_roi_cycles_squashed_full squashed_full_cycles roi_cycles
WITH sums AS (
  SELECT o.node, max(o.entries) AS entries, total(o.d) FILTER (WHERE o.held >= o.entries) AS filled,
    total(o.d) FILTER (WHERE o.held >= o.entries AND o.wrong > 0) AS wrong,
    total(o.d) FILTER (WHERE o.held >= o.entries AND o.dead > 0) AS dead,
    total(o.d) FILTER (WHERE o.blocked > 0 AND o.wrong > 0) AS blocked,
    total(o.d) FILTER (WHERE o.held >= o.entries AND o.squashed > 0) AS squashed
  FROM occupancy o GROUP BY o.node),
told AS (SELECT DISTINCT core FROM episodes WHERE kind = 'dispatch_block')
SELECT n.name AS node, n.kind, s.entries AS max_entries, n.capacity,
  s.filled / k.P AS full_cycles,
  round(100 * s.filled / k.span, 4) AS pct_of_roi_cycles_full,
  s.wrong / k.P AS wrong_path_full_cycles,
  round(100 * s.wrong / k.span, 4) AS pct_of_roi_cycles_wrong_path_full,
  s.dead / k.P AS dead_full_cycles,
  round(100 * s.dead / k.span, 4) AS pct_of_roi_cycles_dead_full,
  iif(told.core IS NULL, NULL, s.blocked / k.P) AS blocked_cycles,
  iif(told.core IS NULL, NULL, round(100 * s.blocked / k.span, 4))
    AS pct_of_roi_cycles_blocked,
  s.squashed / k.P AS squashed_full_cycles,
  round(100 * s.squashed / k.span, 4) AS pct_of_roi_cycles_squashed_full,
  k.span * 1.0 / k.P AS roi_cycles
FROM sums s JOIN nodes n ON n.node = s.node JOIN k ON k.core = n.core
LEFT JOIN told ON told.core = n.core
ORDER BY n.name
