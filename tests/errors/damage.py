"""Streams and bundles damaged in every way: each tool refuses them, or gives what it gives undamaged.

usage: damage.py FOLDER-OF-TOOLS RECODE SOURCE [--full]
"""
import glob
import os
import random
import struct
import subprocess
import sys
import tempfile

from harness import Table, judge, judge_answer, read, run, write

MAGIC, HEAD, PAGE = 16, 24, 8192
BATCH = 4  # events in a segment of what is damaged


def borders(stream):
    """Where segments begin, and where the last one ends."""
    at = [MAGIC]
    while at[-1] < len(stream):
        stored = struct.unpack_from('<I', stream, at[-1] + 4)[0]
        at.append(at[-1] + HEAD + (stored + 7) // 8 * 8)
    return at


def parts(stream):
    at = borders(stream)
    return stream[:MAGIC], [stream[a:b] for a, b in zip(at, at[1:])]


def thinned(items, most):
    """At most so many, evenly, the first and the last among them."""
    items = list(items)
    if len(items) <= most:
        return items
    return [items[i * (len(items) - 1) // (most - 1)] for i in range(most)]


# Each yields (note, damaged stream); `much` is how many of a kind are wanted.
def cut_at_borders(stream, much, _):
    for at in thinned([0] + borders(stream)[:-1], much):
        yield at, stream[:at]


def cut_inside(stream, much, rng):
    inside = []
    for a, b in zip(borders(stream), borders(stream)[1:]):
        inside += [a + 1, a + HEAD, rng.randrange(a + HEAD, b), b - 1]
    for at in thinned(inside, 2 * much):
        yield at, stream[:at]


def bits_flipped(stream, much, rng):
    for _ in range(2 * much):
        at, bit = rng.randrange(len(stream)), rng.randrange(8)
        yield (at, bit), stream[:at] + bytes([stream[at] ^ 1 << bit]) + stream[at + 1:]


def zeros_inside(stream, much, rng):
    for _ in range(much):
        at, size = rng.randrange(len(stream) - 64), rng.choice((8, 24, 64))
        if any(stream[at:at + size]):
            yield at, stream[:at] + bytes(size) + stream[at + size:]


def bytes_inserted(stream, much, rng):
    for at in [MAGIC] + [rng.randrange(len(stream)) for _ in range(much // 2)]:
        yield at, stream[:at] + bytes(rng.choice((1, 8, 24))) + stream[at:]


def padded_with_zeros(stream, _much, _rng):
    for size in (1, 23, 24, 4096):
        yield size, stream + bytes(size)


def junk_appended(stream, _much, rng):
    for junk in (b'\n', rng.randbytes(24), rng.randbytes(1000), stream, parts(stream)[1][-1]):
        yield len(junk), stream + junk


def segments_lost(stream, much, _):
    head, segments = parts(stream)
    for i in thinned(range(len(segments)), much):
        yield i, head + b''.join(segments[:i] + segments[i + 1:])


def segments_repeated(stream, much, _):
    head, segments = parts(stream)
    for i in thinned(range(len(segments)), much):
        yield i, head + b''.join(segments[:i + 1] + segments[i:])


def segments_moved(stream, much, _):
    head, segments = parts(stream)
    pairs = [(i, i + 1) for i in range(len(segments) - 1)] + [(1, len(segments) - 2), (0, len(segments) - 1)]
    for i, j in thinned(pairs, much):
        moved = list(segments)
        moved[i], moved[j] = moved[j], moved[i]
        if moved != segments:
            yield (i, j), head + b''.join(moved)


def segments_exchanged(stream, much, _):
    """One lost and another there twice: the counts agree."""
    head, segments = parts(stream)
    for i in thinned(range(1, len(segments) - 2), much):
        if segments[i] != segments[i + 1]:
            yield i, head + b''.join(segments[:i] + [segments[i + 1]] + segments[i + 1:])


STREAM_DAMAGE = (cut_at_borders, cut_inside, bits_flipped, zeros_inside, bytes_inserted, padded_with_zeros, junk_appended,
                 segments_lost, segments_repeated, segments_moved, segments_exchanged)


def named(damage):
    return damage.__name__.replace('_', ' ')


class Pipeline:
    """The tools, and the inputs that each gets of one capture, cut into small segments."""

    def __init__(self, tools, recode, folder):
        self.tools, self.recode_program, self.folder = tools, recode, folder

    def recode(self, stream, batch, batches, *packages):
        done = subprocess.run([self.recode_program, str(batch), str(batches), '0', *packages], input=stream, stdout=subprocess.PIPE, check=True)
        return done.stdout

    def command(self, tool, source, result, options=()):
        to = ['--no-check', '--db', result] if tool == 'mf-edges --db' else ['-z', '0', '-o', result]
        return [os.path.join(self.tools, tool.split()[0]), '-q', '--no-provenance', *options, source, *to]

    def stages(self, capture, options):
        """(tool, options, input, result) of each pass."""
        given, result = capture, os.path.join(self.folder, 'good')
        for tool in ('mf-ingest', 'mf-resolve', 'mf-tenancy', 'mf-edges', 'mf-edges --db'):
            mine = options if tool == 'mf-ingest' else ()
            status, _, said = run(self.command(tool, write(result + '.in', given), result, mine))
            assert status == 0, (tool, status, said)
            written = read(result)
            os.remove(result)
            yield tool, mine, given, written
            if not tool.startswith('mf-edges'):
                given = self.recode(written, BATCH, 0)


def damage_streams(table, pipeline, capture, options, much, rng):
    source, result = os.path.join(pipeline.folder, 'damaged'), os.path.join(pipeline.folder, 'result')
    bundle = None
    for tool, mine, given, good in pipeline.stages(capture, options):
        bundle = good
        for damage in STREAM_DAMAGE:
            for note, damaged in damage(given, much, rng):
                judge(table, named(damage), tool, pipeline.command(tool, write(source, damaged), result, mine), result, good, note)
    return bundle


def pages_zeroed(bundle, much, rng):
    for _ in range(much):
        at = rng.randrange(len(bundle) // PAGE) * PAGE
        yield at, bundle[:at] + bytes(PAGE) + bundle[at + PAGE:]


def cut_anywhere(bundle, much, rng):
    for at in [0, 1, 15, 16, 100] + [rng.randrange(len(bundle) // PAGE) * PAGE for _ in range(much)] + [rng.randrange(len(bundle)) for _ in range(much)]:
        yield at, bundle[:at]


def junk_behind(bundle, _much, rng):
    yield 0, bundle + rng.randbytes(1000)


# True: SQLite keeps no checksums, so that it may be a number that changed. No tool may crash, hang or fail without a word.
BUNDLE_DAMAGE = ((cut_anywhere, False), (padded_with_zeros, False), (junk_behind, False), (bits_flipped, True), (pages_zeroed, True))


def damage_bundles(table, pipeline, bundle, much, rng):
    path = write(os.path.join(pipeline.folder, 'run.db'), bundle)
    program = lambda name, *arguments: [os.path.join(pipeline.tools, name), path, *arguments]
    questions = (program('mf-query', 'SELECT e.*, k.chan FROM events e LEFT JOIN edges k ON k.v = e.ev', '--format', 'csv'),
                 program('mf-query', '--check'), program('mf-explain', '--top', '2'))
    answers = [run(question) for question in questions]
    for damage, changes in BUNDLE_DAMAGE:
        kind = 'bundle: ' + named(damage)
        for note, damaged in damage(bundle, much, rng):
            write(path, damaged)
            for question, good in zip(questions, answers):
                tool = os.path.basename(question[0]) + (' --check' if '--check' in question else '')
                judge_answer(table, kind, tool, question, good, note, changes)


def main():
    tools, recode, source = sys.argv[1:4]
    full = '--full' in sys.argv
    hand = os.path.join(source, 'tests/captures/hand')
    rng, table = random.Random(2026), Table()
    with tempfile.TemporaryDirectory(prefix='mf-damage-') as folder:
        pipeline = Pipeline(tools, recode, folder)
        gates = [os.path.join(source, 'tests/captures/gates/off-and-on.txt')]
        names = sorted(glob.glob(hand + '/*.txt')) if full else []
        for name in gates + names:
            capture = pipeline.recode(read(name), BATCH, 0, hand)
            bundle = damage_streams(table, pipeline, capture, ('--package', hand), 8 if full else 5, rng)
            if full:
                damage_bundles(table, pipeline, bundle, 3, rng)
        # The real one, its first events.
        real = pipeline.recode(read(os.path.join(source, 'tests/data/champsim-stencil3d-spp.mft')), 500, 40 if full else 4)
        bundle = damage_streams(table, pipeline, real, (), 20 if full else 2, rng)
        damage_bundles(table, pipeline, bundle, 20 if full else 3, rng)
    return table.finish()


if __name__ == '__main__':
    sys.exit(main())
