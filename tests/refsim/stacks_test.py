"""Every cycle and every dispatch slot of the reference machine is accounted for, and every stage
of every instruction has a recorded reason for its time.

stacks_test.py TOOLS [INSTRUCTIONS]"""
import collections, os, sys
from machine import ask, compiled, temporary

PROGRAMS = ['stream', 'holes', 'chase', 'hop', 'hash', 'matrix', 'branchy', 'forward', 'tlb', 'contention']
# Widths that bind, queues that fill, squashes walked back slowly.
KNOBS = ['--rob 32 --iq 8 --squash 1 hash', '--lq 4 --sq 2 --issue 2 matrix', '--fetch 6 --dispatch 3 --retire 2 branchy', '--core-period 500 --sq 2 forward']


def total(rows, what):
    """By core, to be compared with what all rows of it say of the whole."""
    sums = collections.Counter()
    for row in rows:
        sums[row['core']] += float(row[what])
    return sums


def check(run, bundle):
    vertices = ask(bundle, 'core.critical_path_check')
    wrong = [row for row in vertices if row['unexplained'] != '0' or row['contradicted'] != '0']
    assert {row['stage'] for row in vertices} == set('FXDSIEC') and not wrong, (run, wrong)
    for name, part, whole in [('core.topdown', 'slots', 'all_slots'), ('core.pics_commit', 'cycles', 'roi_cycles'),
                              ('core.pics_dispatch', 'cycles', 'roi_cycles'), ('core.critical_path', 'cycles', 'roi_cycles')]:
        rows = ask(bundle, name)
        sums = total(rows, part)
        assert rows and all(abs(sums[row['core']] - float(row[whole])) < 1e-6 * float(row[whole]) for row in rows), (run, name, sums)
        assert not [row for row in rows if 'not recorded' in row.values()], (run, name)
        yield from (row['rule'] for row in rows if name == 'core.critical_path')


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 800
    name = os.path.join(temporary(), 'run')
    rules = collections.Counter()
    for run in PROGRAMS + KNOBS:
        rules.update(check(run, compiled(name, '--instructions %d %s' % (count, run))))
    print(dict(rules))
    for rule in ['EI', 'IE', 'IW', 'DW', 'CW', 'CD', 'EF']:
        assert rules[rule] > 0, rule


if __name__ == '__main__':
    main()
