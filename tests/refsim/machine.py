"""Runs of mf-refsim, captured and compiled."""
import atexit, csv, io, os, shutil, subprocess, sys, tempfile

TOOLS = sys.argv[1]
PASSES = ['mf-ingest {0}.mft', 'mf-resolve', 'mf-tenancy', 'mf-edges {1} --db {0}.db']


def temporary():
    """A folder that goes with the test."""
    folder = tempfile.mkdtemp(prefix='mf-')
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def shell(command, status=0):
    """Runs it with our programs in the path: what it says on standard output and error. `status` None: any will do."""
    path = TOOLS + os.pathsep + os.environ['PATH']
    run = subprocess.run(['bash', '-o', 'pipefail', '-c', command], capture_output=True, text=True, env=dict(os.environ, PATH=path))
    assert status in (run.returncode, None), (command, run.returncode, run.stdout, run.stderr)
    return run.stdout, run.stderr


def compiled(name, arguments, capture='', edges='', own=True):
    """Captures mf-refsim; leaves name.mft, .json, .account and .db, checked. `own`: the
    window is the machine's own measured phase, and its counts are compared with the record."""
    shell('mf-capture %s -o %s.mft -- mf-refsim --stats %s.json --account %s.account %s' % (capture, name, name, name, arguments))
    said = shell(' | '.join(PASSES).format(name, edges))
    assert said == ('', ''), said   # not one warning
    shell('mf-query {0}.db --check'.format(name))
    if own:
        shell('mf-query {0}.db reconcile --stats {0}.json'.format(name))
    return name + '.db'


def ask(path, question, options=''):
    return list(csv.DictReader(io.StringIO(shell("mf-query %s '%s' --format csv%s" % (path, question.replace("'", "'\\''"), options))[0])))
