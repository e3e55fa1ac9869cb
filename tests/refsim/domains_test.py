"""Domains that were never on, or went off and on again: what is missing is no mistake of the
machine's, and no entry is counted twice when live state is dumped anew."""
import os, sqlite3
from machine import PASSES, shell, temporary

DOMAINS = ['core', 'cache', 'dram', 'prefetcher,cache', 'core,cache,tlb,dram,predictor', 'core,prefetcher']
RULES = [['-cache'], ['-prefetcher'], ['-cache', '+cache'], ['-core', '+core,-dram', '+dram'],
         ['-cache', '+cache,-core', '+core,-dram,-tlb', '+dram,+tlb,-prefetcher']]
TOO_MANY = """
SELECT n.name, max(t.occ) + 1, n.capacity FROM tenancies t JOIN nodes n ON n.node = t.node
WHERE t.role = 'owner' GROUP BY n.node HAVING max(t.occ) + 1 > n.capacity"""


def main():
    name = os.path.join(temporary(), 'run')
    options = ['--domains ' + each for each in DOMAINS]
    options += [' '.join("--when 'insts>=%d:%s'" % (300 + 300 * i, act) for i, act in enumerate(rules)) for rules in RULES]
    for option in options:
        for machine in ('--chains 2 forward', '--l2 16 --warmup 500 hash'):
            shell('mf-capture %s -o %s.mft -- mf-refsim --instructions 2000 %s' % (option, name, machine))
            shell(' | '.join(PASSES).format(name, '-q') + ' 2>/dev/null')
            shell('mf-query %s.db --check' % name)
            assert not sqlite3.connect(name + '.db').execute(TOO_MANY).fetchall(), option


if __name__ == '__main__':
    main()
