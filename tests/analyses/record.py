"""What a simulated machine did, kept as things, and written into a bundle as the passes would.

Nothing is recorded before `on`. What is alive then appears as carried in, without the
times and events of its past; what has not ended when the record ends has no end."""
import collections
from types import SimpleNamespace as Thing

P = 2  # base units in a cycle of the reference clock
STAGES = ('fetch', 'decode', 'dispatch', 'rename', 'issue', 'complete', 'commit', 'squash')


class Record:
    def __init__(self):
        self.on, self.t = False, 0
        self.rows = collections.defaultdict(list)

    def now(self):
        return self.t if self.on else None

    def keep(self, table, **values):
        self.rows[table].append(Thing(id=len(self.rows[table]) + 1, carried=False, gone=False, **values))
        return self.rows[table][-1]

    def event(self, name, flow=None, node=None):
        """None before the record begins."""
        return self.keep('events', t=self.t, name=name, flow=flow, node=node) if self.on else None

    def flow(self, kind, core, **more):
        return self.keep('flows', kind=kind, core=core, t0=self.now(), t1=None, end=None, **more)

    def end(self, flow, why):
        flow.end, flow.t1, flow.gone = why, self.now(), not self.on

    def latest(self):
        return self.rows['events'][-1] if self.rows['events'] else None

    def acquire(self, node, flow, occ, owner=None):
        return self.keep('tenancies', node=node, flow=flow, owner=owner, occ=occ, t0=self.now(), t1=None, e0=self.latest(), e1=None, stay=None)

    def release(self, held):
        held.t1, held.e1, held.gone = self.now(), self.latest(), not self.on

    def edge(self, channel, u, v, via=None, least=None):
        if u and v:
            self.keep('edges', channel=channel, u=u, v=v, via=via, least=least)

    def begin(self):
        self.on = True
        for table in ('flows', 'tenancies'):
            for each in self.rows[table]:
                each.carried = not each.gone
                each.t0 = self.t

    # ---------------------------------------------------------------------- writing
    def write(self, w, machines):
        """`machines` have the episodes and regions of their cores."""
        self.types = dict(w.db.execute('SELECT name, type FROM event_types'))
        self.w = w
        for e in self.rows['events']:
            row = dict(ev=e.id, t=e.t, flow=e.flow and e.flow.id, node=w.nodes.get(e.node))
            w.put('events', type=self.types[e.name], thread=0, **row)
            if e.name == 'branch.mispredict':
                w.put('ev_branch_mispredict', **row)
        for table in ('flows', 'tenancies'):
            for each in self.rows[table]:
                if not each.gone:
                    getattr(self, 'write_' + table)(each)
        for a in self.rows['accesses']:
            w.put('ev_access', ev=a.event.id, t=a.event.t, flow=a.flow.id, node=w.nodes[a.node], line=a.line, page=a.line >> 2,
                  op_c=w.code('op', a.op), outcome_c=w.code('lookup', a.outcome))
        for e in self.rows['epochs']:
            w.put('epochs', epoch=e.id, core=e.core, thread=0, cause_c=w.code('epoch_cause', e.cause), cause_flow=e.flow.id, ev_squash=e.event.id,
                  t_squash=e.event.t, t_recovered=e.recovered, n_squashed=e.n, parent_epoch=e.flow.of.epoch and e.flow.of.epoch.id)
        for e in self.rows['edges']:
            self.w.put('edges', u=e.u.id, v=e.v.id, chan_c=['value', 'occupancy', 'arbitration', 'speculation'].index(e.channel), gap=e.v.t - e.u.t,
                       wmin=e.least, binding=0, via_node=w.nodes.get(e.via))
        for m in machines:
            self.write_episodes(m)

    def write_flows(self, f):
        w = self.w
        w.put('flows', flow=f.id, kind_c=w.kinds[f.kind], key=f.id, incarnation=0, core=f.core, thread=0, t_open=f.t0, t_close=f.t1, inst=f.inst and f.inst.id,
              close_reason_c=w.word(f.end), flags=f.carried + 2 * (f.t1 is None))
        if f.kind == 'inst':
            i = f.of
            w.put('insts', flow=f.id, core=f.core, thread=0, seq=i.seq, pc=i.pc, retire_idx=i.retire_idx, uop=i.uop, last_uop=int(i.last),
                  epoch=i.epoch and i.epoch.id, n_issue=1, opclass_c=w.code('opclass', i.what.replace('branch', 'conditional')),
                  **{'t_' + s: getattr(i.t, s) for s in STAGES})
        elif f.kind in ('packet', 'prefetch'):
            row = dict(flow=f.id, core=f.core, thread=0, op_c=w.code('op', f.op), requester_c=w.code('requester', f.requester), line=f.line, page=f.line >> 2,
                       promoted_by=f.promoted and f.promoted.id)
            w.put('packets', **row)
            if f.kind == 'prefetch':
                at = {'ev_' + what: e and e.id for what, e in (('decide', f.decided), ('issue', f.issued), ('fill', f.filled))}
                w.put('prefetches', node=w.nodes['cpu%d.pf' % f.core], here=int(f.here), **row, **at)

    def write_tenancies(self, x):
        w = self.w
        stay = x.stay
        w.put('tenancies', ten=x.id, node=w.nodes[x.node], flow=x.flow.id if x.flow else 0, role_c=int(x.owner is not None), owner_ten=x.owner and x.owner.id,
              ev_acq=x.e0 and x.e0.id, ev_rel=x.e1 and x.e1.id, t_acq=x.t0, t_rel=x.t1, occ=x.occ, flags=int(x.carried))
        if stay:
            w.put('residencies', ten=x.id, node=w.nodes[x.node], line=stay.line, cset=stay.set, way=stay.way, by_prefetch=int(stay.prefetched),
                  ev_fill=stay.fill.id, ev_evict=stay.evict and stay.evict.id, ev_first_use=stay.first and stay.first.id, uses=stay.uses,
                  evict_by=stay.pusher and stay.pusher.id,
                  evict_reason_c=w.code('evict_reason', 'open' if not stay.evict else 'replacement' if stay.pusher else 'invalidate'))

    def write_episodes(self, m):
        for kind, enum, e in m.episodes():
            self.w.put('episodes', kind_c=kind, core=m.core, thread=0, flow=e.inst and e.inst.flow.id, t0=e.t0, t1=e.t1, slots=e.slots,
                       cause=e.cause and e.cause.id, reason_c=self.w.code(enum, e.reason), flags=0)
