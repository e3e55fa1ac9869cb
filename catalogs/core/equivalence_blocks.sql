-- Where two runs part: the hash of what a core retired, every 4,096 instructions.
--
-- A hash is of all instructions up to there (core.equivalence says of which). Compare two
-- runs with mf-query --diff A.db B.db core.equivalence_blocks: the first block that
-- differs holds the first instruction that does. Where it is the last of a run, and the
-- instructions are not as many, the runs may have stopped at different places and no more.
--
-- @uses core.retired_stream
-- @column core INTEGER
-- @column block INTEGER
-- @column instructions INTEGER retired with this block
-- @column retired INTEGER with those that follow themselves
-- @column hash INTEGER
-- @key core block
WITH loaded AS (
  SELECT coalesce(min(pc_lo), 0) AS base FROM scopes WHERE kind = 'module')
SELECT c.core, c.block, c.instructions, c.retired,
  ((c.hash - loaded.base % 2147483647 * c.shift) % 2147483647 + 2147483647)
    % 2147483647 AS hash
FROM retired_stream c CROSS JOIN loaded
ORDER BY c.core, c.block
