"""A cache with miss registers and a prefetcher: what a core of machine.py asks, and what it
records of itself."""
import collections
import random
from types import SimpleNamespace as Thing

SETS, WAYS, LINES, MSHR, QUEUE = 2, 2, 14, 3, 3


class Memory:
    """With `every_miss`, there are registers for all and many lines: a miss waits for no other."""

    def __init__(self, record, core, seed, every_miss):
        self.record, self.core, self.r, self.cycle = record, core, random.Random(seed), 0
        self.registers = None if every_miss else MSHR
        self.lines = 4 * LINES if every_miss else LINES
        self.misses, self.queue, self.below = {}, [], []
        self.ways = [[None] * WAYS for _ in range(SETS)]
        self.evicted = collections.defaultdict(list)  # line -> stays that ended since its last demand access
        self.stays, self.prefetches, self.joins, self.demands, self.most = [], [], [], 0, 0

    def node(self, name):
        return 'cpu%d.%s' % (self.core, name)

    def happens(self, probability):
        return self.r.random() < probability

    def event(self, name, flow, node=None):
        return self.record.event(name, flow, node and self.node(node))

    def fill(self):
        for line in [line for line, m in self.misses.items() if m.ready == self.cycle]:
            m = self.misses.pop(line)
            way = None if self.happens(0.1) else self.room(line, m.flow)
            m.flow.filled = self.event('cache.fill', m.flow, 'L1D')
            for held, flow in [(m.held, m.flow)] + m.joined:
                self.record.release(held)
                self.record.end(flow, 'filled')
            if way is not None:
                self.install(line, way, m.flow)
            for i in m.waiters:
                i.done, i.wake = self.cycle + 1, m.flow
        for p in [p for p in self.below if p.ready == self.cycle]:
            self.below.remove(p)
            p.filled = self.event('cache.fill', p)
            self.record.end(p, 'filled')

    def room(self, line, flow):
        ways = self.ways[line % SETS]
        way = ways.index(None) if None in ways else self.r.randrange(WAYS)
        if ways[way]:
            self.evict(ways[way], flow)
        return way

    def install(self, line, way, flow):
        stay = Thing(line=line, set=line % SETS, way=way, by=flow, prefetched=flow.requester == 'prefetch' and not flow.promoted, fill=flow.filled,
                     first=None, uses=0, evict=None, pusher=None, then=None, next=None)
        for old in self.stays:
            if (old.set, old.way) == (stay.set, way) and old.next is None:
                old.next = line
        stay.held = self.record.acquire(self.node('L1D'), flow, None)
        stay.held.stay = flow.stay = stay
        self.ways[stay.set][way] = stay
        self.stays.append(stay)

    def evict(self, stay, by):
        stay.evict, stay.pusher = self.event('cache.evict', by, 'L1D'), by
        self.record.release(stay.held)
        self.ways[stay.set][stay.way] = None
        self.evicted[stay.line].append(stay)

    def resident(self, line):
        return next((s for s in self.ways[line % SETS] if s and s.line == line), None)

    def lookup(self, flow, outcome):
        event = self.event('cache.access', flow, 'L1D')
        if event:
            self.record.keep('accesses', event=event, flow=flow, node=self.node('L1D'), line=flow.line, op=flow.op, outcome=outcome)
        return event

    def access(self, i):
        flow = self.transaction('packet', 'demand', i.what, i.line, i.flow)
        stay, miss = self.resident(i.line), self.misses.get(i.line)
        outcome = 'hit' if stay else 'merge' if miss else 'miss'
        event = self.lookup(flow, outcome)
        self.demands += self.record.on
        for old in self.evicted.pop(i.line, []):
            old.then = outcome
        if stay:
            stay.uses += 1
            stay.first = stay.first or event
            i.done, i.wake = self.cycle + 2, flow
            self.record.end(flow, 'hit')
        elif miss:
            if miss.flow.requester == 'prefetch':
                miss.flow.promoted = miss.flow.promoted or flow
            self.joins.append(miss.flow.requester) if self.record.on else None
            miss.joined.append((self.record.acquire(self.node('L1D.mshr'), flow, None, miss.held), flow))
            miss.waiters.append(i)
        else:
            self.miss(flow, [i])

    def transaction(self, kind, requester, op, line, inst=None, **more):
        return self.record.flow(kind, self.core, requester=requester, op=op, line=line, inst=inst, promoted=None, filled=None, stay=None, **more)

    def miss(self, flow, waiters):
        held = self.record.acquire(self.node('L1D.mshr'), flow, len(self.misses))
        self.most = max(self.most, len(self.misses) + 1)
        self.misses[flow.line] = Thing(flow=flow, ready=self.cycle + self.r.randint(5, 30), held=held, joined=[], waiters=waiters)

    def mshr_full(self, line):
        return self.registers is not None and len(self.misses) >= self.registers and line not in self.misses and not self.resident(line)

    # -------------------------------------------------------------------- prefetcher
    def prefetch(self):
        if self.happens(0.35):
            p = self.transaction('prefetch', 'prefetch', 'prefetch', self.r.randrange(self.lines), here=not self.happens(0.15), issued=None)
            p.decided = self.event('pf.request', p, 'pf')
            self.prefetches.append(p)
            self.record.end(p, 'queue_full') if len(self.queue) >= QUEUE else self.queue.append(p)
        if self.queue and self.happens(0.4) and not (self.queue[0].here and self.mshr_full(self.queue[0].line)):
            self.send(self.queue.pop(0))
        if self.happens(0.01):
            for stay in filter(None, self.ways[0] + self.ways[1]):
                return self.evict(stay, None)

    def send(self, p):
        p.issued = self.event('pf.issue', p, 'pf')
        if self.happens(0.06):
            return self.record.end(p, self.r.choice(['forwarded', 'dropped']))
        there, coming = self.resident(p.line), p.line in self.misses
        self.lookup(p, 'hit' if there else 'merge' if coming else 'miss')
        if there or coming:
            self.record.end(p, self.r.choice(['hit', 'redundant']) if there else 'merged')
        elif p.here:
            self.miss(p, [])
        else:
            p.ready = self.cycle + self.r.randint(3, 20)
            self.below.append(p)

    def holders(self):
        """How many miss registers each requester holds."""
        return collections.Counter(m.flow.requester for m in self.misses.values())

    def begin(self):
        """The record begins: what is held and what the cache holds is dumped."""
        self.stays = [s for s in self.stays if not s.held.gone]
        for stay in self.stays:
            stay.fill = stay.held.e0 = self.event('cache.fill', None, 'L1D')
            stay.prefetched, stay.uses, stay.first, stay.next = stay.prefetched and not stay.uses, 0, None, None
        for occupied, m in enumerate(self.misses.values()):
            m.held.occ = occupied
        self.most = len(self.misses)
        self.evicted.clear()
