"""core.equivalence by hand: load bases, repetitions, parts, the measured region, the longest stage.

equivalence_test.py MF_QUERY EMPTY_BUNDLE"""
import sys

from world import World, ask, temporary, tools

M = 2147483647
A, B, CALLEE, KERNEL = 0x401000, 0x401004, 0x402000, 0xffffffff81000000


def stream(pcs):
    """The rows of one core that retired these: (instructions, records, hash, shift), of one block."""
    h, shift, once = 7, 0, [pc for i, pc in enumerate(pcs) if i == 0 or pc != pcs[i - 1]]
    for pc in once:
        h, shift = (h * 1000003 + pc % M + 1) % M, (shift * 1000003 + 1) % M
    return dict(instructions=len(once), records=len(pcs), hash=h, shift=shift)


def program(base, name, module=True, core=0):
    """Five instructions in six cycles, the third a repetition of the second; the last retires beyond the region."""
    w = World(temporary(name), 0, 12, cores=0, cycle=2)
    w.put('roi', core=core, t0=0, t1=10)
    w.db.execute("UPDATE run SET simulator = 'toy'")
    w.node('rob', 'rob', core=core, capacity=8)
    pcs = [base + offset for offset in (0x10, 0x14, 0x14, 0x18, 0x1c)]
    for n, pc in enumerate(pcs):
        t = 2 * n
        flow = w.flow('inst', t, core=core)
        w.put('insts', flow=flow, core=core, thread=0, seq=n, retire_idx=n, uop=0, last_uop=1, pc=pc, n_issue=1, t_fetch=t, t_decode=t + 1, t_dispatch=t + 1,
              t_issue=t + 1, t_complete=t + 2, t_commit=t + 4)
        w.put('tenancies', node=w.nodes['rob'], flow=flow, role_c=0, t_acq=t + 1, t_rel=t + 4, occ=n % 3, flags=0)
    w.put('checkpoints', checkpoint=1, core=core, block=0, **stream(pcs))
    if module:
        w.put('scopes', kind='module', name='a.out', pc_lo=base, pc_hi=base + 0x1000)
    return w.done(), pcs


def part(pcs, pc_lo=0, pc_hi=1 << 64, first=1 << 64):
    """The row of a part, by its definition: what follows itself in the whole goes, then what is outside."""
    h, instructions, records, last = 7, 0, 0, None
    for pc in pcs:
        is_new, last = pc != last, pc
        if not pc_lo <= pc < pc_hi:
            continue
        if is_new:
            if instructions == first:
                break
            h, instructions = (h * 1000003 + pc % M + 1) % M, instructions + 1
        records += 1
    return dict(retired=str(records), instructions=str(instructions), hash=str(h))


def parts(base, streams):
    """Of a program loaded at base; each core retired one of the streams, which are those of a load at 0."""
    w = World(temporary('parts.db'), 0, 100, cores=len(streams))
    for core, pcs in enumerate(streams):
        for n, pc in enumerate(pcs):
            for uop in range(2):   # each has one micro-operation more
                w.put('insts', flow=w.flow('inst', n, core=core), core=core, thread=0, seq=2 * n + uop, retire_idx=n, uop=uop, last_uop=uop,
                      pc=base + pc - (pc >> 63 << 64), n_issue=1, t_fetch=n, t_commit=n + 1)
        w.put('checkpoints', checkpoint=core + 1, core=core, block=0, **stream([base + pc for pc in pcs]))
    if base:
        w.put('scopes', kind='module', name='a.out', pc_lo=base, pc_hi=base + 0x10000)
    path = w.done()
    for options in (dict(pc_lo=A, pc_hi=CALLEE), dict(pc_lo=CALLEE, pc_hi=CALLEE + 1), dict(pc_hi=B), dict(pc_lo=B), dict(pc_lo=max(streams[0])), dict(first=5),
                    dict(first=2), dict(pc_lo=B, pc_hi=B + 1, first=1), dict(first=100)):
        expected = [dict(core=str(core), **part(pcs, **options)) for core, pcs in enumerate(streams)]
        expected = [row for row in expected if row['instructions'] != '0']
        options = {name: hex(value) for name, value in options.items()}
        rows = ask(path, 'core.equivalence', **options)
        assert [{name: row[name] for name in expected[0]} for row in rows] == expected, (base, options, rows, expected)
        blocks = ask(path, 'core.equivalence_blocks', **options)
        assert [(row['core'], row['hash']) for row in blocks] == [(row['core'], row['hash']) for row in expected], (base, options, blocks)
    # The last was all of it, which is on record.
    assert [row['hash'] for row in ask(path, 'core.equivalence')] == [row['hash'] for row in expected]


def main():
    tools(sys.argv)
    # A callee between two repetitions; addresses beyond 2^63, where nothing moves.
    parts(0, [[A, B, B, B, CALLEE, B, CALLEE, CALLEE, B, B, KERNEL, A, KERNEL, KERNEL, B], [CALLEE, A, A, KERNEL]])
    parts(0x7f0000000000, [[A, B, B, B, CALLEE, B, CALLEE, CALLEE, B, B, A, A], [CALLEE, A, A]])
    plain, pcs = program(0, 'plain.db', module=False)
    row, = ask(plain, 'core.equivalence')
    assert row == dict(core='0', simulator='toy', retired='5', instructions='4', hash=str(stream(pcs)['hash']), load_base='0x0', cycles='5.0', ipc='0.6',
                       rob_max_entries='3', rob_capacity='8', primary_stall='completion to retirement', primary_stall_cycles='5.0'), row
    # The same program elsewhere: the hash is that at base 0. Bases beyond the modulus and across a wrap of the sum.
    for base in (0x400000, 0x555555554000, 0x7ffff7dc1000):
        path, _ = program(base, 'moved.db', core=1)
        moved, = ask(path, 'core.equivalence')
        assert moved['hash'] == row['hash'] and moved['load_base'] == hex(base) and moved['core'] == '1', moved
        block, = ask(path, 'core.equivalence_blocks')
        assert block == dict(core='1', block='0', instructions='4', retired='5', hash=row['hash']), block
    # Without the module the record cannot know.
    unknown, = ask(program(0x400000, 'unknown.db', module=False)[0], 'core.equivalence')
    assert unknown['hash'] != row['hash']
    print('equivalence: as computed by hand')


if __name__ == '__main__':
    main()
