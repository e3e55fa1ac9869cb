"""mf-query's command line: statuses, formats, many runs, differences, reconciliation."""
import json
import os
import signal
import subprocess
import sys

from world import TOOLS, World, ask, temporary, tools


def query(*arguments, status=0, stdin=''):
    run = subprocess.run([TOOLS['query'], *arguments], capture_output=True, text=True, input=stdin)
    assert run.returncode == status, (arguments, run.returncode, run.stdout, run.stderr)
    return run


def bundle(path, memory, core, simulator=None):
    w = World(path, 0, 1000)
    w.node('cpu0', 'core')
    for t0, d, reason in ((0, memory, 'memory'), (500, core, 'execute')):
        w.put('episodes', kind_c=0, core=0, thread=0, flow=w.flow('inst', t0), t0=t0, t1=t0 + d, reason_c=w.code('head_reason', reason), flags=0)
    w.db.execute("UPDATE run SET simulator = ?, insts_retired = 7", (simulator,))
    return w.done()


def main():
    tools(sys.argv)
    a, b = temporary('a.db'), None
    bundle(a, 300, 100)
    folder = os.path.dirname(a)
    b = bundle(os.path.join(folder, 'b.db'), 100, 0)

    # One question, in every way that it can be put.
    sql = 'SELECT count(*) AS n FROM episodes'
    assert query(a, sql, '--format', 'csv').stdout == 'n\n2\n'
    assert query(a, '--format', 'csv', stdin=sql).stdout == 'n\n2\n'
    file = os.path.join(folder, 'q.sql')
    with open(file, 'w') as out:
        out.write(sql)
    assert query(a, '-f', file, '--format', 'csv').stdout == 'n\n2\n'

    # Wrong use is 2, what cannot be read 3, what is not modelled 4.
    for wrong in ((), (a, 'core.hed_block'), (a, sql, sql), (a, 'core.head_block', '--colour', '1'), (a, 'DELETE FROM run'), ('--diff', a),
                  (a, sql, '--format', 'xml'), (a, 'core.set_lifecycle'), (a, 'core.head_lines', '--top', 'many'), (a, 'reconcile'),
                  ('--each', folder + '/*.db', sql, '--reduce', 'pooled'), ('--each', folder + '/*.db', 'core.head_block', '--reduce', 'weighted')):
        query(*wrong, status=2)
    assert "did you mean 'core.head_block'" in query(a, 'core.hed_block', status=2).stderr
    for missing in ((folder + '/none.db', sql), (file, sql), (folder, sql), ('--each', folder + '/*.none', 'core.head_block')):
        query(*missing, status=3)
    query(a, 'prefetch.cascade', status=4)
    assert 'this machine has no prefetcher' in query('-l', a).stdout
    assert '--top' in query('-H', 'core.head_lines').stdout
    assert '--prefetcher' in query('-H', 'prefetch.cascade').stdout   # of a table that it uses

    # A reader that goes away ends it quietly, as a signal.
    long = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT i FROM n'
    process = subprocess.Popen([TOOLS['query'], a, long, '--format', 'csv'], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.wait() == -signal.SIGPIPE and process.stderr.read() == b''
    if os.path.exists('/dev/full'):
        with open('/dev/full', 'w') as full:
            assert subprocess.run([TOOLS['query'], a, sql], stdout=full, stderr=subprocess.PIPE).returncode == 3

    # Many runs.
    rows = ask_rows('--each', folder + '/*.db', 'core.head_block')
    assert [r['cycles'] for r in rows] == [300.0, 100.0, 100.0, 0.0], rows
    pooled = ask_rows('--each', folder + '/*.db', 'core.head_block', '--reduce', 'pooled')
    assert [(r['class'], r['pct_of_roi_cycles']) for r in pooled] == [('memory', 20.0), ('core', 5.0)], pooled
    weights = os.path.join(folder, 'weights')
    with open(weights, 'w') as out:
        out.write('a 1\nb 3\n')
    weighted = ask_rows('--each', folder + '/*.db', 'core.head_block', '--reduce', 'weighted', '--weights', weights)
    assert weighted[0]['pct_of_roi_cycles'] == 15.0, weighted

    # Differences.
    assert query('--diff', a, a).stdout == ''
    assert 'memory' in query('--diff', a, b, status=1).stdout
    query('--diff', a, b, '--tolerance', '2')
    query('--diff', a, b, 'core.head_block', '--tolerance', '0.1', status=1)

    # Invariants.
    query(a, '--check')
    import sqlite3
    db = sqlite3.connect(b)
    db.execute('UPDATE flows SET t_close = t_open - 1')
    db.commit()
    db.close()
    assert 'I2' in query(b, '--check', status=1).stdout

    reconciliation(folder)
    print('mf-query: as its manual says')


def ask_rows(*arguments):
    return json.loads(query(*arguments, '--format', 'json').stdout)


def reconciliation(folder):
    path = bundle(os.path.join(folder, 'sim.db'), 300, 100, simulator='toy')
    package = os.path.join(folder, 'toy')
    os.mkdir(package)
    with open(os.path.join(package, 'reconcile.sql'), 'w') as out:
        out.write("-- T.\n-- @column path TEXT\n-- @column value REAL\n-- @column reason TEXT\n"
                  "SELECT 'insts' AS path, insts_retired AS value, NULL AS reason FROM run\n"
                  "UNION ALL SELECT 'mean', 1.0 / 3, NULL UNION ALL SELECT 'power.*', NULL, 'no model of power'\n")
    stats = os.path.join(folder, 'stats.json')

    def compare(text, status):
        with open(stats, 'w') as out:
            out.write(text)
        return query(path, 'reconcile', '--stats', stats, '--package', package, status=status)

    compare('{"insts": 7, "mean": 0.333333, "power": {"core": 3}}', 0)
    assert 'differs' in compare('{"insts": 8, "mean": 0.333333}', 1).stdout
    assert 'unlisted' in compare('{"insts": 7, "news": 1}', 1).stdout
    compare('{"insts": 7', 3)
    import sqlite3
    db = sqlite3.connect(path)
    db.execute("UPDATE roi SET trigger = 'insts:1-2'")
    db.commit()
    db.close()
    compare('{"insts": 7}', 2)


if __name__ == '__main__':
    main()
