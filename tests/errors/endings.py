"""Tools that are ended before their time, or given too little of disk and memory: each says so or is
killed, whoever reads from it fails too, and under a final name stands what stood there before.

usage: endings.py FOLDER-OF-TOOLS RECODE FAKE-SIMULATOR SOURCE [--full] [--no-memory-limits]
"""
import bisect
import contextlib
import functools
import os
import pty
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time

from harness import PLACE, Table, judge, judge_answer, read, run, temporaries, write

PASSES = ('mf-ingest', 'mf-resolve', 'mf-tenancy', 'mf-edges')
PROFILE = '''using Mf = import "/microflow/profile.capnp";
const fake :Mf.Profile = (name = "fake/default", simulator = "fake", packages = ["core", "prefetch"], tick = "ps", reference = "cpu");
'''
KILLS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)


class Bench:
    """Tools, a folder of their own, and a stream for each pass with the result that it should give."""

    def __init__(self, tools, recode, simulator, source, folder):
        self.tools, self.simulator, self.folder = tools, simulator, folder
        with open(os.path.join(source, 'tests/data/champsim-stencil3d-spp.mft'), 'rb') as file:
            real = subprocess.run([recode, '500', '40', '0'], stdin=file, stdout=subprocess.PIPE, check=True).stdout
        self.input, self.good, given = {}, {}, write(self.path('capture'), real)
        for tool in PASSES:
            self.input[tool], result = given, self.path('after-' + tool)
            assert run(self.command(tool, given, '-o', result))[0] == 0
            self.good[tool], given = read(result), result
        self.input['bundle'], bundle = self.input['mf-edges'], self.path('good.db')
        assert run(self.command('mf-edges', self.input['bundle'], '--db', bundle))[0] == 0
        self.good['bundle'] = read(bundle)

    def path(self, name):
        return os.path.join(self.folder, name)

    def command(self, tool, *arguments):
        return [os.path.join(self.tools, tool), '-q', '--no-provenance', '-z', '0', *arguments]

    def writers(self):
        """(tool, command, result, the good one) of everything that writes a file."""
        for tool in PASSES:
            yield tool, self.command(tool, self.input[tool], '-o', self.path('result')), self.path('result'), self.good[tool]
        yield 'mf-edges --db', self.command('mf-edges', self.input['bundle'], '--db', self.path('result')), self.path('result'), self.good['bundle']

    def readers(self):
        bundle = self.path('good.db')
        yield 'mf-query', [os.path.join(self.tools, 'mf-query'), bundle, 'SELECT * FROM events', '--format', 'csv']
        yield 'mf-explain', [os.path.join(self.tools, 'mf-explain'), bundle, '--top', '3']

    @contextlib.contextmanager
    def target(self):
        """A folder of its own, with an old result in it."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            yield folder, write(os.path.join(folder, 'run.db'), self.good['bundle'])


def limited(what, value):
    return lambda: resource.setrlimit(what, (value, value))


def full_disks(table, bench):
    for tool, argv, _, _ in bench.writers():
        if '-o' in argv:
            with open('/dev/full', 'w') as full:
                done = subprocess.run(argv[:argv.index('-o')], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
            table.check('/dev/full', tool, done.returncode == 3 and 'No space left' in done.stderr, (done.returncode, done.stderr))
    for tool, argv in bench.readers():
        with open('/dev/full', 'w') as full:
            done = subprocess.run(argv, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        table.check('/dev/full', tool, done.returncode == 3 and PLACE.search(done.stderr), (done.returncode, done.stderr))


def readers_gone(table, bench):
    """As `| head -c 10`: ended by SIGPIPE, without a word."""
    commands = [(tool, argv[:argv.index('-o')]) for tool, argv, _, _ in bench.writers() if '-o' in argv] + list(bench.readers())[:1]
    for tool, argv in commands:
        process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.read(process.stdout.fileno(), 10)
        process.stdout.close()
        said = process.stderr.read()
        table.check('reader gone', tool, process.wait(60) == -signal.SIGPIPE and said == b'', (process.returncode, said))


def file_limits(table, bench, full):
    for tool, argv, result, good in bench.writers():
        sizes = [0, 1, 4096, 65536, len(good) - 1, len(good), 2 * len(good)] + [len(good) * i // 20 for i in range(1, 20)] * full
        for size in sizes:
            judge(table, 'file size limited', tool, argv, result, good, size, preexec_fn=limited(resource.RLIMIT_FSIZE, size))
    # Too little for the shared memory, enough for that and not for the capture, and enough.
    result = bench.path('result')
    argv = bench.command('mf-capture', '--buffer', '16', '-o', result, '--', bench.simulator, 'begin', 'phase=0', 'events=1000000', 'done')
    assert run(argv)[0] == 0
    good = read(result)
    for size in (0, 1 << 16, 1500 << 10, len(good)):
        judge(table, 'file size limited', 'mf-capture', argv, result, good, size, preexec_fn=limited(resource.RLIMIT_FSIZE, size))


def memory_limits(table, bench, full):
    """From 1 MiB more than a program needs to be loaded, where exceptions have room, to enough."""
    @functools.cache
    def limits(program):
        loads = lambda mib: run([program, '--version'], preexec_fn=limited(resource.RLIMIT_AS, mib << 20))[0] == 0
        least = 5 + bisect.bisect_left(range(4, 512), True, key=loads)
        return [limited(resource.RLIMIT_AS, (least << 20) + (more << 18)) for more in (range(80) if full else (0, 1, 3, 8, 32))]
    for tool, argv, result, good in bench.writers():
        for limit in limits(argv[0]):
            judge(table, 'memory limited', tool, argv, result, good, preexec_fn=limit)
    for tool, argv in bench.readers():
        good = run(argv)
        for limit in limits(argv[0]):
            judge_answer(table, 'memory limited', tool, argv, good, preexec_fn=limit)


def await_(holds, seconds=20):
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    return holds()


def killed_in_pipes(table, bench, full):
    """Each pass of the pipe is killed in the middle: those after it fail, the old bundle stays."""
    stream = read(bench.input['mf-ingest'])
    for victim in range(len(PASSES)):
        for kill in KILLS if full else KILLS[victim % 2:victim % 2 + 1]:
            with bench.target() as (folder, bundle):
                before, stages, source = read(bundle), [], subprocess.PIPE
                for tool in PASSES:
                    to = ['--db', bundle] if tool == 'mf-edges' else []
                    stages.append(subprocess.Popen(bench.command(tool, *to), stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE))
                    if stages[:-1]:
                        source.close()
                    source = stages[-1].stdout
                stages[0].stdin.write(stream[:len(stream) // 2])
                stages[0].stdin.flush()
                await_(lambda: temporaries(folder))
                stages[victim].send_signal(kill)
                stages[victim].wait(60)
                with contextlib.suppress(BrokenPipeError):
                    stages[0].stdin.write(stream[len(stream) // 2:])
                    stages[0].stdin.flush()
                with contextlib.suppress(BrokenPipeError):
                    stages[0].stdin.close()
                ends = [stage.wait(60) for stage in stages]
                said = [stage.stderr.read().decode() for stage in stages]
                left = [] if victim == 3 and kill == signal.SIGKILL else temporaries(folder)  # nobody cleans up after SIGKILL
                holds = (ends[victim] == -kill and all(end == 3 for end in ends[victim + 1:]) and all(PLACE.search(each) for each in said[victim + 1:])
                         and read(bundle) == before and not left)
                table.check('%s in a pipe' % kill.name, PASSES[victim], holds, (ends, said, left))


def simulate(bench, result, *acts):
    return [os.path.join(bench.tools, 'mf-capture'), '-o', result, '--', bench.simulator, 'begin', 'phase=0', *acts]


def captures_killed(table, bench):
    """Nothing stands under the final name but a capture that is whole, or says that it ended early."""
    profile = write(bench.path('fake.capnp'), PROFILE.encode())
    for whom in ('mf-capture', 'its simulator'):
        for kill in KILLS:
            with bench.target() as (folder, _):
                result = os.path.join(folder, 'run.mft')
                process = subprocess.Popen(simulate(bench, result, 'forever'), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                child = '/proc/%d/task/%d/children' % (process.pid, process.pid)
                await_(lambda: any(os.path.getsize(os.path.join(folder, name)) > 10000 for name in temporaries(folder)))
                simulator = int(read(child).split()[0])
                os.kill(process.pid if whom == 'mf-capture' else simulator, kill)
                status, said = process.wait(60), process.stderr.read().decode()
                if whom == 'mf-capture' and kill == signal.SIGKILL:
                    gone = await_(lambda: not os.path.exists('/proc/%d/exe' % simulator) or 'Z' in open('/proc/%d/stat' % simulator).read())
                    table.check('SIGKILL', whom, status == -kill and not os.path.exists(result) and gone, (status, said, gone))
                    continue
                ingested = run([os.path.join(bench.tools, 'mf-ingest'), '-p', profile, result])
                holds = status == 128 + kill and 'ends early' in said and ingested[0] == 0 and not temporaries(folder)
                table.check(kill.name, whom, holds, (status, said, ingested[0], ingested[2], temporaries(folder)))


def on_a_terminal(line, folder, ready):
    """Runs a line of the shell on a terminal of its own, types ^C when it is ready; status and what was shown."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execv('/bin/bash', ['bash', '-c', line])
    await_(ready)
    os.write(terminal, b'\x03')
    shown = b''
    with contextlib.suppress(OSError):
        while select.select([terminal], [], [], 60)[0]:
            more = os.read(terminal, 4096)
            if not more:
                break
            shown += more
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode(errors='replace')


