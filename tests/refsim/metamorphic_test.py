"""The same run recorded or compiled in another way gives the same answers, or those that must differ."""
import os, sqlite3
from machine import ask, compiled, shell, temporary

RUN = 'mf-refsim --instructions 1500 --l2 16 hash'
# Of the core's domain alone, whatever else is recorded; cycles of the run, keys of the machine.
CORE = {
    'times': 'SELECT core, retire_idx, seq, pc, t_fetch, t_decode, t_dispatch, t_rename, t_issue, t_complete, t_commit, t_squash FROM insts',
    'tenancies': """
      SELECT n.name, i.core, i.seq, t.slot, t.occ, t.t_acq, t.t_rel FROM tenancies t JOIN nodes n ON n.node = t.node
      JOIN insts i ON i.flow = t.flow WHERE n.kind IN ('rob', 'iq', 'lq', 'sq')""",
    'operands': """
      SELECT p.core, p.seq, c.seq, e.gap, e.wmin FROM edges e JOIN events a ON a.ev = e.u JOIN events b ON b.ev = e.v
      JOIN event_types y ON y.type = b.type JOIN insts p ON p.flow = a.flow JOIN insts c ON c.flow = b.flow
      WHERE e.chan = 'value' AND y.name = 'inst.issue'""",
    'stalls': 'SELECT e.core, e.kind, i.seq, e.reason, e.class, e.t0, e.t1, e.slots FROM episodes e LEFT JOIN insts i ON i.flow = e.flow',
    'squashes': 'SELECT core, cause, t_squash, t_recovered, n_squashed FROM epochs'}
PIPE = 'mf-ingest {0} {1} | mf-resolve {0} | mf-tenancy {0} | mf-edges {0} --db {2}'
FILED = 'mf-ingest {0} {3} {1} -o {2}.1 && mf-resolve {0} {3} {2}.1 -o {2}.2 && mf-tenancy {0} {3} {2}.2 -o {2}.3 && mf-edges {0} {2}.3 --db {2}'


def rows(bundle, questions):
    db = sqlite3.connect(bundle)
    return {name: sorted(db.execute(question), key=str) for name, question in questions.items()}


def analyses():
    """Names of those that need no parameter but have an answer for any run; what compiling cost differs."""
    listed = shell('mf-query -l')[0].splitlines()
    names = [line.split()[0] for line in listed if '.' in (line.split() or [''])[0]]
    return [name for name in names if name.split('.')[0] in ('core', 'prefetch', 'wrongpath') and name != 'core.overhead']


def answer(bundle, name):
    """Status and what was said: any status will do, but the same."""
    return shell('mf-query %s %s --format csv; echo $?' % (bundle, name))[0]


# What a capture of the core alone cannot tell, and the domain that it lacks.
OTHERS = {'core.mshr': 'cache', 'core.mshr_joins': 'cache', 'core.head_lines': 'cache', 'core.set_lifecycle --cache cpu0_L2 --set 0': 'cache',
          'prefetch.fates': 'prefetcher', 'prefetch.confidence_at_death': 'prefetcher', 'prefetch.why_chain_stopped': 'prefetcher',
          'reconcile --stats {0}.json': 'cache'}


def filtered(folder):
    """Only the core is recorded: its rows stay, and what needs others says so and never 0."""
    for workload in ['--l2 16 hash', '--chains 2 --squash 1 forward', 'contention']:
        everything = compiled(os.path.join(folder, 'all'), '--instructions 1500 ' + workload, '', '--materialise=events')
        core = os.path.join(folder, 'core')
        shell('mf-capture --domains core -o %s.mft -- mf-refsim --instructions 1500 --stats %s.json %s' % (core, core, workload))
        shell(PIPE.format('-q', core + '.mft', core + '.db --materialise=events'))
        shell('mf-query %s.db --check' % core)
        whole, part = rows(everything, CORE), rows(core + '.db', CORE)
        for name in CORE:
            assert whole[name] == part[name] and (part[name] or name == 'squashes'), (workload, name, len(whole[name]), len(part[name]))
        for name, domain in OTHERS.items():
            said = shell('mf-query %s.db %s 2>&1; echo $?' % (core, name.format(core)))[0]
            assert said.endswith('\n4\n') and 'did not record domain %s,' % domain in said, (name, said)
        leaves = {row['leaf'] for row in ask(core + '.db', 'prefetch.cascade')}
        assert leaves and all(leaf.startswith('unresolved') for leaf in leaves), leaves
    # The prefetcher's domain is off: with its node there, its leaves know nothing.
    off = os.path.join(folder, 'off')
    shell("mf-capture --when 'insts>=700:-prefetcher' -o %s.mft -- %s" % (off, RUN))
    shell(PIPE.format('-q', off + '.mft', off + '.db'))
    whole = {row['leaf'] for row in ask(compiled(os.path.join(folder, 'on'), RUN.split(' ', 1)[1]), 'prefetch.cascade')}
    leaves = {row['leaf'] for row in ask(off + '.db', 'prefetch.cascade')}
    assert 'unresolved_no_coverage' in leaves - whole, (leaves, whole)


def compiled_otherwise(folder):
    """Piped or filed, plain or compressed, once or twice: byte for byte."""
    path = lambda name: os.path.join(folder, name)
    shell('mf-capture --no-provenance -q -o %s -- %s' % (path('run'), RUN))
    shell(PIPE.format('--no-provenance', path('run'), path('piped.db')))
    shell(PIPE.format('--no-provenance', path('run'), path('twice.db')))
    shell(FILED.format('--no-provenance', path('run'), path('plain.db'), '-z 0'))
    shell(FILED.format('--no-provenance', path('run'), path('zstd.db'), '-z 3'))
    for other in ['twice.db', 'plain.db', 'zstd.db']:
        shell('cmp %s %s' % (path('piped.db'), path(other)))
    assert os.path.getsize(path('plain.db.1')) > 2 * os.path.getsize(path('zstd.db.1'))
    shell(PIPE.format('-q', path('run'), path('tables.db') + ' --materialise=events'))
    names = analyses()
    assert len(names) > 15, names
    for name in names:
        chunks, tables = answer(path('piped.db'), name), answer(path('tables.db'), name)
        assert chunks == tables, (name, chunks, tables)


def recorded_otherwise(folder):
    """Whatever the room and the compression, the capture has the same content."""
    seen = set()
    for options in ['', '--buffer 16', '--buffer 65536', '-z 0', '-z 9', '--buffer 64 -z 1']:
        name = os.path.join(folder, 'other')
        shell('mf-capture -q %s -o %s.mft -- %s' % (options, name, RUN))
        shell(PIPE.format('-q', name + '.mft', name + '.db'))
        seen.add(ask(name + '.db', 'SELECT run_uid FROM run')[0]['run_uid'])
    assert len(seen) == 1 and seen != {''}, seen


def main():
    folder = temporary()
    filtered(folder)
    compiled_otherwise(folder)
    recorded_otherwise(folder)


if __name__ == '__main__':
    main()
