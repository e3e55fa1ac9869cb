"""Random machines: every projection against what the machines themselves did, cycle by cycle.

machine_test.py MF_QUERY EMPTY_BUNDLE [SEEDS]"""
import collections
import sqlite3
import sys

import dependences
from machine import WIDTH
from memory import SETS
from record import P
from simulate import simulate_all
from world import ask, ask_each, tools

CLASS = dict(rob_full='backend', lq_full='backend', iq_full='backend', mispredict='recovery', fetch_latency='frontend',
             fetch_bandwidth='frontend', memory='memory', execute='core', schedule='core')
FATES = dict(queue_full='dropped: queue full', hit='redundant: line was there', redundant='redundant: line was there', dropped='dropped',
             forwarded='answered by a write in the queue', merged='merged: line was on its way')


def cycles(m):
    return (m.t1 - m.t0) // P


def pct(part, whole):
    return 100.0 * part / whole


# Each gives the rows that it expects: {key: values}, in the columns that follow.
def commit_stack(m):
    """What each cycle of the region went to: {(pc, state): cycles}."""
    stack, order = collections.Counter(), []
    coming = None
    for f in reversed(m.recorded):
        f.coming = coming = f.retired[0] if f.retired else coming
    for f in m.recorded:
        if not m.t0 <= f.t < m.t1:
            pass
        elif f.retired:
            for i in f.retired:
                stack[i.pc, 'computing'] += 1 / len(f.retired)
        elif not f.coming:
            stack[None, 'after last commit'] += 1
        elif f.coming.t.dispatch is None or f.coming.t.dispatch <= f.t:
            stack[f.coming.pc, 'stalled'] += 1
        elif order and order[-1].flushes:
            stack[order[-1].pc, 'flushed'] += 1
        else:
            stack[f.coming.pc, 'drained'] += 1
        order += f.retired
    return stack


def dispatch_stack(m):
    stack = collections.Counter()
    for f in m.facts:
        for i in f.dispatched:
            stack[i.pc, 'dispatching'] += 1 / len(f.dispatched)
        if not f.dispatched:
            stack[f.blocked and f.blocked.pc, f.reason] += 1
    return stack


def by_pc(stack):
    return lambda m: {(m.core, pc, state): (n * P,) for (pc, state), n in stack(m).items()}


def by_state(stack):
    def rows(m):
        out = {}
        for (pc, state), n in stack(m).items():
            pcs, total = out.get((m.core, state), (0, 0))
            out[m.core, state] = (pcs + (pc is not None), total + n)
        return {key: (pcs, n, pct(n, cycles(m)), cycles(m)) for key, (pcs, n) in out.items()}
    return rows


def topdown(m):
    slots = collections.Counter()
    for f in m.facts:
        for i in f.dispatched:
            if i.t.commit is not None:
                slots['retiring', 'retiring'] += 1
            elif i.t.squash is None:
                slots['unknown', 'in flight at the end'] += 1
            else:
                slots['bad speculation', 'branch mispredicts' if i.epoch.cause == 'mispredict' else 'machine clears'] += 1
        if f.lost:
            memory = f.why and CLASS[f.why] == 'memory'
            slots[{'frontend': ('frontend bound', f.reason.replace('_', ' ')), 'recovery': ('bad speculation', 'branch mispredicts'),
                   'backend': ('backend bound', 'memory bound' if memory else 'core bound')}[CLASS[f.reason]]] += f.lost
    whole = WIDTH * cycles(m)
    assert sum(slots.values()) == whole
    return {(m.core, *level): (n, pct(n, whole), whole) for level, n in slots.items()}


def head_block(m):
    n, episodes, classes, last = collections.Counter(), collections.Counter(), collections.Counter(), None
    for f in m.facts:
        if f.head:
            n[f.why] += 1
            classes[CLASS[f.why]] += 1
            episodes[f.why] += last != (f.head, f.why)
        last = (f.head, f.why)
    return {(m.core, CLASS[why], why): (episodes[why], n[why], pct(n[why], cycles(m)), pct(classes[CLASS[why]], cycles(m)), cycles(m)) for why in n}