def interrupted_on_a_terminal(table, bench):
    profile = write(bench.path('fake.capnp'), PROFILE.encode())
    tool = lambda name: os.path.join(bench.tools, name)
    with bench.target() as (folder, _):
        grown = lambda: any(os.path.getsize(os.path.join(folder, name)) > 10000 for name in temporaries(folder))
        status, shown = on_a_terminal(' '.join(simulate(bench, 'run.mft', 'forever')), folder, grown)
        ingested = run([tool('mf-ingest'), '-p', profile, os.path.join(folder, 'run.mft')])
        holds = 'ends early' in shown and ingested[0] == 0 and not temporaries(folder)
        table.check('^C on a terminal', 'mf-capture', holds, (status, shown, ingested[0], ingested[2]))
    with bench.target() as (folder, bundle):
        before = read(bundle)
        line = '%s -- %s begin phase=0 forever | %s -p %s | %s | %s | %s --db run.db; exit ${PIPESTATUS[4]}' % (
            tool('mf-capture'), bench.simulator, tool('mf-ingest'), profile, *map(tool, PASSES[1:]))
        status, shown = on_a_terminal(line, folder, lambda: len(temporaries(folder)) > 0)
        holds = status != 0 and 'mf-edges' not in shown and read(bundle) == before and not temporaries(folder)
        table.check('^C on a terminal', 'the pipe', holds, (status, shown, temporaries(folder)))


def main():
    tools, recode, simulator, source = map(os.path.abspath, sys.argv[1:5])
    full, table = '--full' in sys.argv, Table()
    with tempfile.TemporaryDirectory(prefix='mf-endings-') as folder:
        bench = Bench(tools, recode, simulator, source, folder)
        full_disks(table, bench)
        readers_gone(table, bench)
        file_limits(table, bench, full)
        if '--no-memory-limits' not in sys.argv:  # a sanitizer's shadow needs more than there is
            memory_limits(table, bench, full)
        killed_in_pipes(table, bench, full)
        captures_killed(table, bench)
        interrupted_on_a_terminal(table, bench)
    return table.finish()


if __name__ == '__main__':
    sys.exit(main())
