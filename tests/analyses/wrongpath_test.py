"""What wrong-path work holds and leaves behind: random machines against what they did, cycle by cycle.

wrongpath_test.py MF_QUERY EMPTY_BUNDLE [SEEDS]"""
import collections
import sys

from holding import KINDS, Holding
from machine_test import compare, cycles, pct
from record import P
from simulate import simulate_all
from world import ask, ask_each, tools


def instruction(flow):
    return flow.of if flow.kind == 'inst' else flow.inst and flow.inst.of


def fate(flow):
    i = instruction(flow)
    if i and i.t.commit is not None:
        return 'correct'
    return 'unknown' if not i or not i.epoch else 'wrong' if i.epoch.cause == 'mispredict' else 'squashed'


def is_wrong(i):
    return fate(i.flow) == 'wrong'


def entries(m, node):
    """What is on record of its owners."""
    return [x for x in m.record.rows['tenancies'] if x.node == node and not x.owner and not x.gone]


def ratio(part, whole):
    return pct(part, whole) if whole else None


def share(m):
    out = {}
    for kind in (*KINDS, 'mshr'):
        node = m.node('L1D.mshr' if kind == 'mshr' else kind)
        all_entries = entries(m, node)
        inserts = [x for x in all_entries if not x.carried and (kind != 'mshr' or x.flow.requester == 'demand')]
        known = [x for x in inserts if fate(x.flow) != 'unknown']
        if not inserts:
            continue
        most = max(x.occ for x in all_entries) + 1
        tip = [x for x in known if x.occ == most - 1 or kind not in ('lq', 'sq') and x.occ >= 0.9 * most]
        wrong, wrong_tip = ([x for x in xs if fate(x.flow) == 'wrong'] for xs in (known, tip))
        squashed = len(wrong) + sum(fate(x.flow) == 'squashed' for x in known)
        density = ratio(len(wrong_tip), len(tip)) / ratio(len(wrong), len(known)) if wrong and tip else None
        out[node, kind] = (most, m.registers if kind == 'mshr' else None, len(known), len(inserts) - len(known), len(wrong), ratio(len(wrong), len(known)),
                           squashed, ratio(squashed, len(known)), len(tip), len(wrong_tip), ratio(len(wrong_tip), len(tip)), density)
    return out


def most_held(m, kind):
    return max([len(f.held[kind]) for f in m.recorded] + [x.occ + 1 for x in entries(m, m.node(kind))])


def cost(m):
    out = {}
    for kind in KINDS:
        most = most_held(m, kind)
        if not most:
            continue
        n = collections.Counter()
        for f in m.facts:
            wrong = [i for i in f.held[kind] if is_wrong(i)]
            n['blocked'] += bool(wrong and f.lost and f.reason == kind + '_full' and f.blocked.t.commit is not None)
            if len(f.held[kind]) < most:
                continue
            n['full'] += 1
            n['wrong'] += bool(wrong)
            n['dead'] += any(i.epoch.event.t <= f.t for i in wrong)
            n['squashed'] += any(fate(i.flow) in ('wrong', 'squashed') for i in f.held[kind])
        row = [most, None]
        for what in ('full', 'wrong', 'dead', 'blocked', 'squashed'):
            row += [n[what], pct(n[what], cycles(m))]
        if not any(f.lost for f in m.facts):
            row[8:10] = None, None
        out[m.node(kind), kind] = (*row, cycles(m))
    return out


def masses(m, kind):
    """{epoch: cycles}, and how many entries each discarded."""
    mass = collections.Counter()
    for f in m.facts:
        wrong = [i for i in f.held[kind] if is_wrong(i)]
        for i in wrong if len(f.held[kind]) == most_held(m, kind) else []:
            mass[i.epoch.id] += 1 / len(wrong)
    return mass, collections.Counter(instruction(x.flow).epoch.id for x in entries(m, m.node(kind)) if fate(x.flow) == 'wrong')


def mass(m):
    return {(m.node(kind), epoch): (n, cost_of[epoch] * P) for kind in KINDS for cost_of, held in [masses(m, kind)] for epoch, n in held.items()}


def epochs(m):
    out = {}
    for kind in KINDS:
        cost_of, held = masses(m, kind)
        if held:
            costs = sorted(cost_of.values(), reverse=True)
            whole, one, ten = sum(costs), sum(costs[:1]), sum(costs[:10])
            out[m.node(kind), kind] = (len(held), len(costs), whole, one, ratio(one, whole), ten, ratio(ten, whole))
    return out


