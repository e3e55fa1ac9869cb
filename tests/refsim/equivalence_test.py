"""core.equivalence of runs of one program on different machines, and of different programs."""
import os
from machine import ask, compiled, shell, temporary

BLOCK = 4096
HASH = 2147483647


def retired(bundle):
    """The pcs that core 0 retired, those that follow themselves once; and their hash after each block."""
    pcs = [int(row['pc']) for row in ask(bundle, 'SELECT pc FROM insts WHERE core = 0 AND retire_idx IS NOT NULL ORDER BY retire_idx, uop')]
    once = [pc for i, pc in enumerate(pcs) if i == 0 or pcs[i - 1] != pc]
    h, hashes = 7, []
    for n, pc in enumerate(once, 1):
        h = (h * 1000003 + pc % HASH + 1) % HASH
        if n % BLOCK == 0 or n == len(once):
            hashes.append(h)
    return pcs, once, hashes


def check(bundle):
    pcs, once, hashes = retired(bundle)
    row, = ask(bundle, 'core.equivalence')
    cycles = float(ask(bundle, 'SELECT span * 1.0 / P AS cycles FROM k')[0]['cycles'])
    rob = ask(bundle, "SELECT max(t.occ) + 1 AS n, n.capacity AS capacity FROM tenancies t JOIN nodes n USING (node) WHERE n.kind = 'rob'")[0]
    assert (row['retired'], row['instructions'], row['hash']) == (str(len(pcs)), str(len(once)), str(hashes[-1])), row
    assert row['hash'] == ask(bundle, 'SELECT retired_hash FROM run')[0]['retired_hash']
    assert float(row['cycles']) == cycles and abs(float(row['ipc']) - len(once) / cycles) < 1e-4, row
    assert (row['rob_max_entries'], row['rob_capacity']) == (rob['n'], rob['capacity']), (row, rob)
    blocks = ask(bundle, 'core.equivalence_blocks')
    assert [int(b['hash']) for b in blocks] == hashes and [int(b['block']) for b in blocks] == list(range(len(hashes)))
    assert [int(b['instructions']) for b in blocks] == [min(BLOCK * (n + 1), len(once)) for n in range(len(hashes))]
    assert blocks[-1]['retired'] == row['retired']
    stages = [(sum(float(r['d'] or 0) for r in ask(bundle, 'SELECT %s AS d FROM insts WHERE retire_idx IS NOT NULL' % what)), name) for what, name in (
        ('t_dispatch - t_decode', 'front end to dispatch'), ('t_issue - t_dispatch', 'dispatch to issue'),
        ('t_complete - t_issue', 'issue to completion'), ('t_commit - t_complete', 'completion to retirement'))]
    assert row['primary_stall'] == max(stages)[1], (row, stages)
    return row


def check_part(bundle, lo, hi, first):
    """Every block of the first so many instructions at these addresses, from the pcs."""
    _, once, _ = retired(bundle)
    kept = [pc for pc in once if lo <= pc < hi][:first]
    h, hashes = 7, []
    for n, pc in enumerate(kept, 1):
        h = (h * 1000003 + pc % HASH + 1) % HASH
        if n % BLOCK == 0 or n == len(kept):
            hashes.append(h)
    assert BLOCK < len(kept) < len(once)
    options = ' --pc-lo %d --pc-hi %d --first %d' % (lo, hi, first)
    blocks = [int(row['hash']) for row in ask(bundle, 'core.equivalence_blocks', options)]
    assert blocks == hashes, (lo, hi, first, blocks, hashes)
    assert ask(bundle, 'core.equivalence', options)[0]['hash'] == str(hashes[-1])


def first_difference(a, b):
    """Of the blocks that differ the one that --diff names first."""
    said = shell('mf-query --diff %s %s core.equivalence_blocks --format csv' % (a, b), status=1)[0].splitlines()
    blocks = [int(line.split()[2]) for line in said if line.startswith('core.equivalence_blocks') and line.split(',')[0].endswith('hash')]
    assert blocks == sorted(blocks)
    return blocks[0]


def main():
    folder = temporary()
    run = lambda name, options: compiled(os.path.join(folder, name), options)
    small = run('small', '--instructions 9000 --rob 24 --l2 16 --predictor bimodal branchy')
    large = run('large', '--instructions 9000 branchy')
    other = run('other', '--instructions 9000 --seed 2 branchy')
    rows = [check(bundle) for bundle in (small, large, other)]
    # As many as retire in the last cycle may be more: compare as far as both go.
    common = [[(b['block'], b['hash']) for b in ask(bundle, 'core.equivalence_blocks')][:2] for bundle in (small, large, other)]
    assert common[0] == common[1] != common[2]
    assert rows[0]['cycles'] != rows[1]['cycles'] and rows[0]['rob_max_entries'] != rows[1]['rob_max_entries']
    assert rows[1]['primary_stall'] != ''
    pcs, left, _ = retired(large)
    middle = sorted(pcs)[len(pcs) // 4]
    for lo, hi, first in ((middle, HASH, HASH), (0, HASH, 4097), (0, HASH, 8192), (middle, HASH, BLOCK + 1)):
        check_part(large, lo, hi, first)
    _, right, _ = retired(other)
    at = next(i for i, (x, y) in enumerate(zip(left, right)) if x != y)
    assert first_difference(large, other) == at // BLOCK


if __name__ == '__main__':
    main()
