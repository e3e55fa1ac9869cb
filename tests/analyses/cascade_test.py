"""One stall for each leaf of the cascade, and the traps; the answer is computed by hand.

Every case stalls for a length of its own, so that a leaf's cycles say which cases it got."""
import sys

from world import World, ask, temporary, tools

END = ['open', 'confidence', 'preempted', 'page_cross', 'pt_exhausted', 'throttled']


class Cascade:
    def __init__(self, path, from_start=0):
        w = self.w = World(path, 1000, 12000, from_start=from_start)
        w.node('core0', 'core')
        w.node('l1d', 'cache')
        w.node('l1_mshr', 'mshr', capacity=8, parent=w.nodes['l1d'])
        w.node('l2', 'cache', sets=4, ways=2, lat_nominal=100)
        w.node('l2_mshr', 'mshr', capacity=16, parent=w.nodes['l2'])
        w.node('spp', 'prefetcher', parent=w.nodes['l2'])
        w.node('idle', 'prefetcher', parent=w.nodes['l1d'])
        self.site = w.put('sites', name='pf_issue', node=w.nodes['spp'])
        self.ev = self.t = 1000
        self.line, self.d, self.ordinal, self.retired = 0, 0, 0, 0
        self.expected = {}

    def event(self):
        self.ev += 1
        return self.ev

    def case(self, leaf):
        self.t += 200
        self.d += 1
        self.line += 64 * 3 + 1  # a page of its own
        self.expected[leaf] = self.expected.get(leaf, 0) + self.d
        return self.t, self.line, self.d

    def access(self, packet, line, t, op, outcome, node='l2'):
        w = self.w
        ev = self.event()
        w.put('ev_access', ev=ev, t=t, node=w.nodes[node], flow=packet, line=line, page=line >> 6,
              op_c=w.code('op', op), outcome_c=w.code('lookup', outcome))
        return ev

    def load(self, line, t, outcome='miss', node='l2'):
        inst = self.w.flow('inst', t)
        packet = self.w.flow('packet', t, parent=inst, inst=inst)
        self.w.put('packets', flow=packet, op_c=0, requester_c=0, line=line, page=line >> 6)
        return inst, packet, self.access(packet, line, t, 'load', outcome, node)

    def stall(self, inst, packet, t0, d, reason='memory'):
        self.retired += 1
        self.w.put('insts', flow=inst, core=0, seq=self.retired, retire_idx=self.retired, uop=0, last_uop=1, n_issue=1,
                   pc=0x1000 + 4 * self.retired, t_commit=t0 + d)
        return self.w.put('episodes', kind_c=0, core=0, thread=0, flow=inst, t0=t0, t1=t0 + d, flags=0,
                          reason_c=self.w.code('head_reason', reason), cause=packet)

    def prefetch(self, line, t, issue=None, drop=None, reason=None, here=1):
        w = self.w
        flow = w.flow('prefetch', t, close_reason_c=w.word(reason))
        w.put('packets', flow=flow, op_c=4, requester_c=1, line=line, page=line >> 6)
        ev = self.event()
        self.ordinal += 1
        dec = w.put('decisions', ev=ev, site=self.site, ord=self.ordinal, subject=flow, effect=flow, outcome_c=0,
                    target=line, page=line >> 6, value=40, threshold=25, forced=0, retry=0)
        row = dict(flow=flow, node=w.nodes['spp'], line=line, page=line >> 6, ev_decide=ev, t_decide=t, dec=dec, here=here)
        if drop:
            row['ev_drop'] = self.event()
        if issue:
            row.update(t_issue=issue, ev_issue=self.event())
        w.put('prefetches', **row)
        return flow

    def fill(self, flow, line, t, by_prefetch=1):
        w, ev = self.w, self.event()
        w.db.execute('UPDATE prefetches SET t_fill = ?, ev_fill = ? WHERE flow = ?', (t, ev, flow))
        ten = w.put('tenancies', node=w.nodes['l2'], flow=flow, role_c=0, t_acq=t, ev_acq=ev, flags=2)
        w.put('residencies', ten=ten, node=w.nodes['l2'], line=line, page=line >> 6, cset=line & 3, way=ten,
              by_prefetch=by_prefetch, ev_fill=ev, uses=0, evict_reason_c=4)
        return ten

    def evict(self, ten, t, by):
        ev = self.event()
        self.w.db.execute('UPDATE residencies SET ev_evict = ?, evict_by = ?, evict_reason_c = 0 WHERE ten = ?', (ev, by, ten))
        self.w.db.execute('UPDATE tenancies SET t_rel = ?, ev_rel = ? WHERE ten = ?', (t, ev, ten))

    def suppress(self, line, reason, value=24):
        self.ordinal += 1
        self.w.put('decisions', ev=self.event(), site=self.site, ord=self.ordinal, outcome_c=1, reason_c=self.w.word(reason),
                   target=line, page=line >> 6, value=value, threshold=25, forced=0, retry=0)

    def chain(self, page, t, end, steps=1, conf=17, trigger=None):
        w, ev = self.w, self.event()
        flow = w.flow('chain', t)
        w.put('chains', flow=flow, node=w.nodes['spp'], page=page, trigger=trigger, ev_start=ev, t_start=t, ev_end=ev,
              t_end=t + steps, steps=steps, conf_end=conf, threshold=25, end_reason_c=END.index(end))

    # --- the cases ---------------------------------------------------------------------------------------
    def requested(self):
        t, line, d = self.case('too_little_lead')
        f = self.prefetch(line, t, issue=t + 5)
        i, p, _ = self.load(line, t + 30, 'merge')
        self.fill(f, line, t + 105)
        self.stall(i, p, t + 40, d)
        t, line, d = self.case('in_flight_memory_slow')
        f = self.prefetch(line, t, issue=t + 5)
        i, p, _ = self.load(line, t + 120, 'merge')
        self.fill(f, line, t + 150)
        self.stall(i, p, t + 130, d)
        t, line, d = self.case('dropped_at_cache')
        self.prefetch(line, t, drop=t + 3, reason='queue_full')
        i, p, _ = self.load(line, t + 30)
        self.stall(i, p, t + 40, d)
        t, line, d = self.case('queued')
        self.prefetch(line, t)
        i, p, _ = self.load(line, t + 30)
        self.stall(i, p, t + 40, d)
        t, line, d = self.case('evicted_before_use')
        f = self.prefetch(line, t, issue=t + 1)
        x = self.fill(f, line, t + 50)
        self.evict(x, t + 60, self.prefetch(line + 4, t + 55, issue=t + 56))
        i, p, _ = self.load(line, t + 80)
        self.stall(i, p, t + 90, d)
        t, line, d = self.case('filled_below_only')
        f = self.prefetch(line, t, issue=t + 1, here=0)
        self.w.db.execute('UPDATE prefetches SET t_fill = ?, ev_fill = ? WHERE flow = ?', (t + 50, self.event(), f))
        i, p, _ = self.load(line, t + 80)
        self.stall(i, p, t + 90, d)
        t, line, d = self.case('covered')
        f = self.prefetch(line, t, issue=t + 1)
        self.fill(f, line, t + 50)
        i, p, _ = self.load(line, t + 80, 'hit')
        self.stall(i, p, t + 90, d)

    def evaluated(self):
        for reason in ('filter', 'queue_cap', 'confidence', 'page_rule'):
            t, line, d = self.case('suppressed_' + reason)
            self.suppress(line, reason)
            i, p, _ = self.load(line, t + 30)
            self.stall(i, p, t + 40, d)

    def unseen(self):
        for end, conf, steps in (('confidence', 17, 1), ('confidence', 23, 3), ('confidence', 12, 1), ('preempted', 40, 2),
                                 ('page_cross', 60, 4), ('pt_exhausted', 30, 1)):
            t, line, d = self.case('chain_' + end)
            self.load(line + 1, t, 'hit')
            self.chain(line >> 6, t + 2, end, steps, conf)
            i, p, _ = self.load(line, t + 30)
            self.stall(i, p, t + 40, d)
        # The page had been touched, but the prefetcher was first asked about it by the miss itself.
        t, line, d = self.case(self.first_trigger)
        self.load(line + 1, t, 'hit')
        i, p, _ = self.load(line, t + 30)
        self.chain(line >> 6, t + 30, 'confidence', trigger=p)
        self.stall(i, p, t + 40, d)
        # On a page that nobody touched, the access's own chain is no excuse.
        t, line, d = self.case(self.first_touch)
        i, p, _ = self.load(line, t + 30)
        self.chain(line >> 6, t + 30, 'confidence', trigger=p)
        self.stall(i, p, t + 40, d)
        t, line, d = self.case('no_delta_history')
        self.load(line + 1, t, 'hit')
        i, p, _ = self.load(line, t + 30)
        self.stall(i, p, t + 40, d)
        t, line, d = self.case(self.first_touch)
        i, p, _ = self.load(line, t + 30)
        self.stall(i, p, t + 40, d)

    def traps(self):
        # A prefetch that an earlier demand used is not to blame; the chain is.
        t, line, d = self.case('chain_confidence')
        f = self.prefetch(line, t, issue=t + 1)
        x = self.fill(f, line, t + 20)
        self.load(line, t + 40, 'hit')
        self.evict(x, t + 60, self.prefetch(line + 4, t + 45, issue=t + 46))
        self.chain(line >> 6, t + 70, 'confidence', 1, 20)
        i, p, _ = self.load(line, t + 90)
        self.stall(i, p, t + 100, d)
        # A prefetch that found its line already there is no request.
        t, line, d = self.case(self.first_touch)
        self.prefetch(line, t, drop=t + 1, reason='redundant')
        i, p, _ = self.load(line, t + 30)
        self.stall(i, p, t + 40, d)
        # Merged in the first level onto another load's packet: that one reached the second.
        t, line, d = self.case('suppressed_confidence')
        self.suppress(line, 'confidence')
        _, owner, _ = self.load(line, t + 30)
        w = self.w
        held = w.put('tenancies', node=w.nodes['l1_mshr'], flow=owner, role_c=0, t_acq=t + 30, ev_acq=self.ev, flags=2)
        inst = w.flow('inst', t + 31)
        packet = w.flow('packet', t + 31, parent=inst, inst=inst)
        w.put('packets', flow=packet, op_c=0, requester_c=0, line=line, page=line >> 6)
        w.put('tenancies', node=w.nodes['l1_mshr'], flow=packet, role_c=1, owner_ten=held, t_acq=t + 31, ev_acq=self.event(), flags=2)
        self.stall(inst, packet, t + 40, d)
        # A demand line displaced by a prefetch: the leaf stays, displaced_by says it.
        t, line, d = self.case('no_delta_history')
        _, first, _ = self.load(line, t)
        x = self.fill(first, line, t + 5, 0)
        self.evict(x, t + 20, self.prefetch(line + 4, t + 10, issue=t + 11))
        i, p, _ = self.load(line, t + 60)
        self.polluted = self.stall(i, p, t + 70, d)
        # Prefetched before the window: only the line itself knows.
        t, line, d = self.case('covered')
        ten = w.put('tenancies', node=w.nodes['l2'], flow=w.flow('packet', 1000), role_c=0, t_acq=1000, ev_acq=1, flags=3)
        w.put('residencies', ten=ten, node=w.nodes['l2'], line=line, page=line >> 6, cset=0, way=0, by_prefetch=1, ev_fill=1, uses=0)
        i, p, ev = self.load(line, t + 30, 'hit')
        w.db.execute('UPDATE residencies SET ev_first_use = ?, first_use = ?, uses = 1 WHERE ten = ?', (ev, p, ten))
        self.stall(i, p, t + 40, d)
        t, line, d = self.case('hit_demand_line')
        self.load(line, t, 'hit')
        i, p, _ = self.load(line, t + 30, 'hit')
        self.stall(i, p, t + 40, d)

    def elsewhere(self):
        w = self.w
        t, line, d = self.case('unresolved_no_cause')
        self.stall(w.flow('inst', t), None, t + 10, d)
        t, line, d = self.case('store_forward')
        inst = w.flow('inst', t)
        w.put('ev_lq_release', ev=self.event(), t=t + 5, node=1, flow=inst, slot=0, reason_c=w.code('lq_end', 'forward'))
        self.stall(inst, None, t + 10, d)
        t, line, d = self.case('l1_hit')
        i, p, _ = self.load(line, t + 30, 'hit', 'l1d')
        self.stall(i, p, t + 30, d)
        t, line, d = self.case('translation')
        i, p, _ = self.load(line, t + 30, 'hit', 'l1d')
        w.put('ev_packet_translated', ev=self.event(), t=t + 10 + d, node=1, flow=p, line=line)
        self.stall(i, p, t + 10, d)

    def fill_all(self, first_touch, first_trigger):
        self.first_touch, self.first_trigger = first_touch, first_trigger
        self.requested()
        self.evaluated()
        self.unseen()
        self.traps()
        self.elsewhere()
        # Outside what was recorded of the prefetcher nothing can be claimed.
        self.w.db.execute('UPDATE coverage SET t1 = ?', (self.t + 190,))
        t, line, d = self.case('unresolved_no_coverage')
        i, p, _ = self.load(line, t + 30)
        self.stall(i, p, t + 40, d)
        # A stall that is not memory's does not enter.
        self.stall(self.w.flow('inst', 11900), None, 11900, 50, 'execute')
        return self.w.done()


