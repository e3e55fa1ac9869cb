-- What each leaf found means: of the patterns of leaf_verdict that fit, the longest.
--
-- @table cascade_verdict key(leaf)
-- @uses prefetch.cascade_episodes
-- @column leaf TEXT as in cascade
-- @column question INTEGER
-- @column family TEXT
-- @column verdict TEXT
SELECT c.leaf, v.question, v.family, v.verdict
FROM (SELECT DISTINCT leaf FROM cascade) c
LEFT JOIN leaf_verdict v ON v.leaf = (
  SELECT l.leaf FROM leaf_verdict l WHERE c.leaf GLOB l.leaf
  ORDER BY length(l.leaf) DESC LIMIT 1)
