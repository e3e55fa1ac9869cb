-- Did two simulators run the same program? What each core retired, and how fast.
--
-- Equal hashes: the same instructions retired in the same order. A hash is of addresses
-- less the load base, where the record names modules, and of all that was recorded. An
-- instruction that follows itself counts once: an iteration of rep, which one simulator
-- retires one by one and another as one, or a micro-operation; retired counts each, and
-- ipc none of them. core.equivalence_blocks tells where two hashes part.
--
-- Two runs of one binary may part for good reasons: a library that picks its routines by
-- the processor, an environment, a simulator that ends some instructions later. pc_lo and
-- pc_hi compare the program's own code alone, first an equal number of instructions;
-- retired, instructions and hash are then of that part, the rest of the run.
--
-- @uses core.retired_stream
-- @column core INTEGER
-- @column simulator TEXT
-- @column retired INTEGER
-- @column instructions INTEGER
-- @column hash TEXT
-- @column load_base TEXT
-- @column cycles REAL measured
-- @column ipc REAL instructions in the measured cycles
-- @column rob_max_entries INTEGER reorder buffer entries held at once, at most
-- @column rob_capacity INTEGER declared
-- @column primary_stall TEXT the pair of stages between which retired instructions spent most
-- @column primary_stall_cycles REAL of all of them added up, though they overlap
-- @key core
WITH loaded AS (
  SELECT coalesce(min(pc_lo), 0) AS base FROM scopes WHERE kind = 'module'),
last AS (
  SELECT core, max(block) AS block FROM retired_stream GROUP BY core),
-- In the order of the index: no sort.
stream AS (
  SELECT core, pc IS NOT lag(pc) OVER (
      PARTITION BY core ORDER BY retire_idx, uop) AS is_new, t_commit,
    t_decode - t_fetch AS d0, t_dispatch - coalesce(t_decode, t_fetch) AS d1,
    t_issue - t_dispatch AS d2, t_complete - t_issue AS d3,
    t_commit - t_complete AS d4
  FROM insts WHERE retire_idx IS NOT NULL),
sums AS (
  SELECT s.core, sum(s.is_new AND s.t_commit <= k.t_end) AS instructions,
    sum(d0) AS d0, sum(d1) AS d1, sum(d2) AS d2, sum(d3) AS d3, sum(d4) AS d4
  FROM stream s JOIN k ON k.core = s.core GROUP BY s.core),
gap(core, name, d) AS (
  SELECT core, 'fetch to decode', d0 FROM sums
  UNION ALL SELECT core, 'front end to dispatch', d1 FROM sums
  UNION ALL SELECT core, 'dispatch to issue', d2 FROM sums
  UNION ALL SELECT core, 'issue to completion', d3 FROM sums
  UNION ALL SELECT core, 'completion to retirement', d4 FROM sums),
longest AS (
  SELECT core, name, d FROM (
    SELECT *, row_number() OVER (PARTITION BY core ORDER BY d DESC, name) AS place
    FROM gap WHERE d IS NOT NULL)
  WHERE place = 1),
rob AS (
  SELECT n.core, max(t.occ) + 1 AS entries, n.capacity
  FROM tenancies t CROSS JOIN nodes n ON n.node = t.node AND n.kind = 'rob'
  WHERE t.role_c = 0 GROUP BY n.core)
SELECT c.core, run.simulator, c.retired, c.instructions,
  CAST(((c.hash - loaded.base % 2147483647 * c.shift) % 2147483647 + 2147483647)
    % 2147483647 AS TEXT) AS hash,
  printf('0x%x', loaded.base) AS load_base, k.span * 1.0 / k.P AS cycles,
  round(s.instructions * 1.0 * k.P / k.span, 4) AS ipc,
  r.entries AS rob_max_entries, r.capacity AS rob_capacity,
  g.name AS primary_stall, g.d * 1.0 / k.P AS primary_stall_cycles
FROM last l JOIN retired_stream c ON c.core = l.core AND c.block = l.block
CROSS JOIN run CROSS JOIN loaded
JOIN k ON k.core = c.core LEFT JOIN sums s ON s.core = c.core
LEFT JOIN longest g ON g.core = c.core LEFT JOIN rob r ON r.core = c.core
ORDER BY c.core
