-- Invariants: each query gives its name and how many rows break it.
SELECT 'I1 event time order', count(*) FROM (
  SELECT t, lag(t) OVER (ORDER BY ev) AS p FROM events) WHERE p > t;
SELECT 'I2 flow closed before open', count(*) FROM flows WHERE ev_close < ev_open OR t_close < t_open;
-- Only keys that were used twice can break it: mostly none.
WITH reused AS (SELECT DISTINCT kind_c, core, key FROM flows WHERE incarnation > 0)
SELECT 'I3 two live incarnations of a key', count(*) FROM (
  SELECT f.ev_open, f.incarnation, lag(coalesce(f.ev_close, 1 << 62)) OVER w AS closed
  FROM flows f JOIN reused r ON r.kind_c = f.kind_c AND r.core IS f.core AND r.key = f.key
  WINDOW w AS (PARTITION BY f.kind_c, f.core, f.key ORDER BY f.incarnation)) WHERE closed > ev_open;
SELECT 'I4 unclosed flow without flag', count(*) FROM flows WHERE t_close IS NULL AND (flags & 2) = 0;
SELECT 'I5 capacity exceeded at acquire', count(*)
FROM tenancies t JOIN nodes d ON d.node = t.node WHERE t.role_c = 0 AND t.occ + 1 > d.capacity;
SELECT 'I6 slot held twice', count(*) FROM (
  SELECT ev_acq, max(coalesce(ev_rel, 1 << 62)) OVER (PARTITION BY node, slot ORDER BY ev_acq
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS busy
  FROM tenancies WHERE role_c = 0 AND slot IS NOT NULL) WHERE busy > ev_acq;
SELECT 'I7 coalesced without live owner', count(*)
FROM tenancies w LEFT JOIN tenancies o ON o.ten = w.owner_ten
WHERE w.role_c = 1 AND (o.ten IS NULL OR o.role_c = 1 OR o.node <> w.node OR w.ev_acq < o.ev_acq OR w.ev_acq > o.ev_rel);
SELECT 'I8 edge gap is not the measured gap', count(*)
FROM edges g CROSS JOIN events b ON b.ev = g.v CROSS JOIN events a ON a.ev = g.u WHERE g.gap <> b.t - a.t;
SELECT 'I8 edge runs backward', count(*) FROM edges WHERE u >= v;
SELECT 'I9 edge beats its minimum latency', count(*) FROM edges WHERE wmin > gap;
SELECT 'I10 head episodes overlap', count(*) FROM (
  SELECT t0, lag(t1) OVER (PARTITION BY core ORDER BY t0, t1) AS p FROM episodes WHERE kind_c = 0) WHERE p > t0;
SELECT 'I11 head episodes exceed the span', count(*) FROM (
  SELECT core, sum(t1 - t0) AS s FROM episodes WHERE kind_c = 0 GROUP BY core) e JOIN k ON k.core = e.core WHERE s > k.span;
SELECT 'I12 episode outside the region', count(*)
FROM episodes e JOIN k ON k.core = e.core WHERE e.t0 < k.t_begin OR e.t1 > k.t_end;
SELECT 'I13 stage order', count(*) FROM insts
WHERE t_fetch > t_decode OR t_decode > t_dispatch OR t_dispatch > t_issue OR t_issue > t_complete OR t_complete > t_commit;
SELECT 'I14 both retired and squashed', count(*) FROM insts WHERE t_commit IS NOT NULL AND t_squash IS NOT NULL;
SELECT 'I15 squashed without epoch', count(*) FROM insts WHERE (t_squash IS NULL) <> (epoch IS NULL);
SELECT 'I16 epoch size', count(*) FROM epochs e WHERE n_squashed <> (SELECT count(*) FROM insts i WHERE i.epoch = e.epoch);
SELECT 'I17 decision ordinals skip', count(*) FROM (
  SELECT ord, lag(ord) OVER (PARTITION BY site ORDER BY ev) AS p FROM decisions) WHERE ord <= p;
SELECT 'I18 line resident twice', count(*) FROM (
  SELECT ev_fill, max(coalesce(ev_evict, 1 << 62)) OVER (PARTITION BY node, line ORDER BY ev_fill
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS p FROM residencies) WHERE p > ev_fill;
SELECT 'I19 coverage intervals overlap', count(*) FROM (
  SELECT t0, lag(t1) OVER (PARTITION BY domain ORDER BY t0) AS p FROM coverage) WHERE p > t0;
SELECT 'I20 error diagnostics', count(*) FROM diagnostics WHERE severity_c = 2 AND code <> 'invariant';
