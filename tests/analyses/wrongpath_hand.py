"""Wrong paths of a few instructions, stated by hand.

wrongpath_hand.py MF_QUERY EMPTY_BUNDLE"""
import itertools
import sys

from world import World, ask, temporary, tools

P = 2


class Small:
    """Cycles 0 to 10 of a core with a reorder buffer. Instructions are named by letters."""

    def __init__(self, late=False, **world):
        self.w = w = World(temporary('small.db'), 0, 20, cycle=P, **world)
        w.node('rob', 'rob', capacity=4, release_visible_c=int(late))
        self.flows, self.occ = {}, 0

    def squash(self, epoch, by, t, cause='mispredict', parent=None):
        self.w.put('epochs', epoch=epoch, core=0, thread=0, cause_c=self.w.code('epoch_cause', cause), cause_flow=self.flows.get(by), parent_epoch=parent,
                   ev_squash=epoch, t_squash=t, t_recovered=t + P, n_squashed=1)

    def inst(self, name, t0, t1, epoch=None, occ=None, retired=True):
        """In the reorder buffer from t0 to t1; retired, squashed by an epoch, or neither."""
        retired = retired and epoch is None
        self.flows[name] = flow = self.w.flow('inst', t0, t_close=t1)
        self.w.put('insts', flow=flow, core=0, thread=0, seq=flow, retire_idx=flow if retired else None, uop=0, last_uop=1, pc=16 * flow, n_issue=1,
                   t_dispatch=t0, t_commit=t1 if retired else None, t_squash=t1 if epoch else None, epoch=epoch)
        if occ is not None:
            self.w.put('tenancies', node=self.w.nodes['rob'], flow=flow, role_c=0, t_acq=t0, t_rel=t1, occ=occ, flags=0)

    def blocked(self, name, t0, t1, reason='rob_full'):
        self.w.put('episodes', kind_c=1, core=0, thread=0, flow=self.flows[name], t0=t0, t1=t1, slots=1, flags=0,
                   reason_c=self.w.code('dispatch_reason', reason))


def pipeline(late=False):
    """A is a mispredicted branch; B, a branch on its wrong path, squashes C first, and C2 comes; G and H are squashed by D."""
    s = Small(late)
    s.inst('A', 0, 12, occ=0)
    s.inst('B', 2, 12, epoch=1, occ=1)
    s.inst('C', 2, 6, epoch=2, occ=2)
    s.inst('C2', 6, 10, epoch=1, occ=2)
    s.inst('D', 12, 20, occ=0)
    s.inst('G', 12, 16, epoch=3, occ=1)
    s.inst('H', 12, 16, epoch=3, occ=2)
    s.inst('U', 16, None, occ=1, retired=False)
    s.squash(1, 'A', 8)
    s.squash(2, 'B', 4, parent=1)
    s.squash(3, 'D', 14, cause='mem_order')
    s.blocked('D', 8, 10)
    s.blocked('C2', 2, 6)          # on the wrong path itself
    s.blocked('D', 10, 12, 'iq_full')  # another structure
    return s.w.done()


def numbers(path, name, *columns, where=lambda row: True, **parameters):
    rows = [row for row in ask(path, 'wrongpath.' + name, **parameters) if where(row)]
    return [tuple(float(row[c]) if row[c] else None for c in columns) for row in rows]


def holders():
    path = pipeline()
    # Seven inserts of known fate, three of them the wrong path's. Three took the last of three entries: C, C2 and H.
    assert numbers(path, 'share', 'max_entries', 'capacity', 'inserts', 'fate_unknown', 'wrong_path', 'pct_of_inserts', 'squashed', 'tip_inserts',
                   'wrong_path_tip', 'pct_of_tip_inserts', 'relative_density') == [(3, 4, 7, 1, 3, 42.857, 5, 3, 2, 66.667, 1.556)]
    # Full in cycles 1 to 4 with B and C or C2, in 6 and 7 with G and H. C is dead in cycle 2, B and C2 in cycle 4.
    charges = ('max_entries', 'full_cycles', 'wrong_path_full_cycles', 'dead_full_cycles', 'blocked_cycles', 'squashed_full_cycles',
               'pct_of_roi_cycles_wrong_path_full')
    assert numbers(path, 'cost', *charges) == [(3, 6, 4, 2, 1, 6, 40)]
    # Cycles 1 and 2 belong to both squashes by halves, 3 and 4 to the first.
    assert numbers(path, 'mass', 'epoch', 'entries', 'd') == [(1, 2, 6), (2, 1, 2)]
    assert numbers(path, 'epochs', 'epochs', 'epochs_with_mass', 'mass_cycles', 'pct_of_mass_top1', 'pct_of_mass_top10') == [(2, 2, 4, 75, 100)]
    assert numbers(path, 'worst', 'rank', 'epoch', 'retire_idx', 'squash_cycle', 'mass_cycles') == [(1, 1, 1, 4, 3), (2, 2, None, 2, 1)]
    assert numbers(path, 'worst', 'rank', top=1) == [(1,)]
    assert numbers(path, 'causes', 'squashes', 'on_wrong_path', 'squashed', 'pct_of_squashed', 'fetched', 'recovery_cycles') == [
        (2, 1, 3, 60, 7, 2), (1, 0, 2, 40, 7, 1)]
    # An entry that can be given away only a cycle later is held a cycle longer: five in cycle 6, with B, which is dead.
    assert numbers(pipeline(late=True), 'cost', *charges) == [(5, 1, 1, 1, 1, 1, 10)]


