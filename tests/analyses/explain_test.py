"""The paper's Figure 1 by hand: a prefetch pushed out a line that a load then missed.

explain_test.py MF_QUERY EMPTY_BUNDLE MF_EXPLAIN"""
import json
import subprocess
import sys

from world import World, temporary, tools

CHANNELS = ['value', 'occupancy', 'arbitration', 'speculation', 'state']


class Story:
    def __init__(self, path):
        w = self.w = World(path, 0, 400)
        self.types = dict(w.db.execute('SELECT name, type FROM event_types'))
        for name, kind in (('cpu0', 'core'), ('L2', 'cache'), ('spp', 'prefetcher'), ('bus', 'bus')):
            w.node(name, kind)
        self.last = {}
        self.flows = {}

    def flow(self, name, kind, **more):
        self.flows[name] = self.w.flow(kind, 0, **more)
        return self.flows[name]

    def event(self, ev, t, name, flow, node):
        f = self.flows[flow]
        self.w.put('events', ev=ev, t=t, type=self.types[name], flow=f, node=self.w.nodes[node], prev=self.last.get(f), thread=0, snapshot=0)
        self.last[f] = ev
        self.w.db.execute('UPDATE flows SET ev_close = ? WHERE flow = ?', (ev, f))

    def edge(self, u, v, channel, binding=1, gap=0):
        self.w.put('edges', u=u, v=v, chan_c=CHANNELS.index(channel), gap=gap, binding=binding)

    def decision(self, ev, site, ordinal, **more):
        row = dict(ev=ev, site=site, ord=ordinal, outcome_c=0, forced=0, retry=0)
        row.update(more)
        return self.w.put('decisions', **row)

    def tell(self):
        w = self.w
        i4 = self.flow('I4', 'inst')
        x = self.flow('X', 'packet', parent=i4, inst=i4)
        self.flow('P', 'prefetch')
        i7 = self.flow('I7', 'inst')
        v = self.flow('V', 'packet', parent=i7, inst=i7)
        for number, (flow, pc) in enumerate(((i4, 0x400), (i7, 0x700)), 4):
            w.put('insts', flow=flow, core=0, seq=number, retire_idx=number, uop=0, last_uop=1, pc=pc, opclass_c=1, n_issue=1)
        for flow, line in ((x, 0x10), (v, 0x20)):
            w.put('packets', flow=flow, op_c=0, requester_c=0, line=line)
        pf_issue = w.put('sites', name='pf_issue', node=w.nodes['spp'])
        victim = w.put('sites', name='victim', node=w.nodes['L2'])
        self.event(9, 99, 'inst.issue', 'I4', 'cpu0')
        self.event(10, 100, 'cache.access', 'X', 'L2')
        self.edge(9, 10, 'value')
        self.event(12, 100, 'pf.decide', 'X', 'spp')
        self.decision(12, pf_issue, 1, value=40, threshold=25, reason_c=w.word('confidence'), target=0x11)
        self.event(13, 101, 'pf.request', 'P', 'spp')
        self.edge(12, 13, 'value')
        self.event(21, 180, 'cache.evict', 'P', 'L2')
        self.decision(21, victim, 7, choice=1, target=0x20)
        self.event(22, 180, 'cache.fill', 'P', 'L2')
        self.event(31, 182, 'inst.issue', 'I7', 'cpu0')
        self.event(32, 182, 'packet.send', 'V', 'L2')
        self.edge(31, 32, 'value')
        self.event(33, 183, 'cache.access', 'V', 'L2')
        self.edge(21, 33, 'state', binding=0, gap=3)
        w.put('ev_access', ev=33, t=183, node=w.nodes['L2'], flow=v, line=0x20, page=0, op_c=0, outcome_c=w.code('lookup', 'miss'))
        # Before its fill V waits for W, a read of the page table that missed; the bus refused V twice.
        self.event(52, 191, 'dram.bus', 'V', 'bus')
        walk = self.flow('W', 'packet', parent=i7)
        w.put('packets', flow=walk, line=0x30, op_c=w.code('op', 'walk'), requester_c=0)
        self.event(53, 200, 'cache.access', 'W', 'L2')
        w.put('ev_access', ev=53, t=200, node=w.nodes['L2'], flow=walk, line=0x30, page=0, op_c=0, outcome_c=w.code('lookup', 'miss'))
        self.event(59, 280, 'cache.fill', 'W', 'L2')
        self.edge(59, 60, 'value')
        w.put('waits', flow=v, node=w.nodes['bus'], why_c=1, ev_first=40, ev_grant=52, t0=184, t1=191, denials=2, lost_to=x)
        self.event(60, 284, 'cache.fill', 'V', 'L2')
        self.event(61, 285, 'lq.release', 'I7', 'cpu0')
        self.edge(60, 61, 'value')
        self.event(62, 286, 'inst.retire', 'I7', 'cpu0')
        memory = w.code('head_reason', 'memory')
        w.put('episodes', kind_c=0, core=0, thread=0, flow=i7, t0=187, t1=286, cause=v, reason_c=memory, flags=0)
        w.put('episodes', kind_c=0, core=0, thread=0, flow=i4, t0=300, t1=310, reason_c=memory, flags=0)
        return w.done()