def two_cores():
    """The same line numbers and times on both cores: evidence of one must not answer for the other."""
    w = World(temporary('two.db'), 0, 1000, cores=2)
    caches, pfs = [], []
    for core in (0, 1):
        w.node('cpu%d' % core, 'core', core=core)
        caches.append(w.node('cpu%d_L2' % core, 'cache', core=core, lat_nominal=10))
        pfs.append(w.node('cpu%d_L2.pf' % core, 'prefetcher', core=core, parent=caches[-1]))
    shared = w.node('LLC', 'cache', core=None)
    w.node('LLC.pf', 'prefetcher', core=None, parent=shared)
    site = w.put('sites', name='pf_issue', node=pfs[0])
    w.put('decisions', ev=1, site=site, ord=1, outcome_c=1, reason_c=w.word('filter'), target=100, page=1, value=1, threshold=2, forced=0, retry=0)
    # Core 1's line was pushed out of the shared cache, and of its own by an invalidation, for core 0.
    aggressor = w.flow('packet', 5, core=0)
    w.put('packets', flow=aggressor, op_c=0, requester_c=0, line=7, page=0)
    ten = w.put('tenancies', node=caches[1], flow=w.flow('packet', 1, core=1), role_c=0, t_acq=1, ev_acq=2, ev_rel=4, t_rel=5, flags=0)
    w.put('residencies', ten=ten, node=caches[1], line=100, by_prefetch=0, ev_fill=2, ev_evict=4, evict_by=aggressor, uses=0)
    for core, ev in ((0, 10), (1, 11)):
        inst = w.flow('inst', 50, core=core)
        packet = w.flow('packet', 50, core=core, parent=inst, inst=inst)
        w.put('packets', flow=packet, op_c=0, requester_c=0, line=100, page=1)
        w.put('ev_access', ev=ev, t=50, node=caches[core], flow=packet, line=100, page=1, op_c=0, outcome_c=1)
        w.put('episodes', kind_c=0, core=core, thread=0, flow=inst, t0=50, t1=60 + core, cause=packet, flags=0,
              reason_c=w.code('head_reason', 'memory'))
    path = w.done()
    rows = {int(r['core']): (r['leaf'], r['cycles'], r['pct_of_memory_stall']) for r in ask(path, 'prefetch.cascade')}
    assert rows == {0: ('suppressed_filter', '10.0', '100.0'), 1: ('first_touch_in_window', '11.0', '100.0')}, rows
    displaced = {int(r['core']): r['displaced_by'] for r in ask(path, 'prefetch.cascade_episodes')}
    assert displaced == {0: 'never_resident', 1: 'demand'}, displaced
    head = {int(r['core']): r['pct_of_roi_cycles'] for r in ask(path, 'core.head_block')}
    assert head == {0: '1.0', 1: '1.1'}, head
    # Its prefetchers walk no chains: what chains did is no empty table.
    for question in ('prefetch.why_chain_stopped', 'prefetch.confidence_at_death'):
        ask(path, question, status=4)


