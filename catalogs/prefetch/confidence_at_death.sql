-- How near chains that decayed out were to going on.
--
-- Confidence at the last step of the chains of leaf chain_confidence, counted once
-- a chain and weighted by the stall it left. The two differ: a chain that starves
-- three stalls counts once in the first and three times in the second.
--
-- @uses prefetch.cascade_episodes
-- @needs chain.open rows:chains
-- @param :within INTEGER 2 how near to the threshold counts as near
-- @column core INTEGER
-- @column chains INTEGER
-- @column threshold INTEGER
-- @column median_conf INTEGER
-- @column p90_conf INTEGER
-- @column median_conf_by_mass INTEGER
-- @column p90_conf_by_mass INTEGER
-- @column pct_of_mass_within REAL share of these stalls whose chain was that near
-- @column median_steps INTEGER
-- @key core
WITH x AS (
  SELECT c.core, h.flow, h.conf_end AS conf, h.threshold, h.steps,
    sum(c.d) AS mass
  FROM cascade c JOIN chains h ON h.flow = c.chain
  WHERE c.leaf = 'chain_confidence'
  GROUP BY c.core, h.flow),
r AS (
  SELECT *, sum(mass) OVER (PARTITION BY core ORDER BY conf, flow) AS cm,
    sum(mass) OVER (PARTITION BY core) AS tm
  FROM x)
SELECT core, count(*) AS chains, min(threshold) AS threshold,
  median(conf) AS median_conf, quantile(conf, 0.9) AS p90_conf,
  min(conf) FILTER (WHERE cm >= 0.5 * tm) AS median_conf_by_mass,
  min(conf) FILTER (WHERE cm >= 0.9 * tm) AS p90_conf_by_mass,
  round(100.0 * coalesce(sum(mass) FILTER (WHERE threshold - conf <= :within), 0)
    / max(tm), 1) AS pct_of_mass_within,
  median(steps) AS median_steps
FROM r GROUP BY core ORDER BY core
