"""The machine's own account of its stalls against the bundle, stall by stall.

The account is computed from the machine's state; the bundle from its events, by five passes
that know nothing of the machine. Both must tell the same stretches, for the same reasons, the
packets that woke the loads, the levels that had the lines, and for lines that were missed at
L2 who had pushed them out and what was last decided against prefetching them.
"""
import collections, os, sqlite3
from machine import ask, compiled, temporary

RUNS = [(name, 5000, name) for name in
        ['stream', 'holes', 'chase', 'hop', 'hash', 'matrix', 'branchy', 'forward', 'tlb', 'contention']] + [
    # Again with small caches, where lines are pushed out and asked for once more.
    ('small', 2500, '--l2 8 --llc 32 --inclusive --chains 3 --policy srrip stream'),
    ('tight', 2000, '--l2 8 --llc 32 --l2-mshrs 3 --reserve 1 --squash 1 --core-period 500 forward hash'),
    ('reuse', 10000, '--l1d 2 --l2 8 --llc 64 --chains 4 hop'),
    ('full', 2000, '--l2 16 --pq 1 --chains 4 stream'),
    ('huge', 2500, '--huge-pages --l2 16 hop'),
    ('warm', 2500, '--warmup 2500 --l2 16 holes')]
EPISODES = """
SELECT e.ep, e.core, coalesce(i.retire_idx, '-') AS "index", (e.t0 - k.t_begin) * UNIT AS t0, (e.t1 - k.t_begin) * UNIT AS t1,
  e.class, e.reason, coalesce(n.name, '-') AS served, coalesce(f.key, '-') AS packet
FROM episodes e JOIN k ON k.core = e.core JOIN insts i ON i.flow = e.flow
LEFT JOIN flows f ON f.flow = e.cause LEFT JOIN packets p ON p.flow = e.cause LEFT JOIN nodes n ON n.node = p.served_by
WHERE e.kind = 'head_block'"""
REMOVER = """
SELECT f.key FROM residencies r JOIN ev_access a ON a.ev = ? JOIN flows f ON f.flow = r.evict_by
WHERE r.node = a.node AND r.line = a.line AND r.ev_evict < a.ev ORDER BY r.ev_fill DESC LIMIT 1"""
DECISION = 'SELECT s.name, d.ord FROM decisions d JOIN sites s ON s.site = d.site WHERE d.dec = ?'
FIELDS = ['core', 'index', 't0', 't1', 'class', 'reason', 'served', 'packet', 'remover', 'remover_packet', 'site', 'ordinal']


def told(bundle, unit=125):
    """The account's lines, as the bundle has them; `unit`: picoseconds of its unit of time."""
    db = sqlite3.connect(bundle)
    cascade = {row['ep']: row for row in ask(bundle, 'prefetch.cascade_episodes')}
    # Leaves of the cascade are all of the head's memory time.
    memory, = db.execute("SELECT sum(t1 - t0) FROM episodes WHERE kind = 'head_block' AND class = 'memory'").fetchone()
    assert sum(int(row['d']) for row in cascade.values()) == memory, (bundle, memory)
    hits = {str(ev) for ev, in db.execute("SELECT ev FROM ev_access WHERE outcome = 'hit'")}
    lines = []
    for row in ask(bundle, EPISODES.replace('UNIT', str(unit))):
        row.update(remover='-', remover_packet='-', site='-', ordinal='-')
        why = cascade.get(row['ep'])
        if why is not None and why['ev'] and why['ev'] not in hits:
            removed = db.execute(REMOVER, [why['ev']]).fetchone()
            if removed is not None:
                row.update(remover=why['displaced_by'], remover_packet=str(removed[0]))
            if why['sup']:
                site, ordinal = db.execute(DECISION, [why['sup']]).fetchone()
                row.update(site=site, ordinal=str(ordinal))
        lines.append(tuple(row[field] for field in FIELDS))
    return sorted(lines)


def accounted(file, bundle):
    """The account's own lines, less what is on no record: decisions from before the window, and
    which in order an instruction is that has not retired when it ends."""
    db = sqlite3.connect(bundle)
    first = dict(db.execute('SELECT s.name, min(d.ord) FROM decisions d JOIN sites s USING (site) GROUP BY s.name'))
    retired = dict(db.execute('SELECT core, count(retire_idx) FROM insts GROUP BY core'))
    lines = []
    for line in open(file):
        fields = line.split()
        if fields[10] != '-' and int(fields[11]) < first[fields[10]]:
            fields[10:] = '--'
        if int(fields[1]) >= retired[int(fields[0])]:
            fields[1] = '-'
        lines.append(tuple(fields))
    return sorted(lines)


def main():
    folder = temporary()
    seen = collections.Counter()
    for name, count, arguments in RUNS:
        path = os.path.join(folder, name)
        bundle = compiled(path, '--instructions %d %s' % (count, arguments))
        account = accounted(path + '.account', bundle)
        recorded = told(bundle)
        wrong = [(a, b) for a, b in zip(account, recorded) if a != b]
        assert not wrong, (name, len(wrong), wrong[:3])
        assert len(account) == len(recorded) > 0, (name, len(account), len(recorded))
        for line in account:
            seen.update([line[5], 'served ' + line[6], 'removed by ' + line[8], 'lost at ' + line[10]])
    print(dict(seen))
    # The runs must have had all that is compared.
    for what in ['memory', 'execute', 'latency', 'served cpu0_L1D', 'served cpu0_L2', 'served LLC', 'served DRAM.ch0.rq', 'served -',
                 'removed by demand', 'removed by prefetch', 'lost at pf_issue', 'lost at pq_admit']:
        assert seen[what] > 0, what


if __name__ == '__main__':
    main()
