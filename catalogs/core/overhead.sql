-- What recording and compiling this run cost.
--
-- Ratios are NULL where the run without capture was not measured (mf-capture --baseline)
-- or costs were left out (--no-provenance).
--
-- @column workload TEXT
-- @column simulator TEXT
-- @column insts_retired INTEGER
-- @column events INTEGER
-- @column events_per_inst REAL
-- @column capture_x REAL CPU time of simulator and mf-capture against the simulator alone
-- @column compile_x REAL CPU time of all passes, the bundle included, against that
-- @column capture_bytes INTEGER
-- @column capture_bytes_per_inst REAL
-- @column bundle_bytes INTEGER
-- @column bundle_bytes_per_inst REAL
-- @column bundle_over_capture REAL
-- @column warnings INTEGER diagnostics of severity warning and error
-- @key workload simulator
WITH size AS (
  SELECT (SELECT page_count FROM pragma_page_count())
    * (SELECT page_size FROM pragma_page_size()) AS bytes)
SELECT r.workload, r.simulator, r.insts_retired, r.events,
  round(r.events * 1.0 / nullif(r.insts_retired, 0), 2) AS events_per_inst,
  round(cost.capture_cpu_s / nullif(cost.baseline_s, 0), 3) AS capture_x,
  round((SELECT sum(cpu_s) FROM pass_log
    WHERE pass NOT IN ('capture', 'simulator')) / nullif(cost.baseline_s, 0), 3)
    AS compile_x,
  r.capture_bytes,
  round(r.capture_bytes * 1.0 / nullif(r.insts_retired, 0), 2)
    AS capture_bytes_per_inst,
  size.bytes AS bundle_bytes,
  round(size.bytes * 1.0 / nullif(r.insts_retired, 0), 2)
    AS bundle_bytes_per_inst,
  round(size.bytes * 1.0 / nullif(r.capture_bytes, 0), 3)
    AS bundle_over_capture,
  (SELECT coalesce(sum(n), 0) FROM diagnostics WHERE severity_c > 0) AS warnings
FROM run r
CROSS JOIN size
LEFT JOIN cost ON cost.one = r.one
