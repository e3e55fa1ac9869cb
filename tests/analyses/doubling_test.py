"""Twice the run is at most two and a half times the work, for every named analysis.

A query that is right on a thousand rows may be quadratic on a million. Work is counted in
steps of SQLite's virtual machine, which are the same on every machine.

doubling_test.py MF_QUERY EMPTY_BUNDLE VM_STEPS"""
import subprocess
import sys

from cascade_random_test import Soup
from holding import Holding
from simulate import simulate
from world import temporary, tools

LIMIT = 2.5
CYCLES, EVENTS = 4000, 2000
PARAMETERS = ['cache=cpu0.L1D', 'set=0', 'pc_lo=0']


def steps(program, path):
    out = subprocess.run([program, path, *PARAMETERS], capture_output=True, text=True, check=True).stdout
    return {name: int(n) for name, n in map(str.split, out.splitlines())}


def pipeline(times):
    path = temporary('run.db')
    simulate(path, 0, times * CYCLES, cut=0, machine=Holding)
    return path


def evidence(times):
    return Soup(1, end=400 * times, count=times * EVENTS).path


def main():
    program, = tools(sys.argv)
    worst, grown = {}, []
    for make in (pipeline, evidence):
        once, twice = (steps(program, make(times)) for times in (1, 2))
        assert once.keys() == twice.keys()
        for name, n in once.items():
            worst[name] = max(worst.get(name, 0), twice[name] / max(n, 1))
            if twice[name] > LIMIT * n:
                grown.append('%s: %d steps, then %d' % (name, n, twice[name]))
    for name, ratio in sorted(worst.items(), key=lambda each: -each[1]):
        print('%.2f %s' % (ratio, name))
    assert not grown, grown


if __name__ == '__main__':
    main()
