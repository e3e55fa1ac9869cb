"""A machine of machine.py that also says who holds an entry of what, down wrong paths that branch again."""
from machine import Machine

KINDS = 'rob', 'iq', 'lq', 'sq'
DRAIN = 3  # cycles for which a store stays in its queue after it retired


class Holding(Machine):
    walk_width = 1

    def __init__(self, record, core, seed, **what):
        super().__init__(record, core, seed, **what)
        self.late = tuple(kind for kind in KINDS if self.happens(0.3))
        self.entries = {kind: {} for kind in KINDS}  # kind -> {sequence number: (instruction, what is recorded of it)}
        self.freed_now = {kind: [] for kind in KINDS}
        self.stores, self.looked = [], []

    def step(self, cycle):
        self.freed_now = {kind: [] for kind in KINDS}
        super().step(cycle)
        self.observe()
        self.fact.held = {kind: [i for i, _ in self.entries[kind].values()] + (self.freed_now[kind] if kind in self.late else [])
                          for kind in KINDS}

    def event(self, name, flow, node=None):
        """What changed since the event before is seen at this one."""
        event = super().event(name, flow, node)
        self.observe()
        return event

    def observe(self):
        for kind, now in zip(KINDS, (self.rob, *self.queues())):
            held, now = self.entries[kind], {i.seq: i for i in now}
            for seq in [seq for seq in held if seq not in now]:
                self.record.release(held[seq][1])
                self.freed_now[kind].append(held.pop(seq)[0])
            for seq, i in now.items():
                if seq not in held:
                    held[seq] = i, self.record.acquire(self.node(kind), i.flow, len(held))

    def queues(self):
        """Scheduler, load queue, store queue."""
        for i in self.rob:
            if i.what == 'store' and i not in self.stores:
                i.left = None
                self.stores.append(i)
        for i in self.stores:
            if i.left is None and i not in self.rob:
                i.left = self.cycle + (DRAIN if i.retire_idx is not None else 0)
        self.stores = [i for i in self.stores if i.left is None or self.cycle < i.left]
        return ([i for i in self.rob if not i.issued and not i.squashed],
                [i for i in self.rob if i.what == 'load' and (i.done is None or i.done > self.cycle)], self.stores)

    def complete(self):
        """A branch beyond a mispredicted one may be found wrong before that one is, or raise an exception."""
        super().complete()
        found = [i for i in self.rob if self.lost and i.what == 'branch' and i.seq > self.lost.seq and i.done == self.cycle and not i.squashed]
        if found and self.wrong_path and self.happens(0.5):
            outer = self.lost
            self.squash(found[0], self.r.choice(['mispredict', 'mispredict', 'exception']))
            self.lost = outer

    def prefetch(self):
        """Some are made by an instruction."""
        before = len(self.prefetches)
        super().prefetch()
        if len(self.prefetches) > before and self.rob and self.happens(0.7):
            self.prefetches[-1].inst = self.r.choice(self.rob).flow

    def access(self, i):
        stay = self.resident(i.line)
        if stay:
            stay.users = getattr(stay, 'users', []) + [i]
        for old in self.evicted.get(i.line, []):
            old.next_by, old.refilled = i, any(s.line == old.line and s.fill and s.fill.id > old.evict.id for s in self.stays)
        super().access(i)
        if self.record.on:
            self.looked.append((i, self.record.rows['accesses'][-1].outcome))

    def begin(self):
        super().begin()
        for kind in KINDS:
            for occupied, (_, held) in enumerate(self.entries[kind].values()):
                held.occ = occupied
        for stay in self.stays:
            stay.users = []
        self.looked.clear()
