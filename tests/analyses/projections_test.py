"""Projections of a few instructions, by hand: gaps in the record, absent evidence, costs.

projections_test.py MF_QUERY EMPTY_BUNDLE"""
import os
import sys

from world import World, ask, temporary, tools

P = 2


def instruction(w, at, fetch, dispatch, commit):
    w.put('insts', flow=w.flow('inst', fetch), core=0, thread=0, seq=at, retire_idx=at, uop=0, last_uop=1, pc=0x40 + at, n_issue=1, t_fetch=fetch,
          t_dispatch=dispatch, t_commit=commit)


def three(absent=None, dispatch=True):
    """Retired in cycles 1, 2 and 10 of twelve; cycles 4 and 5 were not recorded."""
    w = World(temporary('three.db'), 0, 24, coverage=(), cycle=P)
    w.put('coverage', domain='core', t0=0, t1=8, complete=1, snapshot=1, from_start=1)
    w.put('coverage', domain='core', t0=12, t1=24, complete=1, snapshot=1, from_start=0)
    if dispatch:
        w.node('dispatch', 'dispatch', width=2)
    if absent:
        w.put('absent', what=absent, why='it is not there')
    for at, (d, c) in enumerate(((0, 2), (0, 4), (16, 20))):
        instruction(w, at, d, d, c)
    for t0, t1, slots, reason in ((2, 8, 2, 'fetch_latency'), (12, 16, 2, 'fetch_latency'), (16, 18, 1, 'rob_full'), (18, 24, 2, 'rob_full')):
        w.put('episodes', kind_c=1, core=0, thread=0, t0=t0, t1=t1, slots=slots, flags=0, reason_c=w.code('dispatch_reason', reason))
    return w.done()


def stack(path, name, state='state', value='cycles'):
    return {row[state]: float(row[value]) for row in ask(path, name)}


def gaps():
    path = three()
    # Cycle 0 waits for the first, which is in the buffer. From cycle 3 to the third's retirement a part is unknown, so all is.
    assert stack(path, 'core.pics_commit') == {'stalled': 1, 'computing': 3, 'not recorded': 7, 'after last commit': 1}
    assert stack(path, 'core.pics_dispatch') == {'dispatching': 2, 'fetch_latency': 5, 'rob_full': 3, 'not recorded': 2}
    assert stack(path, 'core.topdown', 'level2', 'slots') == {'retiring': 3, 'fetch latency': 10, 'core bound': 7, 'not recorded': 4}
    assert [row['pc'] for row in ask(path, 'core.pics_dispatch_pc') if row['state'] == 'not recorded'] == ['']


def absent():
    for what, analyses in (('inst.dispatch', ('pics_commit', 'pics_dispatch', 'topdown', 'critical_path', 'critical_path_check')),
                           ('dispatch.state', ('pics_dispatch', 'topdown')), ('head.state', ('topdown',)), ('inst.complete', ('critical_path',))):
        path = three(what)
        for analysis in analyses:
            ask(path, 'core.' + analysis, status=4)
    path = three(dispatch=False)
    for analysis in ('pics_dispatch', 'topdown'):
        ask(path, 'core.' + analysis, status=4)
    ask(path, 'core.pics_commit')


def overhead():
    w = World(temporary('cost.db'), 0, 10)
    w.db.execute("UPDATE run SET workload = 'stencil', simulator = 'toy', insts_retired = 400, events = 1000, capture_bytes = 3000")
    w.put('cost', one=1, capture_cpu_s=3.0, baseline_s=2.0)
    for step, cpu in (('ingest', 0.5), ('edges', 1.25)):
        w.put('pass_log', **{'pass': step, 'cpu_s': cpu})
    for code, severity, n in (('a', 0, 5), ('b', 1, 7), ('c', 2, 11)):
        w.put('diagnostics', **{'pass': 'edges'}, code=code, object='', severity_c=severity, n=n)
    path = w.done()
    size = os.path.getsize(path)
    row, = ask(path, 'core.overhead')
    assert {k: v if k in ('workload', 'simulator') else float(v) for k, v in row.items()} == dict(
        workload='stencil', simulator='toy', insts_retired=400, events=1000, events_per_inst=2.5, capture_x=1.5, compile_x=0.875, capture_bytes=3000,
        capture_bytes_per_inst=7.5, bundle_bytes=size, bundle_bytes_per_inst=round(size / 400, 2), bundle_over_capture=round(size / 3000, 3), warnings=18)
    # What was not measured is missing, not nought.
    bare = World(temporary('bare.db'), 0, 10).done()
    row, = ask(bare, 'core.overhead')
    assert row['capture_x'] == row['compile_x'] == row['events_per_inst'] == '', row


def main():
    tools(sys.argv)
    gaps()
    absent()
    overhead()
    print('projections: as computed by hand')


if __name__ == '__main__':
    main()
