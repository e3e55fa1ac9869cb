"""The dependence graph again, from the machine's own instructions and the record's edges."""
import collections

from machine import ISSUE, LOADS, WIDTH
from record import P

STAGES = dict(F='fetch', X='decode', D='dispatch', S='rename', I='issue', E='complete', C='commit')
IN_ORDER = [('FF', 'F', 1, 0), ('XX', 'X', 1, 0), ('DD', 'D', 1, 0), ('SS', 'S', 1, 0), ('CC', 'C', 1, 0), ('DW', 'D', WIDTH, P), ('CW', 'C', WIDTH, P)]


class Graph:
    """Of each (instruction, stage) its time, and its reasons: (rule, (instruction, stage), time, least time since)."""

    def __init__(self, m):
        self.order = [i for f in m.recorded for i in f.retired if i.t.commit <= m.t1]
        self.time = {(i.seq, letter): getattr(i.t, stage) for i in self.order for letter, stage in STAGES.items()}
        for i in self.order:
            if i.t.dispatch is None:  # it may have entered the scheduler as the record began
                self.time[i.seq, 'S'] = None
        self.reasons = collections.defaultdict(list)
        self.program_order()
        self.pipeline()
        self.issue_width(m)
        self.redirects(self.recorded(m), {e.event.id: e.recovered for e in m.record.rows['epochs']})

    def add(self, rule, u, v, least, at=None):
        at = self.time.get(u) if at is None else at
        if at is not None and self.time.get(v) is not None:
            self.reasons[v].append((rule, u, at, least))

    def gap(self, seq, a, b):
        a, b = self.time[seq, a], self.time[seq, b]
        return None if a is None or b is None else b - a

    def program_order(self):
        for at, i in enumerate(self.order):
            for rule, stage, back, least in IN_ORDER:
                if at >= back:
                    u, v = (self.order[at - back].seq, stage), (i.seq, stage)
                    together = self.time[u] is None or self.time[u] == self.time[v]
                    self.add(rule, u, v, P if stage in 'FX' and not together else least)
            if at > 0:  # one is fetched when the one before is gone
                self.add('DF', (self.order[at - 1].seq, 'D'), (i.seq, 'F'), 0)

    def pipeline(self):
        least = collections.defaultdict(lambda: None)
        stages = {i.seq: [*(['FX', 'XD'] if self.time[i.seq, 'X'] is not None else ['FD']),
                          *(['DS', 'SI'] if self.time[i.seq, 'S'] is not None else ['DI'])] for i in self.order}
        for i in self.order:
            # What never decodes has its own least; what has no scheduler shares that of all.
            for rule in ['EC', 'DI'] + stages[i.seq]:
                gap = self.gap(i.seq, *rule)
                if gap is not None:
                    least[rule] = gap if least[rule] is None else min(gap, least[rule])
        for i in self.order:
            for rule in ['EC'] + stages[i.seq]:
                self.add(rule, (i.seq, rule[0]), (i.seq, rule[1]), max(0, least[rule] or 0))
            self.add('IE', (i.seq, 'I'), (i.seq, 'E'), self.gap(i.seq, 'I', 'E'))

    def issue_width(self, m):
        """Who issued in the cycle before, if that was all that it could issue."""
        issued = collections.defaultdict(list)
        for flow in m.record.rows['flows']:
            if flow.kind == 'inst' and flow.core == m.core and flow.of.t.issue is not None:
                issued[flow.of.t.issue].append(flow.of)
        for i in self.order:
            before = issued[i.t.issue - P] if i.t.issue is not None else []
            if len(before) < ISSUE and not (i.what == 'load' and sum(b.what == 'load' for b in before) >= LOADS):
                continue
            retired = [b.seq for b in before if b.t.commit is not None and b.t.commit <= m.t1]
            if retired:
                self.add('IW', (max(retired), 'I'), (i.seq, 'I'), P, i.t.issue - P)
            else:
                came = 'D' if self.time[i.seq, 'S'] is None else 'S'
                self.add('IW', (i.seq, came), (i.seq, 'I'), self.gap(i.seq, came, 'I'))

    def recorded(self, m):
        """Edges of the record; gives the redirects among them: (event, branch, stage by which it was known, who came next)."""
        mine = {i.flow.id: i.seq for i in self.order}
        for e in m.record.rows['edges']:
            u, v = mine.get(e.u.flow.id), mine.get(e.v.flow.id)
            if u is None or v is None:
                continue
            if e.channel == 'value' and e.v.name == 'inst.issue':
                self.add('EI', (u, 'E'), (v, 'I'), e.least or 0)
            elif e.channel == 'value':
                self.add('CS', (u, 'C'), (v, 'S'), e.least or 0)
            elif e.channel == 'occupancy' and e.v.name == 'inst.schedule':
                self.add('IS', (u, 'I'), (v, 'S'), e.least or 0)
            elif e.channel == 'occupancy' and e.u.name == 'inst.retire':
                self.add('CD', (u, 'C'), (v, 'D'), e.least or 0)
            elif e.channel == 'speculation':
                known = [stage for stage in 'EX' if self.time[u, stage] is not None and self.time[u, stage] <= e.u.t]
                if known:
                    yield e.u, u, known[0], v

    def redirects(self, edges, recovered):
        edges = list(edges)
        soonest = min((self.time[v, 'F'] - event.t for event, _, _, v in edges), default=None)
        ends = [(recovered.get(event.id), u, known, v) for event, u, known, v in edges]
        ends = [each for each in ends if each[0] is not None and self.time[each[3], 'D'] is not None]
        back = min((self.time[v, 'D'] - end for end, _, _, v in ends), default=None)
        for event, u, known, v in edges:
            self.add(known + 'F', (u, known), (v, 'F'), event.t - self.time[u, known] + soonest)
        for end, u, known, v in ends:
            if known == 'E':
                self.add('BD', (u, 'E'), (v, 'D'), end - self.time[u, 'E'] + back)