def tips():
    """Twenty arrive one after the other, the last but one of a wrong path: 18 and 19 entries are 90 % of twenty, 19 leave one."""
    s = Small()
    s.w.node('lq', 'lq', capacity=32)
    for n in range(20):
        s.inst(n, 0, 12, epoch=1 if n == 18 else None, occ=n)
        s.w.put('tenancies', node=s.w.nodes['lq'], flow=s.flows[n], role_c=0, t_acq=0, t_rel=12, occ=n, flags=0)
    s.squash(1, 0, 8)
    assert numbers(s.w.done(), 'share', 'inserts', 'tip_inserts', 'wrong_path_tip', 'pct_of_tip_inserts', 'relative_density') == [
        (20, 1, 0, 0, 0), (20, 2, 1, 50, 10)]


def at_once():
    """B's entry is free again at the time at which it was given: two were held, for no time."""
    s = Small()
    s.inst('A', 0, 12, occ=0)
    s.inst('B', 2, 2, occ=1)
    assert numbers(s.w.done(), 'cost', 'max_entries', 'full_cycles') == [(2, 0)]


def to_the_end():
    """B is squashed in cycle 4, and its entry not given up before the record ends."""
    s = Small()
    s.inst('A', 0, 12, occ=0)
    s.inst('B', 2, None, epoch=1, occ=1)
    s.squash(1, 'A', 8)
    path = s.w.done()
    assert numbers(path, 'cost', 'full_cycles', 'wrong_path_full_cycles', 'dead_full_cycles') == [(5, 5, 2)]
    assert numbers(path, 'mass', 'epoch', 'entries', 'd') == [(1, 1, 10)]


class Cached(Small):
    """With a cache; A and D retire, B is on A's wrong path. Events are numbered as they come."""

    def __init__(self):
        super().__init__(coverage=('core', 'cache'))
        self.cache = self.w.node('l1', 'cache')
        self.mshr = self.w.node('l1.mshr', 'mshr', parent=self.cache, capacity=12)
        self.events = itertools.count(10)
        self.inst('A', 0, 12)
        self.inst('B', 2, 8, epoch=1)
        self.inst('D', 12, 20)
        self.squash(1, 'A', 8)

    def look(self, inst, line, outcome, t0=None, t1=None, owner=None):
        """A load's packet and, unless it hit, its miss register from t0 to t1."""
        w = self.w
        flow = w.flow('packet', 0, inst=self.flows.get(inst))
        w.put('packets', flow=flow, core=0, thread=0, op_c=w.code('op', 'load'), requester_c=w.code('requester', 'demand'), line=line)
        w.put('ev_access', ev=next(self.events), t=t0 or 0, flow=flow, node=self.cache, line=line, page=0, op_c=w.code('op', 'load'),
              outcome_c=w.code('lookup', outcome))
        if t0 is None:
            return flow
        return flow, w.put('tenancies', node=self.mshr, flow=flow, role_c=int(owner is not None), owner_ten=owner, t_acq=t0, t_rel=t1, occ=0, flags=0)

    def fill(self, flow, line, by=None, carried=False):
        """`by`: the flow whose fill then pushes it out."""
        ten = self.w.put('tenancies', node=self.cache, flow=flow, role_c=0, t_acq=0, occ=0, flags=int(carried))
        self.w.put('residencies', ten=ten, node=self.cache, line=line, by_prefetch=0, ev_fill=next(self.events), ev_evict=by and next(self.events), uses=0,
                   evict_by=by)