def explain(tool, path, *options, status=0):
    run = subprocess.run([tool, path, *options], capture_output=True, text=True)
    assert run.returncode == status, (options, run.returncode, run.stdout, run.stderr)
    return run.stdout


def main():
    tool = tools(sys.argv)[0]
    path = Story(temporary('figure1.db')).tell()
    one = json.loads(explain(tool, path, '--inst', '5', '--format', 'json'))[0]
    assert [p['cycles'] for p in one['time']] == [4, 9, 80, 4, 1, 1], one['time']
    assert [p['depth'] for p in one['time']] == [0, 1, 1, 0, 0, 0], one['time']
    assert one['time'][0]['because'] == 'refused 2 times in all at bus (arb), lost to packet 2 (load, line 0x10)', one['time'][0]
    waited = one['awaited']
    assert [(a['who'], a['cycles'], a['depth'], a['missed_in']) for a in waited] == [('packet 6 (walk, line 0x30)', 89, 1, ['L2'])], waited
    assert 'first touch' in waited[0]['cause'], waited
    assert sum(p['cycles'] for p in one['time']) == one['cycles'] == 99
    assert [s['ev'] for s in one['why']] == [33, 21, 13, 12, 10, 9], one['why']
    assert [s['channel'] for s in one['why']] == ['', 'state', 'flow', 'value', 'flow', 'value']
    assert one['why'][1]['decision'] == 'L2/victim #7 chose way 1', one['why'][1]
    assert one['why'][3]['decision'] == 'spp/pf_issue #1 act (confidence), 40 against 25', one['why'][3]
    assert one['stop'] == 'an instruction asked: load #4 at 0x400', one['stop']
    assert one['missed_in'] == ['L2']
    text = explain(tool, path, '--top', '1')
    for part in ('89  packet 6 (walk, line 0x30) missed in L2', 'load #5 at 0x700', '99  in all', 'because of', 'pf_issue #1 act (confidence), 40 against 25'):
        assert part in text, (part, text)
    assert explain(tool, path, '--line', '0x20') == text == explain(tool, path, '--pc', '0x700') == explain(tool, path, '--episode', '1')
    # Evidence that is not there is said not to be there.
    assert 'no packet is on record' in explain(tool, path, '--episode', '2', status=1)
    explain(tool, path, '--inst', '99', status=1)
    explain(tool, path, '--episode', '77', status=1)
    for wrong in ((), ('--inst', 'x'), ('--pc', '1', '--line', '2'), ('--top', '1', '--format', 'xml')):
        explain(tool, path, *wrong, status=2)
    explain(tool, path + '.none', '--top', '1', status=3)
    print('explain: Figure 1 reaches the decision to prefetch, and its pieces sum to the stall')


if __name__ == '__main__':
    main()
