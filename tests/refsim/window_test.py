"""A window of a run tells what the whole run tells of it: live state at its start is dumped."""
import os, sqlite3
from machine import compiled, temporary

WORKLOADS = ['--instructions 4000 --l2 16 hash', '--instructions 3000 --l2 8 --llc 32 --inclusive --chains 2 contention',
             '--instructions 4000 --squash 1 forward', '--instructions 3000 --l2 16 --pq 4 stream']
WINDOWS = ['insts:500-1500', 'insts:1203-2000', 'cycles:3000-9000']
# What lies wholly inside: stalls, decisions, stays of lines that began and ended there, squashes.
INSIDE = {
    'episodes': """
      SELECT e.core, i.seq, e.kind, e.reason, e.t1 - e.t0, e.slots, f.key FROM episodes e JOIN k ON k.core = e.core
      LEFT JOIN insts i ON i.flow = e.flow LEFT JOIN flows f ON f.flow = e.cause
      WHERE e.t0 > k.t_begin + k.P AND e.t1 < k.t_end   -- states are told anew in its first cycle""",
    'decisions': """
      SELECT s.name, n.name, d.ord, d.outcome, d.reason, d.choice, d.target, d.value FROM decisions d
      JOIN sites s ON s.site = d.site JOIN nodes n ON n.node = s.node""",
    'residencies': """
      SELECT n.name, r.line, r.cset, r.way, r.by_prefetch, r.uses, r.evict_reason, t.t_rel - t.t_acq FROM residencies r
      JOIN tenancies t ON t.ten = r.ten JOIN nodes n ON n.node = r.node WHERE t.flags = 0""",
    'occupancy': """
      SELECT n.name, f.key, t.role, t.occ FROM tenancies t JOIN nodes n ON n.node = t.node JOIN flows f ON f.flow = t.flow
      WHERE t.flags & 1 = 0 AND n.kind IN ('rob', 'iq', 'lq', 'sq', 'mshr', 'walk_mshr', 'queue', 'dram_queue', 'pq')""",
    'squashed': """
      SELECT i.core, i.seq, e.cause FROM insts i JOIN epochs e ON e.epoch = i.epoch""",
}


def rows(bundle, question):
    return set(sqlite3.connect(bundle).execute(INSIDE[question]))


def main():
    folder = temporary()
    seen = dict.fromkeys(INSIDE, 0)
    for workload in WORKLOADS:
        whole = compiled(os.path.join(folder, 'whole'), workload)
        everything = {question: rows(whole, question) for question in INSIDE}
        for window in WINDOWS:
            part = compiled(os.path.join(folder, 'part'), workload, '--roi ' + window, own=False)
            for question in INSIDE:
                found = rows(part, question)
                assert found <= everything[question], (workload, window, question, sorted(found - everything[question], key=str)[:5])
                seen[question] += len(found)
    assert all(count > 100 for count in seen.values()), seen


if __name__ == '__main__':
    main()
