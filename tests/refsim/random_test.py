"""Machines and workloads at random: each bundle is clean, adds up, and tells what the machine's own account tells.

usage: random_test.py TOOLS [COUNT [SEED]]
"""
import math, os, random, sys
from account_test import accounted, told
from machine import compiled, temporary

KNOBS = {
    'fetch': [1, 2, 8], 'dispatch': [1, 2, 8], 'issue': [1, 2, 8], 'retire': [1, 2, 8], 'squash': [1, 3, 64],
    'rob': [4, 17, 64, 300], 'iq': [1, 5, 90], 'lq': [4, 9, 80], 'sq': [2, 5, 80],
    'l1d': [1, 4, 64], 'l2': [1, 8, 64], 'llc': [2, 16, 128], 'l1d-mshrs': [1, 2, 20], 'l2-mshrs': [1, 3, 40],
    'llc-mshrs': [1, 4, 50], 'reserve': [0, 1, 5], 'pq': [1, 4, 50], 'chains': [2, 5], 'core-period': [500, 333, 1250, 625],
    'policy': ['srrip'], 'predictor': ['bimodal'], 'seed': [7, 99]}
TRACE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'data', 'stencil3d.champsimtrace.xz')
WORKLOADS = ['stream', 'holes', 'chase', 'hop', 'hash', 'matrix', 'branchy', 'forward', 'tlb', 'contention', TRACE]


def main():
    count, seed = (int(sys.argv[2]) if len(sys.argv) > 2 else 100), (int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    choose = random.Random(seed)
    path = os.path.join(temporary(), 'run')
    for _ in range(count):
        knobs = {name: choose.choice(values) for name, values in KNOBS.items() if choose.random() < 0.4}
        options = ['--%s %s' % knob for knob in knobs.items()] + ['--inclusive'] * choose.randrange(2)
        names = [choose.choice(WORKLOADS) for _ in range(choose.choice([1, 1, 1, 2, 3]))]
        arguments = ' '.join(['--instructions %d' % choose.choice([200, 1000, 2000])] + options + names)
        bundle = compiled(path, arguments)
        recorded = told(bundle, math.gcd(knobs.get('core-period', 250), 625))
        assert accounted(path + '.account', bundle) == recorded, arguments
    print(count, 'machines')


if __name__ == '__main__':
    main()