def head_lines(m):
    memory = [f for f in m.facts if f.why == 'memory']
    known = [f for f in memory if m.waker(f.head)]
    lines = {line: [f for f in known if f.head.line == line] for line in {f.head.line for f in known}}
    best = sorted(lines, key=lambda line: (-len(lines[line]), line))[:20]
    return {(m.core, hex(line)): (len({f.head.seq for f in lines[line]}), len(lines[line]), pct(len(lines[line]), len(memory)),
                                  len({f.head.pc for f in lines[line]}), hex(min(f.head.pc for f in lines[line]))) for line in best}


def mshr(m):
    held, allocated = collections.Counter(), collections.Counter()
    for f in m.facts:
        held.update(f.holders)
    for x in m.record.rows['tenancies']:
        if x.node == m.node('L1D.mshr') and not x.owner and not x.gone:
            allocated[x.flow.requester] += not x.carried
    return {(m.node('L1D.mshr'), who): (allocated[who], held[who], pct(held[who], sum(held.values())), held[who] / cycles(m), m.most,
                                        m.registers) for who in allocated}


def mshr_joins(m):
    n, prefetch = len(m.joins), m.joins.count('prefetch')
    return {(m.node('L1D.mshr'),): (n, prefetch, pct(prefetch, n), pct(prefetch, m.demands), m.demands)} if n else {}


def set_lifecycle(number):
    def rows(m):
        if m.core:
            return {}
        out = {}
        for s in [s for s in m.stays if s.set == number]:
            note = 'prefetched, never used' if s.prefetched and not s.uses and s.evict else 'evicted, then missed' if s.then in ('miss', 'merge') else ''
            by = None if not s.evict else s.pusher.requester if s.pusher else 'invalidate'
            out[s.way, hex(s.line), s.held.t0] = ('carried' if s.held.carried else s.by.requester, s.first and s.first.t, s.uses, s.held.t1, by,
                                                  s.next is not None and hex(s.next) or None, note)
        return out
    return rows


def fate(p):
    if p.end and p.end != 'filled':
        return FATES[p.end]
    if p.end != 'filled':
        return 'in flight at the end' if p.issued else 'queued at the end'
    if not p.here:
        return 'filled below only'
    if p.promoted:
        return 'late: a demand joined it'
    if not p.stay:
        return 'filled, not installed'
    return 'used' if p.stay.uses else 'evicted unused' if p.stay.evict else 'resident unused at the end'


def fates(m):
    n = collections.Counter(fate(p) for p in m.prefetches if not p.carried and not p.gone)
    whole = sum(n.values())
    return {(m.node('pf'), what): (k, pct(k, whole), whole) for what, k in n.items()}


ANALYSES = [
    ('core.pics_commit', by_state(commit_stack), 'core state', 'pcs cycles pct_of_roi_cycles roi_cycles'),
    ('core.pics_commit_pc', by_pc(commit_stack), 'core pc state', 'd'),
    ('core.pics_dispatch', by_state(dispatch_stack), 'core state', 'pcs cycles pct_of_roi_cycles roi_cycles'),
    ('core.pics_dispatch_pc', by_pc(dispatch_stack), 'core pc state', 'd'),
    ('core.topdown', topdown, 'core level1 level2', 'slots pct_of_slots all_slots'),
    ('core.head_block', head_block, 'core class reason', 'episodes cycles pct_of_roi_cycles pct_of_roi_cycles_class roi_cycles'),
    ('core.head_lines', head_lines, 'core line', 'episodes cycles pct_of_memory_stall pcs one_pc'),
    ('core.mshr', mshr, 'node requester', 'allocations entry_cycles pct_of_occupancy mean_entries max_entries capacity'),
    ('core.mshr_joins', mshr_joins, 'node', 'demand_joins into_prefetch pct_of_joins pct_of_demand_accesses demand_accesses'),
    *[('core.set_lifecycle --cache=cpu0.L1D --set=%d' % n, set_lifecycle(n), 'way line t_fill',
       'filled_by t_first_use uses t_evict evicted_by replaced_by note') for n in range(SETS)],
    ('prefetch.fates', fates, 'prefetcher fate', 'prefetches pct_of_candidates candidates'),
    ('core.critical_path', dependences.path, 'core rule', 'steps cycles unexplained_cycles pct_of_roi_cycles roi_cycles'),
    ('core.critical_path_check', dependences.check, 'core stage', 'vertices unexplained unexplained_cycles contradicted worst_cycles pct_of_vertices')]

