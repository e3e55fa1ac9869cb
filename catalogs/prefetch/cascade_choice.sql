-- Which prefetcher the cascade asks about, for each core.
--
-- Of the core's prefetchers, or of shared ones, that match: the one that decided
-- most. Its parent is the cache that it trains on and fills.
--
-- @table cascade_choice key(core)
-- @needs node:prefetcher
-- @param :prefetcher TEXT * name of the prefetcher node, * and ? allowed
-- @column core INTEGER
-- @column pf INTEGER node of the prefetcher
-- @column prefetcher TEXT
-- @column cache INTEGER node of its cache
-- @column nominal INTEGER unloaded service time below that cache
WITH made AS (
  SELECT node, count(*) AS n FROM prefetches GROUP BY node),
evaluated AS (
  SELECT s.node, count(*) AS n
  FROM decisions d JOIN sites s ON s.site = d.site GROUP BY s.node),
ranked AS (
  SELECT k.core, p.node AS pf, p.name, p.parent AS cache,
    row_number() OVER (PARTITION BY k.core ORDER BY
      coalesce(made.n, 0) + coalesce(evaluated.n, 0) DESC, p.node) AS place
  FROM k JOIN nodes p ON p.kind = 'prefetcher'
    AND (p.core = k.core OR p.core IS NULL)
  LEFT JOIN made ON made.node = p.node
  LEFT JOIN evaluated ON evaluated.node = p.node
  WHERE p.name GLOB :prefetcher)
SELECT r.core, r.pf, r.name AS prefetcher, r.cache, n.lat_nominal AS nominal
FROM ranked r JOIN nodes n ON n.node = r.cache
WHERE r.place = 1
