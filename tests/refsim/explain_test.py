"""The machine's own account of its stalls against what mf-explain tells of each.

explain_test.py TOOLS [INSTRUCTIONS]"""
import collections, json, os, re, sqlite3, sys
from machine import compiled, shell, temporary

PROGRAMS = ['stream', 'holes', 'chase', 'hop', 'hash', 'matrix', 'branchy', 'forward', 'tlb', 'contention']
# Where lines are pushed out of L2 and come again from the LLC.
AGAIN = '--l1d 2 --l2 8 --chains 4 contention'
FIELDS = ['core', 'index', 't0', 't1', 'class', 'reason', 'served', 'packet', 'remover', 'by', 'site', 'ordinal']
LATEST = 5  # decisions about the line that are told, the last of all
JOINS = 'SELECT w.flow, o.flow FROM tenancies w JOIN tenancies o ON o.ten = w.owner_ten WHERE w.owner_ten IS NOT NULL'
EVICTIONS = """
SELECT n.name, f.key, e.line, e.ev FROM ev_cache_evict e JOIN nodes n ON n.node = e.node JOIN flows f ON f.flow = e.flow"""


class Bundle:
    """What there is to look up for each stall."""

    def __init__(self, path):
        db = sqlite3.connect(path)
        self.begin, = db.execute('SELECT min(t_begin) FROM k').fetchone()
        self.key = dict(db.execute('SELECT flow, key FROM flows'))
        self.first = dict(db.execute('SELECT s.name, min(d.ord) FROM decisions d JOIN sites s USING (site) GROUP BY s.name'))
        self.evicted = {(node, key, line): ev for node, key, line, ev in db.execute(EVICTIONS)}
        self.joined = collections.defaultdict(set)
        for flow, owner in db.execute(JOINS):
            self.joined[flow].add(owner)

    def owners(self, flow):
        """Keys of those whose misses it joined, joins of joins followed."""
        found, new = set(), {flow}
        while new:
            new = set().union(*(self.joined[each] for each in new)) - found
            found |= new
        return {self.key[each] for each in found}


def missed(served, core):
    """Where a packet missed that was answered by a level."""
    above = ['cpu%s_L1D' % core, 'cpu%s_L2' % core, 'LLC']
    return above[:above.index(served)] if served in above else above


def same_cause(bundle, stall, told, seen):
    """What the account says of the packet, and of the line before."""
    core, served, site = stall['core'], stall['served'], stall['site']
    number, line = re.match(r'\w+ (\d+) \(\w+, line (0x\w+)\)', told['packet']).groups()
    assert bundle.key[told['cause']] == int(stall['packet'])
    if served == '-':  # it joined another packet's miss, which is told instead
        assert int(number) in bundle.owners(told['cause'])
        return 'joined'
    assert told['missed_in'] == missed(served, core), told['missed_in']
    assert told['answered_by'] == (served if served in missed('', core) else ''), told['answered_by']
    # Of a decision from before the window nothing can be told.
    if site != '-' and int(stall['ordinal']) >= bundle.first[site] and len(told['about_line']) < LATEST:
        against = r'cpu%s_L2\.spp/%s #%s suppress' % (core, site, stall['ordinal'])
        assert any(re.match(against, each) for each in told['about_line']), (against, told['about_line'])
        seen['lost at ' + site] += 1
    l2 = 'cpu%s_L2' % core
    if not told['why'] or told['why'][0]['node'] != l2:
        return 'served ' + served
    gone = stall['by'] != '-' and bundle.evicted.get((l2, int(stall['by']), int(line, 16)))
    steps = [(step['channel'], step['event'], step['node'], step['ev']) for step in told['why'][1:2]]
    assert steps == ([('state', 'cache.evict', l2, gone)] if gone else []), (gone, steps)
    return 'removed by ' + (stall['remover'] if gone else '-')


def compare(name, path, seen):
    bundle = Bundle(path)
    told = {}
    for e in json.loads(shell('mf-explain %s --top 1000000 --format json' % path, status=None)[0]):
        told[e['core'], (e['t0'] - bundle.begin) * 125, (e['t1'] - bundle.begin) * 125] = e
    stalls = [dict(zip(FIELDS, line.split())) for line in open(name + '.account')]
    assert len(stalls) == len(told) > 0, (name, len(stalls), len(told))
    for stall in stalls:
        e = told[int(stall['core']), int(stall['t0']), int(stall['t1'])]
        try:
            index = re.search(r'#(?:\d+:)?(\d+) ', e['instruction'])
            assert index.group(1) == stall['index'] if index else 'never retired' in e['instruction'], e['instruction']
            assert (stall['class'], stall['reason']) == (e['class'], e['reason'])
            assert sum(piece['cycles'] for piece in e['time']) == e['cycles'], e['time']
            if stall['packet'] == '-':
                assert not e['cause'] and not e['missed_in'], e['cause']
                seen['no packet'] += 1
            else:
                seen[same_cause(bundle, stall, e, seen)] += 1
        except AssertionError:
            print(name, stall, e, file=sys.stderr)
            raise


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    name = os.path.join(temporary(), 'run')
    seen = collections.Counter()
    for program in PROGRAMS:
        compare(name, compiled(name, '--instructions %d %s' % (count, program), '', '--materialise=events'), seen)
    compare(name, compiled(name, '--instructions %d %s' % (max(4000, 3 * count), AGAIN), '', '--materialise=events'), seen)
    print(dict(seen))
    for what in ['no packet', 'joined', 'served cpu0_L1D', 'served cpu0_L2', 'served DRAM.ch0.rq', 'removed by -', 'removed by demand', 'lost at pf_issue']:
        assert seen[what] > 0, what


if __name__ == '__main__':
    main()
