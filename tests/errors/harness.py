"""What the tests of bad ends share: running a tool, judging how it ended, and the table of it all."""
import collections
import os
import re
import subprocess

# A message names its place: which part of the input, or which file.
PLACE = re.compile(r"segment \d+|byte \d+|line \d+|is empty|no Microflow stream|truncated|'[^']+'|standard (input|output)|out of memory|shared memory")
COLUMNS = ('tried', 'refused', 'identical', 'changed', 'wrong')  # changed: another answer, where that is no mistake


class Table:
    """Counts by (kind of damage, tool); keeps what went wrong, to be said at the end."""

    def __init__(self):
        self.counts = collections.defaultdict(lambda: dict.fromkeys(COLUMNS, 0))
        self.wrongs = []

    def add(self, kind, tool, verdict, remark=''):
        count = self.counts[kind, tool]
        count['tried'] += 1
        count[verdict] += 1
        if verdict == 'wrong':
            self.wrongs.append('%s, %s: %s' % (kind, tool, remark))

    def check(self, kind, tool, holds, remark=''):
        """Of an end that is right or not, without a result to compare."""
        self.add(kind, tool, 'refused' if holds else 'wrong', remark)

    def finish(self):
        """Prints the table; the exit status."""
        form = '%-34s %-16s' + ' %9s' * len(COLUMNS)
        print(form % (('damage', 'tool') + COLUMNS))
        for (kind, tool), count in self.counts.items():
            print(form % ((kind, tool) + tuple(count[c] for c in COLUMNS)))
        total = [sum(count[c] for count in self.counts.values()) for c in COLUMNS]
        print(form % (('in all', '') + tuple(total)))
        for wrong in self.wrongs[:40]:
            print('WRONG', wrong)
        return 1 if self.wrongs or total[0] == 0 else 0


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def write(path, content):
    with open(path, 'wb') as file:
        file.write(content)
    return path


def run(argv, **more):
    """Status (negative: the signal), standard output and error; None for a status: it hung."""
    try:
        ended = subprocess.run(argv, stdin=more.pop('stdin', subprocess.DEVNULL), capture_output=True, timeout=60, **more)
        return ended.returncode, ended.stdout, ended.stderr.decode(errors='replace')
    except subprocess.TimeoutExpired:
        return None, b'', 'hung'


def temporaries(folder):
    return [name for name in os.listdir(folder) if name.startswith('.')]


def judge(table, kind, tool, argv, result, good, note='', **more):
    """Runs a tool that is to write `result`: refused with a message that names its place and nothing
    left behind, or the result that it has for good input."""
    if os.path.exists(result):
        os.remove(result)
    status, _, said = run(argv, **more)
    left = temporaries(os.path.dirname(result))
    if status == 3 and PLACE.search(said) and not os.path.exists(result) and not left:
        return table.add(kind, tool, 'refused')
    if status == 0 and os.path.exists(result) and read(result) == good and not left:
        return table.add(kind, tool, 'identical')
    state = 'another result' if os.path.exists(result) else 'no result'
    table.add(kind, tool, 'wrong', '%s: status %s, %s, left %s, said %r' % (note, status, state, left, said[:300]))
    for name in left:
        os.remove(os.path.join(os.path.dirname(result), name))


def judge_answer(table, kind, tool, argv, good, note='', changes=False, **more):
    """Runs a tool that is to end with the (status, output, messages) `good`. `changes`: its input may hold another truth now."""
    status, out, said = run(argv, **more)
    if (status, out) == good[:2]:
        return table.add(kind, tool, 'identical')
    if status == 3 and PLACE.search(said):
        return table.add(kind, tool, 'refused')
    if changes and status in (0, 1, 4):
        return table.add(kind, tool, 'changed')
    table.add(kind, tool, 'wrong', '%s: status %s, printed %d bytes for %d, said %r' % (note, status, len(out), len(good[1]), said[:300]))