def main():
    tools(sys.argv)
    two_cores()
    for from_start, first_touch, first_trigger in ((0, 'first_touch_in_window', 'first_trigger_in_window'), (1, 'compulsory', 'no_delta_history')):
        c = Cascade(temporary('cascade.db'), from_start)
        path = c.fill_all(first_touch, first_trigger)
        rows = ask(path, 'prefetch.cascade')
        got = {r['leaf']: int(float(r['cycles'])) for r in rows}
        assert got == c.expected, sorted(set(got.items()) ^ set(c.expected.items()))
        share = sum(float(r['pct_of_memory_stall']) for r in rows)
        assert abs(share - 100) < 0.2, share
        assert sum(got.values()) == sum(c.expected.values()) == int(float(rows[0]['memory_stall_cycles']))
        verdicts = ask(path, 'prefetch.verdicts')
        assert sum(float(r['cycles']) for r in verdicts) == sum(got.values())
        polluted = [r for r in ask(path, 'prefetch.cascade_episodes') if int(r['ep']) == c.polluted]
        assert polluted[0]['displaced_by'] == 'prefetch', polluted
        chains = {r['termination']: int(r['episodes']) for r in ask(path, 'prefetch.why_chain_stopped')}
        assert chains == {'confidence': 4, 'preempted': 1, 'page_cross': 1, 'pt_exhausted': 1, 'total': 7}, chains
        death = ask(path, 'prefetch.confidence_at_death', within=2)[0]
        assert (death['chains'], death['median_conf'], death['p90_conf']) == ('4', '17', '23'), death
        fates = ask(path, 'prefetch.fates')
        assert sum(int(r['prefetches']) for r in fates) == int(fates[0]['candidates']), fates
        head = {r['class']: float(r['cycles']) for r in ask(path, 'core.head_block')}
        assert head == {'memory': sum(got.values()), 'core': 50.0}, head
    # Without any prefetcher the question is not modelled.
    w = World(temporary('none.db'), 0, 10)
    ask(w.done(), 'prefetch.cascade', status=4)
    print('cascade: every leaf, every trap, every cycle in one leaf')


if __name__ == '__main__':
    main()