def worst(m):
    cost_of, held = masses(m, 'rob')
    ranked = sorted(cost_of, key=lambda e: (-round(P * cost_of[e], 6), e))[:5]
    out = {}
    for place, number in enumerate(ranked, 1):
        epoch = m.record.rows['epochs'][number - 1]
        by = epoch.flow.of
        out[m.node('rob'), place] = (number, by.retire_idx if by.t.commit is not None else None, hex(by.pc), 'conditional', (epoch.event.t - m.t0) / P,
                                     epoch.n, held[number], cost_of[number], pct(cost_of[number], sum(cost_of.values())))
    return out


def requester(x):
    return getattr(x.flow, 'requester', None)


def joins_of(m, entry, requesters=('demand',)):
    return sum(x.owner is entry and requester(x) in requesters and fate(x.flow) == 'correct' for x in m.record.rows['tenancies'])


def reuse(m):
    out = {}
    for who in ('demand', 'prefetch'):
        opened = [x for x in entries(m, m.node('L1D.mshr')) if not x.carried and requester(x) == who]
        known = [x for x in opened if fate(x.flow) != 'unknown']
        wrong = [x for x in known if fate(x.flow) == 'wrong']
        joined, on_wrong = (sum(joins_of(m, x) for x in xs) for xs in (known, wrong))
        reused = sum(joins_of(m, x) > 0 for x in wrong)
        if opened:
            out[m.node('L1D.mshr'), who] = (len(known), len(opened) - len(known), len(wrong), ratio(len(wrong), len(known)), reused,
                                            ratio(reused, len(wrong)), joined, on_wrong, ratio(on_wrong, joined))
    return out


def misses(m):
    opened = [x for x in entries(m, m.node('L1D.mshr')) if not x.carried]
    known = [x for x in opened if fate(x.flow) != 'unknown']
    held = after = flying = late = 0
    wrong = [x for x in known if fate(x.flow) == 'wrong']
    for x in known:
        for t in range(x.t0, m.recorded[-1].t + P if x.t1 is None else x.t1, P):
            held += 1
            after += x in wrong and instruction(x.flow).epoch.event.t <= t
    for x in wrong:
        squash = instruction(x.flow).epoch.event.t
        flying += x.t0 <= squash and (x.t1 is None or squash < x.t1)
        late += squash < x.t0
    return {(m.node('L1D.mshr'),): (len(known), len(opened) - len(known), len(wrong), ratio(len(wrong), len(known)), flying, late, flying + late,
                                    ratio(flying + late, len(wrong)), held, after, ratio(after, held))} if opened else {}


def line_fate(m, stay):
    opened = next(x for x in entries(m, m.node('L1D.mshr')) if x.flow is stay.by)
    users = {fate(i.flow) for i in getattr(stay, 'users', [])}
    if joins_of(m, opened, ('demand', 'walk')):
        return 'joined'
    if users:
        return 'used' if 'correct' in users else 'used by unknown' if 'unknown' in users else 'used by squashed'
    return 'evicted unused' if stay.evict else 'unused at the end'


def lines(m):
    brought = [s for s in m.stays if not s.held.carried and fate(s.by) != 'unknown']
    wrong = collections.Counter(line_fate(m, s) for s in brought if fate(s.by) == 'wrong')
    whole = sum(wrong.values())
    return {(m.node('L1D'), what): (n, pct(n, whole), whole, pct(n, len(brought)), len(brought)) for what, n in wrong.items()}


def evictions(m):
    gone = [s for s in m.stays if s.evict and s.pusher]
    known = [s for s in gone if fate(s.pusher) != 'unknown']
    wrong = [s for s in known if fate(s.pusher) == 'wrong']
    missed = sum(hasattr(s, 'next_by') and s.then != 'hit' and not s.refilled and fate(s.next_by.flow) == 'correct' for s in wrong)
    sought = sum(outcome != 'hit' and fate(i.flow) == 'correct' for i, outcome in m.looked)
    return {(m.node('L1D'),): (len(known), len(gone) - len(known), len(wrong), ratio(len(wrong), len(known)), missed, ratio(missed, len(wrong)),
                               sought, ratio(missed, sought))} if gone else {}


def is_on_wrong_path(epoch):
    by = epoch.flow.of.epoch
    return by is not None and (by.cause == 'mispredict' or is_on_wrong_path(by))


def causes(m):
    mine = [e for e in m.record.rows['epochs'] if e.core == m.core]
    insts = [f.of for f in m.record.rows['flows'] if f.kind == 'inst' and f.core == m.core and not f.gone]
    known = [i for i in insts if i.t.commit is not None or i.t.squash is not None]
    lost = [i for i in insts if i.epoch]
    out = {}
    for cause in {e.cause for e in mine}:
        these, gone = [e for e in mine if e.cause == cause], [i for i in lost if i.epoch.cause == cause]
        out[m.core, cause] = (len(these), sum(map(is_on_wrong_path, these)), len(gone), sum(i.t.dispatch is not None for i in gone), ratio(len(gone), len(lost)),
                              ratio(len(gone), len(known)), len(known), sum((e.recovered - e.event.t) / P for e in these if e.recovered is not None))
    return out


