"""The dependence graph again, from the machine's own instructions and the record's edges."""
import collections

from machine import WIDTH
from record import P


def graph(m):
    """Of each (instruction, stage) its time, and its reasons: (rule, (instruction, stage), time, least time since)."""
    order = [i for f in m.recorded for i in f.retired if i.t.commit <= m.t1]
    time = {}
    for i in order:
        scheduled = i.t.rename if i.t.dispatch is not None else None
        for stage, t in (('D', i.t.dispatch), ('S', scheduled), ('I', i.t.issue), ('E', i.t.complete), ('C', i.t.commit)):
            time[i.seq, stage] = t
    reasons = collections.defaultdict(list)

    def add(rule, u, v, least):
        if time.get(u) is not None and time.get(v) is not None:
            reasons[v].append((rule, u, time[u], least))

    least = {}
    for a, b in ('DI', 'DS', 'SI', 'EC'):
        gaps = [time[i.seq, b] - time[i.seq, a] for i in order if time[i.seq, a] is not None and time[i.seq, b] is not None]
        least[a + b] = max(0, min(gaps, default=0))
    for at, i in enumerate(order):
        for rule, stage, back, gap in (('DD', 'D', 1, 0), ('SS', 'S', 1, 0), ('DW', 'D', WIDTH, P), ('CC', 'C', 1, 0), ('CW', 'C', WIDTH, P)):
            if at >= back:
                add(rule, (order[at - back].seq, stage), (i.seq, stage), gap)
        for rule in ('DI', 'EC') if time[i.seq, 'S'] is None else ('DS', 'SI', 'EC'):
            add(rule, (i.seq, rule[0]), (i.seq, rule[1]), least[rule])
        add('IE', (i.seq, 'I'), (i.seq, 'E'), (i.t.complete or 0) - (i.t.issue or 0))
    mine = {i.flow.id: i.seq for i in order}
    for e in m.record.rows['edges']:
        u, v = mine.get(e.u.flow.id), mine.get(e.v.flow.id)
        if u is None or v is None:
            continue
        if e.channel == 'value':
            add('EI', (u, 'E'), (v, 'I'), e.least or 0)
        elif e.channel == 'occupancy' and e.u.name == 'inst.retire':
            add('CD', (u, 'C'), (v, 'D'), e.least or 0)
        elif e.channel == 'speculation' and time[u, 'E'] is not None and time[u, 'E'] <= e.u.t:
            add('ED', (u, 'E'), (v, 'D'), e.least or 0)
    return order, time, reasons


def check(m):
    _, time, reasons = graph(m)
    rows = {}
    for stage in 'DSIEC':
        late = [time[v] - max(t + least for _, _, t, least in why) for v, why in reasons.items() if v[1] == stage]
        over = [x for x in late if x > 0]
        if late:
            rows[m.core, stage] = (len(late), len(over), sum(over) / P, sum(x < 0 for x in late), max(over, default=0) / P, 100 * len(over) / len(late))
    assert not any(row[3] for row in rows.values()), 'the machine contradicts itself'
    assert not m.prompt or rows[m.core, 'I'][1] == 0, 'it issues at once, so each issue has a reason'
    return rows


def path(m):
    order, time, reasons = graph(m)
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