# A word that occurs in no row would be a case that nothing here tests.
OCCUR = {'computing', 'stalled', 'flushed', 'drained', 'after last commit', 'dispatching', *(c for c in CLASS if c != 'fetch_bandwidth'),
         'retiring', 'branch mispredicts', 'machine clears', 'fetch latency', 'fetch bandwidth', 'memory bound', 'core bound', 'in flight at the end',
         'carried', 'invalidate', 'prefetched, never used', 'evicted, then missed', 'demand', 'prefetch', 'walk', 'chain', 'unknown',
         'DD', 'DW', 'DI', 'DS', 'SS', 'SI', 'IE', 'EC', 'CC', 'CW', 'EI', 'CD', 'IW', 'FF', 'FX', 'FD', 'XD', 'EF', 'XF', 'before', 'after', *FATES.values(), 'queued at the end',
         'filled below only', 'late: a demand joined it', 'filled, not installed', 'used', 'evicted unused', 'resident unused at the end'}


def same(got, want):
    """A text of csv and the value it should be, to as many places as are printed."""
    if want is None or isinstance(want, str):
        return got == (want or '')
    whole, point, places = got.partition('.')
    return whole != '' and abs(float(got) - want) < (0.5000001 * 10 ** -len(places) if point else 1e-9)


def compare(run, name, rows, want, key, columns):
    """What differs, in words; nothing if nothing does."""
    got = {tuple(row[k] for k in key.split()): [row[c] for c in columns.split()] for row in rows}
    want = {tuple('' if part is None else str(part) for part in k): values for k, values in want.items()}
    assert len(got) == len(rows), (run, name, 'a key twice')
    wrong = [(k, got.get(k), want.get(k)) for k in got.keys() | want.keys()
             if k not in got or k not in want or not all(map(same, got[k], want[k]))]
    assert not wrong, (run, name, wrong[:4])


def evidence_counts(worlds):
    """Without a tenth of its edges a run is explained less, and the length of its path says nothing of that."""
    def unexplained(path):
        rows = ask(path, 'core.critical_path_check')
        assert all(row['contradicted'] == '0' for row in rows)
        return sum(int(row['unexplained']) for row in rows)

    for path, world in worlds.items():
        if not world.cores[0].prompt:
            continue
        before, length = unexplained(path), [float(row['cycles']) for row in ask(path, 'core.critical_path')]
        db = sqlite3.connect(path)
        db.execute('DELETE FROM edges WHERE edge % 10 = 3')
        db.commit()
        db.close()
        assert unexplained(path) > before, path
        assert sum(float(row['cycles']) for row in ask(path, 'core.critical_path')) == sum(length)


def main():
    folder, worlds = simulate_all(tools(sys.argv))
    occurred = set()
    for name, oracle, key, columns in ANALYSES:
        rows = ask_each(folder + '/*.db', *name.split())
        for path, world in worlds.items():
            want = {k: v for m in world.cores for k, v in oracle(m).items()}
            mine = [row for row in rows if row['run'] == path]
            if name == 'core.mshr':
                want.update(world.shared.rows())
            compare(path, name, mine, want, key, columns)
        occurred.update(word for row in rows for word in row.values())
        print(name, len(rows), 'rows agree')
    assert occurred >= OCCUR, OCCUR - occurred
    evidence_counts(worlds)


if __name__ == '__main__':
    main()
