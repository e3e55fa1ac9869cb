"""One decision of each site is reversed: it takes effect, nothing before it changes, and what
it brought trains nothing."""
import os, sqlite3
from machine import compiled, temporary

# What to reverse: its natural outcome, the new one.
SITES = [
    ('cpu0_L2.spp', 'pf_issue', 1, 'act'), ('cpu0_L2.spp', 'pf_issue', 0, 'suppress'), ('cpu0_L2.spp', 'filter', 1, 'act'),
    ('cpu0_L2.spp', 'chain_continue', 0, 'suppress'), ('cpu0_L2.spp', 'chain_continue', 1, 'act'),
    ('cpu0_L2.spp', 'pq_admit', 0, 'suppress'), ('cpu0_L2', 'mshr_gate', 0, 'suppress'), ('cpu0_L2', 'mshr_gate', 1, 'act'),
    ('cpu0.predictor', 'direction', 0, 'suppress'), ('cpu0.predictor', 'direction', 1, 'act')]
RUN = '--instructions 3000 --l2 8 --pq 8 %s'
PLACES = {('pf_issue', 'act'): 40}  # in the first of the workloads: its line is used
WORKLOADS = ['holes', 'hash', '--l2-mshrs 6 --reserve 3 stream', '--l2-mshrs 24 --reserve 12 stream']
FIND = """
SELECT d.ord, d.ev FROM decisions d JOIN sites s ON s.site = d.site JOIN nodes n ON n.node = s.node
WHERE n.name = ? AND s.name = ? AND d.outcome_c = ? AND coalesce(d.reason, '') <> 'pt_exhausted' ORDER BY d.ev LIMIT 1 OFFSET ?"""
ALL = """
SELECT s.name, s.node, d.ord, d.outcome, d.reason, d.choice, d.target, d.value, d.forced
FROM decisions d JOIN sites s ON s.site = d.site WHERE d.ev < ? ORDER BY d.ev"""
AFTER = """
SELECT d.ord, d.outcome, d.target, d.value FROM decisions d JOIN sites s ON s.site = d.site JOIN nodes n ON n.node = s.node
WHERE n.name = ? AND s.name = ? AND d.ev > ? ORDER BY d.ev"""
HERE = """
SELECT d.ev, d.outcome, d.natural, d.forced FROM decisions d JOIN sites s ON s.site = d.site JOIN nodes n ON n.node = s.node
WHERE n.name = ? AND s.name = ? AND d.ord = ?"""


def run(folder, name, workload, capture=''):
    return sqlite3.connect(compiled(os.path.join(folder, name), RUN % workload, capture, '--materialise=events'))


def reversed_run(folder, workload, override):
    return run(folder, 'reversed', workload, "--override '%s'" % override)


def same_before(natural, other, ev):
    before = natural.execute(ALL, [ev]).fetchall()
    assert before and before == other.execute(ALL, [ev]).fetchall()


def directions(folder, workload, natural, node, site, suppressed, outcome):
    found = natural.execute(FIND, [node, site, suppressed, PLACES.get((site, outcome), 5)]).fetchone()
    if found is None:
        return False
    ordinal, ev = found
    other = reversed_run(folder, workload, '%s/%s:%d=%s' % (node, site, ordinal, outcome))
    assert other.execute(HERE, [node, site, ordinal]).fetchall() == [(ev, outcome, suppressed, 1)]
    same_before(natural, other, ev)
    if (site, outcome) == ('pf_issue', 'act'):
        # It asks for the line that was not asked for, and is marked.
        forced, line = other.execute(
            'SELECT r.forced, r.line FROM ev_pf_request r WHERE r.ev > ? ORDER BY r.ev LIMIT 1', [ev]).fetchone()
        target, = other.execute('SELECT target FROM decisions WHERE ev = ?', [ev]).fetchone()
        assert (forced, line) == (1, target)
        # Neither it nor its use is in the accuracy of which confidences are made: all that follows is decided as it was.
        after = natural.execute(AFTER, [node, site, ev]).fetchall()
        assert len(after) > 1000 and after == other.execute(AFTER, [node, site, ev]).fetchall()
    if site == 'direction':
        # A branch that had been predicted right is mispredicted now, or the other way round.
        count = 'SELECT count(*) FROM epochs e JOIN insts i ON i.flow = e.cause_flow WHERE i.seq = ?'
        seq, = natural.execute('SELECT seq FROM insts WHERE flow = (SELECT max(flow) FROM ev_inst_fetch WHERE ev < ?)', [ev]).fetchone()
        assert natural.execute(count, [seq]) != other.execute(count, [seq])
    return True


def choices(folder, workload, natural):
    """Victims and memory's schedule: the number given is what is taken."""
    for dirty in (0, 1):  # what is written back is no event before the decision
        ev, ordinal, way = natural.execute(
            "SELECT ev, ord, way FROM ev_cache_evict e JOIN nodes n ON n.node = e.node WHERE n.name = 'cpu0_L2' AND dirty = ? ORDER BY ev LIMIT 1 OFFSET 20", [dirty]).fetchone()
        other = reversed_run(folder, workload, 'cpu0_L2/victim:%d=%d' % (ordinal, (way + 3) % 8))
        assert other.execute('SELECT ord, way FROM ev_cache_evict WHERE ev = ?', [ev]).fetchone() == (ordinal, (way + 3) % 8)
        same_before(natural, other, ev)

    # Where memory had two requests that could start, the other one.
    ready = natural.execute("""
      SELECT d.ev, d.ord, d.choice, i.slot FROM decisions d JOIN sites s ON s.site = d.site JOIN nodes n ON n.node = s.node
      JOIN ev_dram_insert i ON i.ev < d.ev AND i.node = (SELECT node FROM nodes WHERE name = 'DRAM.ch0.rq')
      JOIN ev_dram_bank b ON b.flow = i.flow AND b.ev > d.ev
      WHERE s.name = 'schedule' AND i.slot <> d.choice AND b.node <> (SELECT node FROM ev_dram_bank c WHERE c.ev > d.ev ORDER BY c.ev LIMIT 1)
        AND NOT EXISTS (SELECT 1 FROM ev_dram_wait w WHERE w.flow = i.flow AND w.ev < d.ev) LIMIT 1""").fetchone()
    ev, ordinal, _, slot = ready
    other = reversed_run(folder, workload, 'DRAM.ch0/schedule:%d=%d' % (ordinal, slot))
    assert other.execute('SELECT choice, forced FROM decisions WHERE ev = ?', [ev]).fetchone() == (slot, 1)
    same_before(natural, other, ev)


def main():
    folder = temporary()
    left = list(SITES)
    for workload in WORKLOADS:
        natural = run(folder, 'natural', workload)
        left = [site for site in left if not directions(folder, workload, natural, *site)]
        if workload == WORKLOADS[2]:
            choices(folder, workload, natural)
    assert not left, left


if __name__ == '__main__':
    main()
