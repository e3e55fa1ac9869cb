-- Whose work each flow is: of the correct path, of a wrong one, or discarded otherwise.
--
-- An instruction's own fate; of packets, translations and prefetches that of the
-- instruction which set them in motion. Wrong path is what a mispredicted branch
-- squashed, and nothing else: loads that passed a store, exceptions and serialising
-- instructions discard work of the correct path. Unknown is what was in flight at the
-- end, and what no recorded instruction asked for (instruction fetch, writebacks).
--
-- @view fates
-- @needs wrongpath inst.retire inst.squash squash.begin
-- @column flow INTEGER
-- @column inst INTEGER the instruction
-- @column fate TEXT correct, wrong, squashed, unknown
-- @column epoch INTEGER the squash that discarded the instruction
-- @column t_squash INTEGER when that began
SELECT f.flow, coalesce(f.inst, f.flow) AS inst,
  coalesce((
    SELECT CASE WHEN i.t_commit IS NOT NULL THEN 'correct'
      WHEN e.cause = 'mispredict' THEN 'wrong'
      WHEN i.t_squash IS NOT NULL THEN 'squashed' END
    FROM insts i LEFT JOIN epochs e ON e.epoch = i.epoch
    WHERE i.flow = coalesce(f.inst, f.flow)), 'unknown') AS fate,
  (SELECT i.epoch FROM insts i WHERE i.flow = coalesce(f.inst, f.flow)) AS epoch,
  (SELECT e.t_squash FROM insts i JOIN epochs e ON e.epoch = i.epoch
   WHERE i.flow = coalesce(f.inst, f.flow)) AS t_squash
FROM flows f
