-- One row a run. Times in cycles of the reference clock. See mf-reverse(1).
CREATE TABLE reversals (
  rev INTEGER PRIMARY KEY,
  what TEXT NOT NULL,            -- reversal, control, pair
  kind TEXT NOT NULL,            -- suppressed, victim
  leaf TEXT NOT NULL,
  ep INTEGER NOT NULL,           -- the stall that is looked at
  core INTEGER NOT NULL, retire_idx INTEGER NOT NULL,
  dec_a INTEGER NOT NULL,        -- the decision flipped, in the bundle
  override_a TEXT NOT NULL,
  dec_b INTEGER, override_b TEXT,
  prefix_ok INTEGER NOT NULL,    -- 1: it took effect, and nothing differed before
  vanishes INTEGER NOT NULL,     -- the record predicts that the miss vanishes
  vanished INTEGER NOT NULL,     -- it did, or nothing is left of the stall
  base_stall REAL NOT NULL, stall REAL NOT NULL, predicted_stall REAL NOT NULL,
  base_cycles REAL NOT NULL, cycles REAL NOT NULL,
  local REAL AS (base_stall - stall) VIRTUAL,
  net REAL AS (base_cycles - cycles) VIRTUAL,
  displaced REAL AS (base_stall - stall - base_cycles + cycles) VIRTUAL);
CREATE VIEW icost AS             -- of a pair: what both give beyond the sum of each
SELECT DISTINCT p.dec_a, p.dec_b, p.net - a.net - b.net AS icost
FROM reversals p
JOIN reversals a ON a.what = 'reversal' AND a.dec_a = p.dec_a AND a.prefix_ok
JOIN reversals b ON b.what = 'reversal' AND b.dec_a = p.dec_b AND b.prefix_ok
WHERE p.what = 'pair' AND p.prefix_ok;
-- Wilson's interval at 95 % for `hits` of `of`, in percent.
CREATE VIEW summary AS
WITH counted AS (
  SELECT what, kind, CASE WHEN what = 'reversal' THEN vanishes END AS predicted, count(*) AS runs, sum(NOT prefix_ok) AS void, sum(prefix_ok) AS n,
    sum(prefix_ok AND vanished) AS gone, avg(local) FILTER (WHERE prefix_ok) AS local,
    avg(net) FILTER (WHERE prefix_ok) AS net, avg(displaced) FILTER (WHERE prefix_ok) AS displaced,
    avg(abs(stall - predicted_stall)) FILTER (WHERE prefix_ok AND vanished AND what = 'reversal') AS error
  FROM reversals GROUP BY 1, 2, 3),
wilson AS (
  SELECT *, gone * 1.0 / n AS p, 1.96 * 1.96 / n AS z2n FROM counted)
SELECT what, kind, predicted, runs, void, gone AS vanished,
  round(100 * p, 2) AS pct,
  round(100 * max(0, (p + z2n / 2 - 1.96 * sqrt((p * (1 - p) + z2n / 4) / n)) / (1 + z2n)), 2) AS pct_low,
  round(100 * min(1, (p + z2n / 2 + 1.96 * sqrt((p * (1 - p) + z2n / 4) / n)) / (1 + z2n)), 2) AS pct_high,
  round(error, 2) AS prediction_error_cycles,
  round(local, 2) AS local_cycles, round(net, 2) AS net_cycles, round(displaced, 2) AS displaced_cycles
FROM wilson ORDER BY what = 'reversal' DESC, what, kind, predicted DESC;
