"""Each built-in program is slow for the reason that --list states, and runs alike recorded or not."""
import collections, json, os
from machine import shell, temporary


def shares(path):
    """Of core 0: cycles of memory and core at the head, and slots lost to recovery, of all."""
    with open(path + '.json') as file:
        core = json.load(file)['cpu0']
    # Every dispatch slot of every cycle was used, or lost for a reason.
    assert core['dispatched'] + sum(core['lost_slots'].values()) == 4 * core['cycles'], path
    head, lost, cycles = core['head_cycles'], core['lost_slots'], core['cycles']
    return {'memory': head['memory'] / cycles, 'core': (head['execute'] + head['latency']) / cycles,
            'recovery': (lost['mispredict'] + lost['mem_order']) / (4 * cycles)}


def served(path):
    by = collections.Counter()
    for line in open(path + '.account'):
        core, _, t0, t1, stalled, _, level = line.split()[:7]
        if core == '0' and stalled == 'memory':
            by[level] += int(t1) - int(t0)
    return by.most_common(1)[0][0]


def main():
    folder = temporary()
    listed = [(line[:12].strip(), line[12:28].split()) for line in shell('mf-refsim --list')[0].splitlines()[1:]]
    assert len(listed) == 10
    for name, (bottleneck, *detail) in listed:
        path = os.path.join(folder, name)
        shell('mf-refsim --instructions 20000 --stats %s.json --account %s.account %s' % (path, path, name))
        found = shares(path)
        assert max(found, key=found.get) == bottleneck, (name, found)
        for word in detail:
            assert served(path) == {'DRAM': 'DRAM.ch0.rq', 'late': '-'}[word], (name, served(path))
        # Cycles in which nothing can happen are not simulated; if they are, all is the same.
        shell('mf-refsim --instructions 20000 --every-cycle --stats {0}.1 --account {0}.2 {1} && cmp {0}.1 {0}.json && cmp {0}.2 {0}.account'
              .format(path, name))
    for options in ['--core-period 500 --l2 8 --llc 32 --inclusive --chains 3 contention', '--core-period 333 --warmup 1000 hash stream']:
        path = os.path.join(folder, 'every')
        shell('mf-refsim --instructions 3000 --stats {0}.1 {1} && mf-refsim --instructions 3000 --every-cycle --stats {0}.2 {1} && cmp {0}.1 {0}.2'
              .format(path, options))
    # The same bytes once more, while recorded, and with another seed other ones.
    for options in ['--instructions 5000 hash', '--instructions 3000 --warmup 2000 contention']:
        path = os.path.join(folder, 'again')
        shell('mf-refsim %s --stats %s.1' % (options, path))
        shell('mf-capture -o %s.mft -- mf-refsim %s --stats %s.2' % (path, options, path))
        shell('mf-capture -o %s.second.mft --no-provenance -- mf-refsim %s --seed 2 --stats %s.3' % (path, options, path))
        shell('mf-capture -o %s.third.mft --no-provenance -- mf-refsim %s --seed 2 --stats %s.3' % (path, options, path))
        shell('cmp {0}.1 {0}.2 && cmp {0}.second.mft {0}.third.mft && ! cmp -s {0}.1 {0}.3'.format(path))


if __name__ == '__main__':
    main()