def check(m):
    graph = Graph(m)
    time, reasons = graph.time, graph.reasons
    rows = {}
    for stage in STAGES:
        late = [time[v] - max(t + least for _, _, t, least in why) for v, why in reasons.items() if v[1] == stage]
        over = [x for x in late if x > 0]
        if late:
            rows[m.core, stage] = (len(late), len(over), sum(over) / P, sum(x < 0 for x in late), max(over, default=0) / P, 100 * len(over) / len(late))
    assert not any(row[3] for row in rows.values()), 'the machine contradicts itself'
    assert not m.prompt or rows[m.core, 'I'][1] == 0, 'it issues at once, so each issue has a reason'
    for v, why in reasons.items():
        if v[1] == 'S' and any(rule == 'SS' for rule, *_ in why):  # else the one before it went in as the record began
            assert time[v] <= max(t + least for _, _, t, least in why), 'it schedules what it can, so each wait has a reason'
    return rows


def path(m):
    graph = Graph(m)
    order, time, reasons = graph.order, graph.time, graph.reasons
    if not order:
        return {}
    steps, length, late = collections.Counter(), collections.Counter(), collections.Counter()
    at = (order[-1].seq, 'C')
    length['after'] = m.t1 - time[at]
    while at in reasons and time[at] > m.t0:
        # Last arrival; then the later start, then the rule's name.
        rule, u, t, least = sorted(reasons[at], key=lambda each: (-each[2] - each[3], -each[2], each[0]))[0]
        steps[rule] += 1
        length[rule] += time[at] - max(t, m.t0)
        late[rule] += max(0, time[at] - max(t, m.t0) - least)
        at = u
    length['before'] = max(0, time[at] - m.t0)
    assert sum(length.values()) == m.t1 - m.t0
    return {(m.core, rule): (steps[rule], n / P, late[rule] / P, 100 * n / (m.t1 - m.t0), (m.t1 - m.t0) / P)
            for rule, n in length.items() if n or steps[rule]}
