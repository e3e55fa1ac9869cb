"""Random evidence: the SQL of the cascade, and of the analyses on top of it, against an independent reading of the same rules.

cascade_random_test.py MF_QUERY EMPTY_BUNDLE [SEEDS]"""
import collections
import math
import random
import sys

from world import World, ask, temporary, tools

END = ['open', 'confidence', 'preempted', 'page_cross', 'pt_exhausted', 'throttled']
NOMINAL = 9
P = 2  # base units in a cycle
LATER = 1 << 60


class Soup:
    """Events of all kinds about few lines, in any order that the tables allow."""

    def __init__(self, seed, end=400, lines=24, count=300):
        self.r = r = random.Random(seed)
        self.w = w = World(temporary('soup.db'), 0, end, coverage=('core',), cores=1, cycle=P)
        w.node('core0', 'core')
        w.node('l1m', 'mshr', capacity=9)
        w.node('l2', 'cache', lat_nominal=NOMINAL)
        w.node('spp', 'prefetcher', parent=w.nodes['l2'])
        self.site = w.put('sites', name='pf_issue', node=w.nodes['spp'])
        self.from_start = int(r.random() < 0.3)
        snapshot = int(r.random() < 0.7)
        middle = end // 2 if r.random() < 0.6 else end // 3
        pieces = [(0, end // 3), (middle, end)]
        self.coverage = dict(prefetcher=pieces, cache=r.choice([pieces, [(0, end)]]))
        self.snapshot = snapshot
        for domain, intervals in self.coverage.items():
            for a, b in intervals:
                w.put('coverage', domain=domain, t0=a, t1=b, complete=1, snapshot=snapshot, from_start=self.from_start)
        self.ev = self.t = self.ordinal = 0
        self.accesses, self.prefetches, self.decisions, self.chains, self.stays, self.stalls = [], [], [], [], [], []
        self.joined = {}
        for _ in range(count):
            self.t += r.choice([0, 0, 1, 1, 2])
            due = [p for p in self.prefetches if p.get('t_issue') == self.t - NOMINAL and 'ev_fill' not in p]
            if due and r.random() < .5:  # just when its answer could be there
                self.access(due[0]['line'], due[0]['page'], self.event())
            else:
                self.step(r.randrange(lines))
        self.write()

    def event(self):
        self.ev += 1
        return self.ev

    def step(self, line):
        r, ev, page, what = self.r, self.event(), line >> 2, self.r.random()
        if what < .2:
            self.prefetches.append(dict(flow=self.w.flow('prefetch', self.t), line=line, page=page, ev_decide=ev, t_decide=self.t))
        elif what < .32:
            self.decisions.append(dict(ev=ev, line=line, reason=r.choice(['filter', 'queue_cap', 'confidence', 'page_rule'])))
        elif what < .42:
            trigger = r.choice(self.accesses)['flow'] if self.accesses and r.random() < .5 else None
            self.chain(page, ev, trigger)
        elif what < .62 and self.prefetches:
            self.progress(r.choice(self.prefetches[-6:]), ev)
        else:
            self.access(line, page, ev)

    def chain(self, page, ev, trigger):
        r = self.r
        self.chains.append(dict(flow=self.w.flow('chain', self.t), page=page, ev=ev, trigger=trigger, end=r.choice([0, 1, 1, 1, 2, 3, 4, 5]),
                                steps=r.randrange(1, 9), conf=r.randrange(15, 26)))

    def progress(self, p, ev):
        r = self.r
        if 'ev_issue' not in p and 'ev_drop' not in p:
            if r.random() < .3:
                p.update(ev_drop=ev, reason=r.choice(['queue_full', 'redundant']))
            else:
                p.update(ev_issue=ev, t_issue=self.t)
                if r.random() < .15:
                    p['reason'] = 'merged'
        elif 'ev_issue' in p and 'ev_fill' not in p and 'reason' not in p:
            p.update(ev_fill=ev, t_fill=self.t)
            if not any(stay['line'] == p['line'] and stay['evict'] is None for stay in self.stays):
                self.stays.append(dict(line=p['line'], fill=ev, evict=None, flow=p['flow']))
        elif 'ev_fill' in p:
            for stay in self.stays:
                if stay['flow'] == p['flow'] and stay['evict'] is None:
                    stay['evict'] = ev

    def access(self, line, page, ev):
        r, w = self.r, self.w
        inst = w.flow('inst', self.t)
        flow = w.flow('packet', self.t, parent=inst, inst=inst)
        w.put('packets', flow=flow, op_c=0, requester_c=0, line=line, page=page)
        if self.accesses and r.random() < .25:
            self.joined[flow] = r.choice(self.accesses[-50:])['flow']
        else:
            if r.random() < .15:  # a probe that tells of the chain before the access that started it
                self.chain(page, ev, flow)
                ev = self.event()
            self.accesses.append(dict(ev=ev, t=self.t, flow=flow, line=line, page=page, op=r.choice([0, 0, 0, 1]),
                                      outcome=r.choice([0, 1, 1, 2])))
        if r.random() < .6:
            cause = flow if r.random() < .95 else None
            self.stalls.append(dict(flow=inst, t0=self.t, d=r.randrange(1, 9), cause=cause))

    def write(self):
        w = self.w
        for a in self.accesses:
            w.put('ev_access', ev=a['ev'], t=a['t'], node=w.nodes['l2'], flow=a['flow'], line=a['line'], page=a['page'], op_c=a['op'],
                  outcome_c=a['outcome'])
        for d in self.decisions:
            self.ordinal += 1
            w.put('decisions', ev=d['ev'], site=self.site, ord=self.ordinal, outcome_c=1, reason_c=w.word(d['reason']), target=d['line'],
                  page=d['line'] >> 2, value=1, threshold=25, forced=0, retry=0)
        for c in self.chains:
            w.put('chains', flow=c['flow'], node=w.nodes['spp'], page=c['page'], trigger=c['trigger'], ev_start=c['ev'], t_start=0, steps=c['steps'],
                  conf_end=c['conf'], threshold=25, end_reason_c=c['end'])
        for p in self.prefetches:
            w.put('prefetches', flow=p['flow'], node=w.nodes['spp'], line=p['line'], page=p['page'], here=1, ev_decide=p['ev_decide'],
                  t_decide=p['t_decide'], ev_issue=p.get('ev_issue'), t_issue=p.get('t_issue'), ev_fill=p.get('ev_fill'),
                  t_fill=p.get('t_fill'), ev_drop=p.get('ev_drop'))
            w.db.execute('UPDATE flows SET close_reason_c = ? WHERE flow = ?', (w.word(p.get('reason')), p['flow']))
        for s in self.stays:
            ten = w.put('tenancies', node=w.nodes['l2'], flow=s['flow'], role_c=0, ev_acq=s['fill'], ev_rel=s['evict'], t_acq=0, flags=0)
            w.put('residencies', ten=ten, node=w.nodes['l2'], line=s['line'], by_prefetch=1, ev_fill=s['fill'], ev_evict=s['evict'], uses=0)
        owners = {}
        for flow, owner in self.joined.items():
            if owner not in owners:
                owners[owner] = w.put('tenancies', node=w.nodes['l1m'], flow=owner, role_c=0, t_acq=0, flags=0)
            w.put('tenancies', node=w.nodes['l1m'], flow=flow, role_c=1, owner_ten=owners[owner], t_acq=0, flags=0)
        for e in self.stalls:
            e['ep'] = w.put('episodes', kind_c=0, core=0, thread=0, flow=e['flow'], t0=e['t0'], t1=e['t0'] + e['d'], cause=e['cause'],
                            reason_c=w.code('head_reason', 'memory'), flags=0)
        self.path = w.done()


def access_of(s, stall):
    """The access that went down for it, if any."""
    own = {a['flow']: a for a in s.accesses}
    flow = stall['cause']
    return own.get(flow) or own.get(s.joined.get(flow))


def walker(s, a):
    """The latest chain on the page before the access, which did not start it."""
    return next((c for c in reversed(s.chains) if c['page'] == a['page'] and c['ev'] < a['ev'] and c['trigger'] != a['flow']), None)


def leaf(s, stall):
    """The rules again, as sentences over lists."""
    a = access_of(s, stall)
    if not a:
        return 'unresolved_no_cause'
    flow = a['flow']
    since = max((b['ev'] for b in s.accesses if b['line'] == a['line'] and b['ev'] < a['ev']), default=0)
    request = None
    for p in s.prefetches:
        looked_up = p.get('ev_drop', p.get('ev_issue', LATER))
        useless = p.get('reason') in ('redundant', 'merged') and looked_up < a['ev']
        if p['line'] == a['line'] and since < p['ev_decide'] < a['ev'] and not useless:
            request = p
    hit = a['outcome'] == 0
    if hit:
        here = [x for x in s.stays if x['line'] == a['line'] and x['fill'] < a['ev'] and (x['evict'] or LATER) >= a['ev']]
        filled = request and request.get('ev_drop', LATER) >= a['ev'] and request.get('ev_fill', LATER) < a['ev']
        return 'covered' if here or filled else 'hit_demand_line'
    if request:
        if request.get('ev_drop', LATER) < a['ev']:
            return 'dropped_at_cache'
        if request.get('ev_issue', LATER) > a['ev']:
            return 'queued'
        if request.get('ev_fill', LATER) > a['ev']:
            return 'in_flight_memory_slow' if request['t_issue'] + NOMINAL <= a['t'] else 'too_little_lead'
        return 'evicted_before_use'
    if not all(any(x <= a['t'] < y for x, y in intervals) for intervals in s.coverage.values()):
        return 'unresolved_no_coverage'
    against = [d for d in s.decisions if d['line'] == a['line'] and since < d['ev'] < a['ev']]
    if against:
        return 'suppressed_' + against[-1]['reason']
    if walker(s, a):
        return 'chain_' + END[walker(s, a)['end']]
    seen = any(b['page'] == a['page'] and b['ev'] < a['ev'] for b in s.accesses)
    started = any(c['page'] == a['page'] and c['trigger'] == flow for c in s.chains)
    if seen:
        return 'first_trigger_in_window' if started and not s.from_start else 'no_delta_history'
    if s.from_start:
        return 'compulsory'
    return 'first_touch_in_window' if s.snapshot else 'unresolved_cold_window'


def nearest_rank(values, p=0.5):
    return sorted(values)[max(0, math.ceil(p * len(values)) - 1)]


def why_chains_stopped(s, blamed):
    """{termination: (episodes, % of chains, cycles, % of memory stall, median steps)}"""
    whole = sum(e['d'] for e in s.stalls)
    groups = collections.defaultdict(list)
    for e, chain in blamed:
        groups[END[chain['end']]].append((e['d'], chain['steps']))
        groups['total'].append((e['d'], chain['steps']))
    return {why: (len(g), 100 * len(g) / len(blamed), sum(d for d, _ in g) / P, 100 * sum(d for d, _ in g) / whole, nearest_rank([n for _, n in g]))
            for why, g in groups.items()}


def at_death(blamed):
    """Of the chains that decayed out: how many, confidence and steps by chain, confidence by stall."""
    mass = collections.Counter()
    chains = {}
    for e, chain in blamed:
        if END[chain['end']] == 'confidence':
            mass[chain['flow']] += e['d']
            chains[chain['flow']] = chain
    if not chains:
        return []
    by_mass = [c['conf'] for c in chains.values() for _ in range(mass[c['flow']])]
    conf = [c['conf'] for c in chains.values()]
    near = 100 * sum(c >= 23 for c in by_mass) / len(by_mass)
    return [(len(chains), 25, nearest_rank(conf), nearest_rank(conf, 0.9), nearest_rank(by_mass), nearest_rank(by_mass, 0.9), near,
             nearest_rank([c['steps'] for c in chains.values()]))]


def agree(row, columns, want):
    """Printed to one decimal."""
    return all(abs(float(row[c]) - value) <= 0.05 + 1e-9 for c, value in zip(columns.split(), want))


def companions(s, want):
    blamed = [(e, walker(s, access_of(s, e))) for e in s.stalls if want[e['ep']].startswith('chain')]
    rows = ask(s.path, 'prefetch.why_chain_stopped')
    stopped = why_chains_stopped(s, blamed)
    assert {row['termination'] for row in rows} == set(stopped)
    for row in rows:
        assert agree(row, 'episodes pct_of_chains cycles pct_of_memory_stall steps_median', stopped[row['termination']]), (row, stopped)
    rows, dead = ask(s.path, 'prefetch.confidence_at_death'), at_death(blamed)
    assert len(rows) == len(dead)
    for row, expected in zip(rows, dead):
        columns = 'chains threshold median_conf p90_conf median_conf_by_mass p90_conf_by_mass pct_of_mass_within median_steps'
        assert agree(row, columns, expected), (row, expected)
    return len(dead)


def main():
    rest = tools(sys.argv)
    seen, deaths = collections.Counter(), 0
    for seed in range(int(rest[0]) if rest else 12):
        s = Soup(seed)
        got = {int(r['ep']): r['leaf'] for r in ask(s.path, 'prefetch.cascade_episodes')}
        want = {e['ep']: leaf(s, e) for e in s.stalls}
        wrong = [(ep, got.get(ep), want[ep]) for ep in want if got.get(ep) != want[ep]]
        assert not wrong and len(got) == len(want), (seed, wrong[:5], len(got), len(want))
        seen.update(want.values())
        deaths += companions(s, want)
    assert deaths > 5, deaths
    print('cascade:', sum(seen.values()), 'stalls agree;', dict(seen))


if __name__ == '__main__':
    main()