def left_behind():
    """A's own line 1 is pushed out by the wrong path's line 2, and missed by D. D joins the wrong path's line 3 twice, and hits its line 4.
    Who hits line 5, which nobody asked for by name, is not known: it was fetched as an instruction."""
    s = Cached()
    a, _ = s.look('A', 1, 'miss', 0, 2)
    b2, _ = s.look('B', 2, 'miss', 4, 6)
    b3, entry = s.look('B', 3, 'miss', 6, 12)
    b4, _ = s.look('B', 4, 'miss', 10, 12)   # sent after the squash
    b5, _ = s.look('B', 5, 'miss', 12, 14)
    for _ in range(2):
        s.look('D', 3, 'merge', 11, 12, entry)
    s.fill(a, 1, by=b2)
    for flow, line in ((b2, 2), (b3, 3), (b4, 4), (b5, 5)):
        s.fill(flow, line)
    s.look('B', 2, 'hit')
    s.look('D', 4, 'hit')
    s.look(None, 5, 'hit')
    s.look('D', 1, 'miss', 14, 16)
    path = s.w.done()
    assert numbers(path, 'reuse', 'opened', 'opened_wrong_path', 'reused', 'pct_of_opened_wrong_path', 'correct_path_joins', 'joins_on_wrong_path',
                   'pct_of_correct_path_joins') == [(6, 4, 1, 25, 2, 2, 100)]
    # Held 1 + 1 + 3 + 1 + 1 + 1 cycles, of which line 3's two, line 4's one and line 5's one after the squash.
    assert numbers(path, 'misses', 'misses', 'wrong_path', 'in_flight_at_squash', 'begun_after_squash', 'pct_of_wrong_path', 'entry_cycles',
                   'entry_cycles_after_squash') == [(6, 4, 1, 2, 75, 8, 4)]
    assert {row['fate']: row['lines'] for row in ask(path, 'wrongpath.lines')} == {'joined': '1', 'used': '1', 'used by squashed': '1', 'used by unknown': '1'}
    assert numbers(path, 'lines', 'wrong_path_lines', 'filled_lines') == [(4, 5)] * 4
    assert numbers(path, 'evictions', 'evictions', 'by_wrong_path', 'missed_later', 'correct_path_misses', 'pct_of_correct_path_misses') == [
        (1, 1, 1, 4, 25)]


def not_left_behind():
    """Of B's lines the first was joined by B alone, and D's store, which had to ask for the right to write it, did not hit it; the second was
    there before the window. A's line 7 is pushed out by B, comes back, and goes for D's line 8: that D misses it is D's own doing."""
    s = Cached()
    b6, entry = s.look('B', 6, 'miss', 2, 6)
    s.look('B', 6, 'merge', 4, 6, entry)
    a, d = s.look('A', 7, 'hit'), s.look('D', 8, 'hit')
    s.fill(b6, 6)
    s.fill(b6, 9, carried=True)
    s.fill(a, 7, by=b6)
    s.fill(a, 7, by=d)
    s.look('D', 6, 'miss', 12, 14)
    s.look('D', 7, 'miss', 12, 14)
    path = s.w.done()
    assert [(row['fate'], row['lines'], row['filled_lines']) for row in ask(path, 'wrongpath.lines')] == [('unused at the end', '1', '3')]
    assert numbers(path, 'evictions', 'evictions', 'by_wrong_path', 'missed_later', 'correct_path_misses') == [(2, 1, 0, 2)]


def absent():
    """Without a wrong path nothing is said, and not nought."""
    for what in ('wrongpath', 'inst.squash', 'squash.*'):
        s = Small()
        s.w.put('absent', what=what, why='a trace has none')
        path = s.w.done()
        for name in ('share', 'cost', 'epochs', 'worst', 'reuse', 'misses', 'lines', 'evictions', 'causes'):
            ask(path, 'wrongpath.' + name, status=4)
    ask(Small(packages=('core', 'prefetch')).w.done(), 'wrongpath.share', status=4)
    # Dispatch does not tell why it waits: the exact charge is missing, the others are not.
    s = Small()
    s.inst('A', 0, 12, occ=0)
    assert numbers(s.w.done(), 'cost', 'full_cycles', 'blocked_cycles', 'pct_of_roi_cycles_blocked') == [(6, None, None)]


def main():
    tools(sys.argv)
    holders()
    tips()
    at_once()
    to_the_end()
    left_behind()
    not_left_behind()
    absent()
    print('wrong paths: as stated by hand')


if __name__ == '__main__':
    main()
