-- Miss registers that wrong-path work opened and the correct path joined.
--
-- One row for each file of miss registers and for who asked: demand are the loads and
-- stores of Figures 11c and d; walks and prefetches count by the instruction that set
-- them in motion. An entry is reused if at least one instruction that retired joined it
-- while its miss was under way. Entries carried into the window are no openings.
--
-- @uses wrongpath.fates
-- @needs node:mshr
-- @column node TEXT
-- @column requester TEXT who opened the entry: demand, prefetch, walk
-- @column opened INTEGER of known fate
-- @column fate_unknown INTEGER left out of all else
-- @column opened_wrong_path INTEGER
-- @column pct_of_opened REAL
-- @column reused INTEGER of opened_wrong_path
-- @column pct_of_opened_wrong_path REAL Figure 11c
-- @column correct_path_joins INTEGER joins by demands of retired instructions
-- @column joins_on_wrong_path INTEGER of these, into an entry of a wrong path
-- @column pct_of_correct_path_joins REAL Figure 11d
-- @key node requester
-- @share pct_of_opened opened_wrong_path opened
-- @share pct_of_opened_wrong_path reused opened_wrong_path
-- @share pct_of_correct_path_joins joins_on_wrong_path correct_path_joins
WITH joins AS MATERIALIZED (
  SELECT j.owner_ten AS ten, count(*) AS n
  FROM tenancies j CROSS JOIN nodes n ON n.node = j.node AND n.kind = 'mshr'
  CROSS JOIN fates x ON x.flow = j.flow AND x.fate = 'correct'
  LEFT JOIN packets p ON p.flow = j.flow LEFT JOIN translations r ON r.flow = j.flow
  WHERE j.role_c = 1 AND j.owner_ten IS NOT NULL
    AND coalesce(p.requester, r.requester) = 'demand'
  GROUP BY j.owner_ten),
entry AS (
  SELECT t.node, coalesce(p.requester, r.requester) AS requester,
    coalesce(x.fate, 'unknown') AS fate,
    j.n AS joined
  FROM tenancies t CROSS JOIN nodes n ON n.node = t.node AND n.kind = 'mshr'
  LEFT JOIN packets p ON p.flow = t.flow LEFT JOIN translations r ON r.flow = t.flow
  LEFT JOIN fates x ON x.flow = t.flow LEFT JOIN joins j ON j.ten = t.ten
  WHERE t.role_c = 0 AND t.flags & 1 = 0),
counted AS (
  SELECT node, requester, total(fate <> 'unknown') AS opened,
    total(fate = 'unknown') AS unknown, total(fate = 'wrong') AS wrong,
    total(fate = 'wrong' AND joined > 0) AS reused,
    total(joined) FILTER (WHERE fate <> 'unknown') AS joins,
    total(joined) FILTER (WHERE fate = 'wrong') AS wrong_joins
  FROM entry WHERE requester IS NOT NULL GROUP BY node, requester)
SELECT n.name AS node, c.requester, CAST(c.opened AS INTEGER) AS opened,
  CAST(c.unknown AS INTEGER) AS fate_unknown,
  CAST(c.wrong AS INTEGER) AS opened_wrong_path,
  round(100 * c.wrong / nullif(c.opened, 0), 3) AS pct_of_opened,
  CAST(c.reused AS INTEGER) AS reused,
  round(100 * c.reused / nullif(c.wrong, 0), 3) AS pct_of_opened_wrong_path,
  CAST(c.joins AS INTEGER) AS correct_path_joins,
  CAST(c.wrong_joins AS INTEGER) AS joins_on_wrong_path,
  round(100 * c.wrong_joins / nullif(c.joins, 0), 3) AS pct_of_correct_path_joins
FROM counted c JOIN nodes n ON n.node = c.node
ORDER BY n.name, c.requester
