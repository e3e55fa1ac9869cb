"""A bundle of random machines, and the machines, which know what should be found in it."""
import collections
import os
import random
from types import SimpleNamespace as Thing

from machine import ISSUE, LOADS, WIDTH, Machine
from memory import SETS
from record import P, Record
from world import World, temporary

START = 6  # when the record begins, in base units


def simulate_all(rest, machine=Machine):
    """A folder of bundles, of as many seeds as `rest` says (20), and the machines by path."""
    folder = os.path.dirname(temporary(''))
    paths = [os.path.join(folder, '%04d.db' % seed) for seed in range(int(rest[0]) if rest else 20)]
    return folder, {path: simulate(path, seed, 260, machine=machine) for seed, path in enumerate(paths)}


def simulate(path, seed, cycles, cut=0.1, machine=Machine):
    """One or two cores, which may not be measured in the first and the last `cut` of the cycles."""
    r, record = random.Random(seed), Record()
    cores = [machine(record, core, 2 * seed + core, wrong_path=seed % 3 < 2, prompt=seed % 4 == 3, scheduler=seed % 5 > 0,
                     decoder=seed % 5 < 2)
             for core in range(1 + seed % 2)]
    shared = Shared(record, r)
    warm = r.choice([0, 40])
    for cycle in range(warm + cycles):
        record.t = START + (cycle - warm) * P
        if cycle == warm:
            record.begin()
            for machine in cores:
                machine.begin()
        for machine in [*cores, shared]:
            machine.step(cycle)
    end = START + cycles * P
    w = World(path, START, end, cores=0, coverage=('core', 'cache', 'prefetcher', 'predictor'), cycle=P)
    w.node('shared', 'mshr', core=None, capacity=None)
    for m in cores:
        m.region(START + P * r.choice([0, int(cut * cycles)]), end - P * r.choice([0, int(cut * cycles)]))
        w.put('roi', core=m.core, t0=m.t0, t1=m.t1)
        topology(w, m)
    record.write(w, cores)
    shared.write(w)
    w.done()
    return Thing(cores=cores, shared=shared)


def topology(w, m):
    def node(name, kind, **more):
        return w.node(m.node(name), kind, core=m.core, **more)

    node('fetchq', 'fetchq', capacity=1)
    for kind, width in (('rob', None), ('iq', ISSUE), ('lq', LOADS), ('sq', None)):
        node(kind, kind, width=width, release_visible_c=int(kind in m.late))
    node('dispatch', 'dispatch', width=WIDTH)
    node('retire', 'retire', width=WIDTH)
    cache = node('L1D', 'cache', sets=SETS)
    node('L1D.mshr', 'mshr', parent=cache, capacity=m.registers)
    node('pf', 'prefetcher', parent=cache)


class Shared:
    """Miss registers of no core, held by translations, by a flow of another kind, and by one unknown."""
    HOLDERS = dict(walk='translation', chain='chain', unknown=None)

    def __init__(self, record, r):
        self.record, self.r, self.held, self.most, self.ticks = record, r, [], 0, 0
        self.cycles, self.allocated = collections.Counter(), collections.Counter()

    def step(self, _):
        for each in [each for each in self.held if self.r.random() < 0.1]:
            self.record.release(each[1])
            self.held.remove(each)
        if len(self.held) < 4 and self.r.random() < 0.3:
            who = self.r.choice(list(self.HOLDERS))
            flow = self.HOLDERS[who] and self.record.flow(self.HOLDERS[who], None, inst=None)
            self.held.append((who, self.record.acquire('shared', flow, len(self.held))))
            self.allocated[who] += self.record.on
        if self.record.on:
            self.most = max(self.most, len(self.held))
            self.cycles.update(who for who, _ in self.held)
            self.ticks += 1

    def rows(self):
        """What core.mshr should say of it."""
        whole = sum(self.cycles.values())
        return {('shared', who): (self.allocated[who], n, 100 * n / whole, n / self.ticks, self.most, None)
                for who, n in self.cycles.items()}

    def write(self, w):
        for f in self.record.rows['flows']:
            if f.kind == 'translation' and not f.gone:
                w.put('translations', flow=f.id, requester_c=w.code('requester', 'walk'))