ANALYSES = [
    ('wrongpath.share', share, 'node kind', 'max_entries capacity inserts fate_unknown wrong_path pct_of_inserts squashed pct_of_inserts_squashed tip_inserts '
                                            'wrong_path_tip pct_of_tip_inserts relative_density'),
    ('wrongpath.cost', cost, 'node kind', 'max_entries capacity full_cycles pct_of_roi_cycles_full wrong_path_full_cycles pct_of_roi_cycles_wrong_path_full '
                                          'dead_full_cycles pct_of_roi_cycles_dead_full blocked_cycles pct_of_roi_cycles_blocked squashed_full_cycles '
                                          'pct_of_roi_cycles_squashed_full roi_cycles'),
    ('wrongpath.mass', mass, 'node epoch', 'entries d'),
    ('wrongpath.epochs', epochs, 'node kind', 'epochs epochs_with_mass mass_cycles top1_cycles pct_of_mass_top1 top10_cycles pct_of_mass_top10'),
    ('wrongpath.worst --top 5', worst, 'node rank', 'epoch retire_idx pc opclass squash_cycle squashed entries mass_cycles pct_of_mass'),
    ('wrongpath.reuse', reuse, 'node requester', 'opened fate_unknown opened_wrong_path pct_of_opened reused pct_of_opened_wrong_path correct_path_joins '
                                                 'joins_on_wrong_path pct_of_correct_path_joins'),
    ('wrongpath.misses', misses, 'node', 'misses fate_unknown wrong_path pct_of_misses in_flight_at_squash begun_after_squash outlived pct_of_wrong_path '
                                         'entry_cycles entry_cycles_after_squash pct_of_entry_cycles'),
    ('wrongpath.lines', lines, 'cache fate', 'lines pct_of_wrong_path_lines wrong_path_lines pct_of_filled_lines filled_lines'),
    ('wrongpath.evictions', evictions, 'cache', 'evictions fate_unknown by_wrong_path pct_of_evictions missed_later pct_of_by_wrong_path correct_path_misses '
                                                'pct_of_correct_path_misses'),
    ('wrongpath.causes', causes, 'core cause', 'squashes on_wrong_path squashed dispatched pct_of_squashed pct_of_fetched fetched recovery_cycles')]

OCCUR = {*KINDS, 'mshr', 'demand', 'prefetch', 'joined', 'used', 'used by squashed', 'evicted unused', 'unused at the end', 'mispredict',
         'mem_order', 'exception'}
# Sums over all machines that must not be nought: else a column would be tested by noughts alone.
SOME = {'wrongpath.share': 'fate_unknown wrong_path wrong_path_tip squashed', 'wrongpath.cost': 'dead_full_cycles blocked_cycles squashed_full_cycles',
        'wrongpath.reuse': 'fate_unknown reused joins_on_wrong_path', 'wrongpath.misses': 'in_flight_at_squash begun_after_squash',
        'wrongpath.evictions': 'missed_later', 'wrongpath.causes': 'on_wrong_path recovery_cycles'}


def named(rows, path):
    """Nodes by name, where an analysis numbers them."""
    names = {row['node']: row['name'] for row in ask(path, 'SELECT node, name FROM nodes')}
    return [dict(row, node=names.get(row['node'], row['node'])) if 'node' in row else row for row in rows]


def mass_sums(rows):
    """The squashes of a structure sum to what it is charged."""
    charged = {(row['run'], row['node']): float(row['wrong_path_full_cycles']) for row in rows['wrongpath.cost']}
    for row in rows['wrongpath.epochs']:
        assert abs(float(row['mass_cycles']) - charged[row['run'], row['node']]) < 0.001, row


def main():
    folder, worlds = simulate_all(tools(sys.argv), machine=Holding)
    occurred, answers = set(), {}
    for name, oracle, key, columns in ANALYSES:
        rows = answers[name] = ask_each(folder + '/*.db', *name.split())
        for path, world in worlds.items():
            want = {k: v for m in world.cores for k, v in oracle(m).items()}
            mine = [row for row in named([row for row in rows if row['run'] == path], path) if not row.get('node', '').startswith('shared')]
            compare(path, name, mine, want, key, columns)
        occurred.update(word for row in rows for word in row.values())
        for column in SOME.get(name, '').split():
            assert sum(float(row[column] or 0) for row in rows) > 0, (name, column)
        print(name, len(rows), 'rows agree')
    assert occurred >= OCCUR, OCCUR - occurred
    mass_sums(answers)


if __name__ == '__main__':
    main()
