-- What is on record about the line of each memory stall, before it was missed.
--
-- Evidence older than the line's previous demand access here is about that one. A
-- prefetch that had found its line already here, or on its way, was no request.
-- Sites called chain... decide whether a lookahead goes on, not on a line. What the
-- access itself set off came too late for it: a prefetcher is asked before the miss is
-- taken, and some request the very line that triggered them.
--
-- @table cascade_evidence key(ep)
-- @uses prefetch.cascade_access
-- @param :site TEXT * name of the sites that decide on lines, * and ? allowed
-- @column ep INTEGER
-- @column pf INTEGER question 1: the latest request for the line
-- @column sup INTEGER question 2: the latest decision against it
-- @column chain INTEGER question 3: the chain that walked the page
-- @column self_chain INTEGER the missing access started one itself
-- @column page_seen INTEGER the page was accessed here before
-- @column last_res INTEGER the line's last stay here
-- @column live_pf INTEGER it is here, by a prefetch that nobody used yet
-- @column covered INTEGER prefetcher and cache were recorded completely
-- @column snap INTEGER what they held at first is known
-- @column from_start INTEGER nothing ran before
SELECT a.ep,
  (SELECT p.flow FROM prefetches p JOIN flows f ON f.flow = p.flow
   WHERE p.node = c.pf AND p.line = a.line
     AND p.ev_decide > a.since AND p.ev_decide < a.ev
     AND p.trigger IS NOT a.packet
     AND NOT (coalesce(p.ev_drop, p.ev_issue, a.ev) < a.ev
       AND (p.ev_issue IS NULL
         OR coalesce(f.ev_close, p.ev_issue) <= p.ev_issue)
       AND coalesce(f.close_reason, '') IN
         ('hit', 'redundant', 'merged', 'forward', 'forwarded'))
   ORDER BY p.ev_decide DESC LIMIT 1) AS pf,
  (SELECT d.dec FROM sites s CROSS JOIN decisions d
     ON d.site = s.site AND d.target = a.line AND d.ev > a.since AND d.ev < a.ev
   WHERE s.node = c.pf AND s.name GLOB :site AND s.name NOT GLOB 'chain*'
     AND d.outcome_c = 1 AND d.subject IS NOT a.packet
     AND NOT EXISTS (SELECT 1 FROM chains h
       WHERE h.flow = d.subject AND h.trigger = a.packet)
   ORDER BY d.ev DESC LIMIT 1) AS sup,
  (SELECT h.flow FROM chains h
   WHERE h.node = c.pf AND h.page = a.page AND h.ev_start < a.ev
     AND h.trigger IS NOT a.packet
   ORDER BY h.ev_start DESC LIMIT 1) AS chain,
  EXISTS (SELECT 1 FROM chains h WHERE h.trigger = a.packet
    AND h.node = c.pf AND h.page = a.page) AS self_chain,
  EXISTS (SELECT 1 FROM ev_access b WHERE b.node = c.cache AND b.page = a.page
    AND b.ev < a.ev) AS page_seen,
  (SELECT r.ten FROM residencies r
   WHERE r.node = c.cache AND r.line = a.line AND r.ev_fill < a.ev
     AND r.ev_evict < a.ev
   ORDER BY r.ev_fill DESC LIMIT 1) AS last_res,
  (SELECT r.by_prefetch AND coalesce(r.ev_first_use, a.ev) >= a.ev
     AND coalesce(r.ev_evict, a.ev) >= a.ev
   FROM residencies r
   WHERE r.node = c.cache AND r.line = a.line AND r.ev_fill < a.ev
   ORDER BY r.ev_fill DESC LIMIT 1) AS live_pf,
  (SELECT min(v.complete) FROM coverage v
   WHERE v.domain IN ('prefetcher', 'cache') AND v.t0 <= a.t AND v.t1 > a.t
   HAVING count(*) = 2) AS covered,
  (SELECT min(v.snapshot) FROM coverage v
   WHERE v.domain IN ('prefetcher', 'cache') AND v.t0 <= a.t AND v.t1 > a.t)
    AS snap,
  (SELECT min(v.from_start) FROM coverage v
   WHERE v.domain IN ('prefetcher', 'cache') AND v.t0 <= a.t AND v.t1 > a.t)
    AS from_start
FROM cascade_access a JOIN episodes e ON e.ep = a.ep
JOIN cascade_choice c ON c.core = e.core
