-- The retired stream of each core, by its hash after every 4,096 instructions.
--
-- The hash is that of the table checkpoints, of addresses as they were. Of all that was
-- recorded it is there; of a part it is computed here. What follows itself in the whole
-- counts once.
--
-- @table retired_stream key(core, block)
-- @needs inst.retire
-- @param :pc_lo INTEGER NULL only instructions from this address on, less the load base
-- @param :pc_hi INTEGER NULL only instructions below this address, less the load base
-- @param :first INTEGER NULL only so many of them, the first of each core
-- @column core INTEGER
-- @column block INTEGER
-- @column instructions INTEGER with this block
-- @column retired INTEGER with those that follow themselves
-- @column hash INTEGER
-- @column shift INTEGER what the hash gains when every address is one higher
WITH RECURSIVE part AS MATERIALIZED (
  SELECT base + coalesce(:pc_lo, 0) AS lo, coalesce(base + :pc_hi, -1) AS hi
  FROM (SELECT coalesce(min(pc_lo), 0) AS base FROM scopes WHERE kind = 'module')
  WHERE coalesce(:pc_lo, :pc_hi, :first) IS NOT NULL),
-- What was taken before the instruction `at`, and whether that counts: 0 it is not of the
-- part, 1 it follows itself, 2 it is one more. After the last, `at` is NULL. An address
-- beyond 2^63 is negative here, and 2^64 is 4 by the modulus.
fold(core, at, pc, counts, instructions, retired, hash, shift) AS (
  SELECT k.core, -1, NULL, 0, 0, 0, 7, 0
  FROM k CROSS JOIN part
  UNION ALL
  SELECT f.core, i.retire_idx, i.pc,
    ((i.pc < 0, i.pc) >= (p.lo < 0, p.lo) AND (i.pc < 0, i.pc) < (p.hi < 0, p.hi))
      * (1 + (i.pc IS NOT f.pc)),
    f.instructions + (f.counts = 2), f.retired + (f.counts > 0),
    iif(f.counts = 2, (f.hash * 1000003 + f.pc % 2147483647 + 4 * (f.pc < 0) + 2147483648)
      % 2147483647, f.hash),
    iif(f.counts = 2, (f.shift * 1000003 + 1) % 2147483647, f.shift)
  FROM fold f CROSS JOIN part p
  LEFT JOIN (SELECT core, retire_idx, last_uop, coalesce(pc, 0) AS pc FROM insts) i
    ON i.core = f.core AND i.retire_idx = f.at + 1 AND i.last_uop
  WHERE f.at IS NOT NULL AND NOT (f.counts = 2 AND f.instructions IS :first))
SELECT core, block, instructions, records AS retired, hash, shift
FROM checkpoints WHERE NOT EXISTS (SELECT * FROM part)
UNION ALL
SELECT core, (instructions - 1) / 4096, instructions, retired, hash, shift
FROM fold
WHERE instructions > 0
  AND (at IS NULL OR (counts = 2 AND (instructions % 4096 = 0 OR instructions = :first)))
