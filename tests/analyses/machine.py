"""A core with its cache and prefetcher as a loop over cycles.

The machine is random but knows itself: every cycle it notes what it does, in `recorded`,
and what becomes of each thing, in the thing. Tests count those, and ask mf-query the same of
the record (record.py)."""
import collections
import itertools
from types import SimpleNamespace as Thing

from memory import Memory
from record import P

WIDTH, ISSUE, LOADS, ROB, LQ, IQ, SCHEDULER, REGISTERS = 2, 3, 1, 12, 5, 7, 4, 10
TO_MEMORY = ('load', 'store')


class Machine(Memory):
    """With a wrong path, or replaying a trace; issuing at once what is ready (`prompt`), or when it likes; with a scheduler
    between dispatch and issue, or without; with a decoder, and nothing dispatched
    until squashed entries have left, or without."""
    late = ()  # kinds of structures whose freed entries can be given away only in the next cycle
    walk_width = 2

    def __init__(self, record, core, seed, wrong_path, prompt, scheduler, decoder):
        super().__init__(record, core, seed, every_miss=prompt)
        self.wrong_path, self.prompt, self.scheduler, self.decoder = wrong_path, prompt, scheduler, decoder
        self.seq = self.retired = 0
        self.rob, self.walk, self.walked, self.recent, self.recorded = [], [], [], [], []
        self.next = self.pair = None  # fetched, not dispatched; pc of an instruction whose second half is to come
        self.bubble = 0  # the front end has nothing before that cycle
        self.lost = None  # branch fetched beyond which all is wrong, or nothing comes
        self.redirect = None  # the event that the next fetch follows
        self.full = None  # 'waiting' for a reorder buffer entry, then the event that gave one
        self.refused = self.given = None  # (instruction that may not enter the scheduler, why), the event that gave what it lacks

    def step(self, cycle):
        self.cycle = cycle
        self.fact = Thing(t=self.record.t, retired=[], head=None, why=None, dispatched=[], lost=0, reason=None, blocked=None)
        self.recorded.append(self.fact)
        for stage in (self.retire, self.fill, self.complete, self.unwind, self.schedule, self.issue, self.prefetch, self.dispatch):
            stage()
        self.fact.holders = self.holders()

    # ----------------------------------------------------------------------- retire
    def retire(self):
        fact = self.fact
        while self.rob and len(fact.retired) < WIDTH and self.rob[0].done is not None and self.rob[0].done < self.cycle and not self.rob[0].squashed:
            i = self.rob.pop(0)
            i.retire_idx = self.retired
            self.retired += i.last
            i.t.commit = self.record.now()
            event = self.event('inst.retire', i.flow)
            self.freed(event)
            self.given = event if self.refused and self.refused[1] == 'registers' else self.given
            self.record.end(i.flow, 'retired')
            fact.retired.append(i)
        if fact.retired or not self.rob or self.rob[0].squashed:
            return
        fact.head = head = self.rob[0]
        fact.why = 'schedule' if not head.issued else 'memory' if head.what in TO_MEMORY else 'execute'

    def freed(self, event):
        if self.full == 'waiting':
            self.full = event

    # ---------------------------------------------------------------------- back end
    def complete(self):
        ended = [i for i in self.rob if i.done == self.cycle and not i.squashed]
        for i in ended:
            i.t.complete, i.completion = self.record.now(), self.event('inst.complete', i.flow)
        for i in ended:
            if i is self.lost and not self.wrong_path:
                self.turn(i)
            elif i is self.lost:
                return self.squash(i, 'mispredict')
            elif i.what == 'load' and self.wrong_path and not self.lost and self.happens(0.06):
                return self.squash(i, 'mem_order')

    def turn(self, branch):
        """The front end learns where to go on."""
        self.redirect = self.event('branch.redirect', branch.flow)
        self.bubble, self.lost = self.cycle + self.r.randint(1, 4), None

    def squash(self, by, cause):
        self.redirect = self.event('squash.begin', by.flow)
        young = [i for i in self.rob + [self.next] if i and i.seq > by.seq and not i.squashed]
        epoch = None
        if self.record.on:
            epoch = self.record.keep('epochs', cause=cause, flow=by.flow, event=self.redirect, n=len(young), core=self.core, recovered=None)
            self.walked.append(epoch)
            by.flushes = True
        for i in young:
            i.squashed, i.t.squash, i.epoch = True, self.record.now(), epoch
            self.event('inst.squash', i.flow)
            self.record.end(i.flow, 'squashed')
        self.walk += [i for i in reversed(young) if i is not self.next]
        self.next = self.pair = self.lost = None
        self.bubble, self.since = self.cycle + self.r.randint(1, 4), self.cycle

    def unwind(self):
        """Some squashed entries a cycle leave the reorder buffer, from the cycle after."""
        for i in self.walk[:self.walk_width] if self.walk and self.since < self.cycle else []:
            self.walk.remove(i)
            self.rob.remove(i)
            self.freed(self.event('inst.squash', i.flow))
        if not self.walk:
            for epoch in self.walked:
                epoch.recovered = self.record.now()
            self.walked = []

    def schedule(self):
        """In order into the scheduler, while it has room and there are registers."""
        for i in self.rob if self.scheduler else []:
            if i.scheduled or i.squashed:
                continue
            why = None if self.prompt else self.unschedulable()
            if why:
                if self.refused != (i, why):
                    self.refused, self.given = (i, why), None
                break
            i.scheduled, i.t.rename = True, self.record.now()
            if self.refused == (i, 'registers'):
                self.record.edge('value', self.given, self.event('inst.registers', i.flow))
            event = self.event('inst.schedule', i.flow)
            if self.refused == (i, 'iq'):
                self.record.edge('occupancy', self.given, event, self.node('iq'), least=P)

    def unschedulable(self):
        entered = [i for i in self.rob if i.scheduled and not i.squashed]
        if sum(not i.issued for i in entered) >= SCHEDULER:
            return 'iq'
        return 'registers' if len(entered) >= REGISTERS else None

    def issue(self):
        issued = collections.Counter()
        for i in self.rob:
            if i.issued or i.squashed or i.scheduled != self.scheduler or any(s.done is None or s.done > self.cycle for s in i.sources):
                continue
            if not self.prompt and self.happens(0.3) or i.what in TO_MEMORY and self.mshr_full(i.line):
                continue
            if sum(issued.values()) == ISSUE or i.what == 'load' and issued['load'] == LOADS:
                continue
            issued[i.what] += 1
            i.issued, i.t.issue = True, self.record.now()
            event = self.event('inst.issue', i.flow)
            if self.refused and self.refused[1] == 'iq':
                self.given = self.given or event
            for s in i.sources:
                self.record.edge('value', s.completion, event, least=self.r.choice([0, None]))
            if i.what in TO_MEMORY:
                self.access(i)
            else:
                i.done = self.cycle + self.r.randint(1, 6)

    # --------------------------------------------------------------------- front end
    def dispatch(self):
        fact = self.fact
        while len(fact.dispatched) < WIDTH:
            fact.reason = self.obstacle()
            if fact.reason:
                break
            i, self.next = self.next, None
            i.dispatched, i.t.dispatch = self.cycle, self.record.now()
            event = self.event('inst.dispatch', i.flow)
            if self.full and self.full != 'waiting':
                self.record.edge('occupancy', self.full, event, self.node('rob'))
            self.full = None
            self.rob.append(i)
            self.recent = (self.recent + [i])[-6:]
            fact.dispatched.append(i)
            if i is self.lost and not self.wrong_path and self.happens(0.3):  # a decoder can tell
                self.turn(i)
        fact.lost, fact.blocked = WIDTH - len(fact.dispatched), self.next
        if not self.next and not self.starved() and self.happens(0.5):  # ahead
            self.fetch()

    def starved(self):
        """Why nothing can be fetched."""
        nothing = 'fetch_bandwidth' if self.fact.dispatched else 'fetch_latency'
        if self.lost and not self.wrong_path:
            return 'mispredict' if self.lost.dispatched is not None else nothing
        if self.cycle < self.bubble:
            return 'mispredict' if self.redirect else nothing

    def obstacle(self):
        if not self.next:
            reason = self.starved()
            if reason:
                return reason
            self.fetch()
        if self.decoder and not self.next.decoded:
            if self.happens(0.2):
                return 'fetch_bandwidth' if self.fact.dispatched else 'fetch_latency'
            self.next.decoded, self.next.t.decode = True, self.record.now()
        if self.decoder and self.walk:
            return 'mispredict'
        if len(self.rob) >= ROB:
            self.full = self.full or 'waiting'
            return 'rob_full'
        if self.next.what in TO_MEMORY and sum(i.what in TO_MEMORY for i in self.rob) >= LQ:
            return 'lq_full'
        return 'iq_full' if not self.prompt and sum(not i.issued for i in self.rob) >= IQ else None

    def fetch(self):
        self.seq += 1
        what = 'alu' if self.pair else self.r.choices(['alu', 'load', 'store', 'branch'], [9, 6, 2, 3])[0]
        times = Thing(fetch=self.record.now(), decode=None, dispatch=None, rename=None, issue=None, complete=None, commit=None, squash=None)
        i = Thing(seq=self.seq, pc=self.pair or 0x400000 + 4 * (self.seq % 13), what=what, line=self.r.randrange(self.lines), t=times,
                  uop=int(bool(self.pair)), last=True, decoded=False, dispatched=None, scheduled=False, issued=False, done=None, completion=None,
                  squashed=False, epoch=None, retire_idx=None, wake=None, flushes=False)
        i.flow = self.record.flow('inst', self.core, inst=None, of=i)
        i.sources = [s for s in self.recent if not s.squashed and self.happens(0.2)]
        self.pair = None
        if what == 'alu' and not i.uop and self.happens(0.15):
            i.last, self.pair = False, i.pc
        event = self.event('inst.fetch', i.flow)
        if not self.lost:
            self.record.edge('speculation', self.redirect, event)
        self.redirect = None
        if what == 'branch' and not self.lost and self.happens(0.4):
            self.lost, i.flushes = i, self.record.on
            self.event('branch.mispredict', i.flow)
        elif self.happens(0.1):
            self.bubble = self.cycle + self.r.choice([1, 2, 3, 25])
        self.next = i

    # -------------------------------------------------------------- what is recorded
    def begin(self):
        """The record begins, and counts start anew."""
        super().begin()
        self.recorded.clear()
        self.retired = 0

    def region(self, t0, t1):
        self.t0, self.t1 = t0, t1
        self.facts = [f for f in self.recorded if t0 <= f.t < t1]

    def waker(self, i):
        """The packet that woke a load, if that was recorded and within the region."""
        return i.wake if i.t.complete is not None and i.t.complete <= self.t1 and not i.wake.gone else None

    def episodes(self):
        """Stretches of cycles of one state: (kind, enum of its reason, episode)."""
        def stretches(state):
            for value, group in itertools.groupby(self.facts, state):
                group = list(group)
                yield value, group[0].t, group[-1].t + P

        heads = {f.head.seq: f.head for f in self.facts if f.head}
        for (inst, reason), t0, t1 in stretches(lambda f: (f.head and f.head.seq, f.why)):
            if reason:
                cause = self.waker(heads[inst]) if reason == 'memory' else None
                yield 0, 'head_reason', Thing(inst=heads[inst], reason=reason, t0=t0, t1=t1, slots=None, cause=cause)
        blocked = {f.blocked.seq: f.blocked for f in self.facts if f.blocked}
        for (inst, reason, lost), t0, t1 in stretches(lambda f: (f.blocked and f.blocked.seq, f.reason, f.lost)):
            if lost:
                yield 1, 'dispatch_reason', Thing(inst=blocked.get(inst), reason=reason, t0=t0, t1=t1, slots=lost, cause=None)
