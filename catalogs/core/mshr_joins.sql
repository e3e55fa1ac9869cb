-- What a demand that joins a miss in flight joins.
--
-- Two denominators, since both are called "share of demands that merge into a
-- prefetch": of the joins, and of all demand lookups of that cache.
--
-- @needs cache.access node:mshr
-- @column node TEXT
-- @column demand_joins INTEGER
-- @column into_prefetch INTEGER those that joined an entry of a prefetch
-- @column pct_of_joins REAL into_prefetch of demand_joins
-- @column pct_of_demand_accesses REAL into_prefetch of the cache's loads and stores
-- @column demand_accesses INTEGER
-- @key node
-- @share pct_of_joins into_prefetch demand_joins
-- @share pct_of_demand_accesses into_prefetch demand_accesses
WITH joins AS (
  SELECT w.node, count(*) AS n, sum(op.requester = 'prefetch') AS pf
  FROM tenancies w
  JOIN packets wp ON wp.flow = w.flow AND wp.requester = 'demand'
  JOIN tenancies o ON o.ten = w.owner_ten
  JOIN packets op ON op.flow = o.flow
  WHERE w.role_c = 1 AND w.flags & 1 = 0
    AND w.node IN (SELECT node FROM nodes WHERE kind = 'mshr')
  GROUP BY w.node),
demand AS (
  SELECT node, count(*) AS n FROM ev_access WHERE op IN ('load', 'store')
  GROUP BY node)
SELECT n.name AS node, j.n AS demand_joins, j.pf AS into_prefetch,
  round(100.0 * j.pf / j.n, 2) AS pct_of_joins,
  round(100.0 * j.pf / d.n, 2) AS pct_of_demand_accesses,
  d.n AS demand_accesses
FROM joins j JOIN nodes n ON n.node = j.node
LEFT JOIN demand d ON d.node = n.parent
ORDER BY n.name
