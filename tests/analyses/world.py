"""A bundle built by hand: rows into an empty one, questions to mf-query."""
import atexit, csv, io, os, shutil, sqlite3, subprocess, tempfile

TOOLS = {}
KINDS = {}


def tools(argv):
    """argv: MF_QUERY EMPTY_BUNDLE"""
    TOOLS['query'], TOOLS['empty'] = argv[1], argv[2]
    return argv[3:]


class World:
    def __init__(self, path, t0, t1, cores=1, coverage=('core', 'prefetcher', 'cache'), packages=('core', 'prefetch', 'wrongpath'), from_start=0,
                 cycle=1):
        if os.path.exists(path):
            os.remove(path)
        subprocess.run([TOOLS['empty'], path, str(cycle), *packages], check=True)
        self.path, self.db = path, sqlite3.connect(path)
        self.db.execute('PRAGMA synchronous = OFF')
        self.db.execute('DELETE FROM roi')
        self.db.execute('UPDATE run SET t_begin = ?, t_end = ?', (t0, t1))
        for core in range(cores):
            self.put('roi', core=core, t0=t0, t1=t1)
        for domain in coverage:
            self.put('coverage', domain=domain, t0=t0, t1=t1, complete=1, snapshot=1, from_start=from_start)
        self.db.execute('UPDATE clocks SET period = ?', (cycle,))
        self.put('clocks', clock=9, name='test', period=1, phase=0)
        sql = self.db.execute("SELECT sql FROM sqlite_schema WHERE name = 'flows'").fetchone()[0]
        case = sql[sql.index('CASE "kind_c"'):]
        self.kinds = {}
        for part in case[:case.index(' END')].split(' WHEN ')[1:]:
            code, word = part.split(' THEN ')
            self.kinds[word.strip("'")] = int(code)
        self.codes = {}
        for enum, code, word in self.db.execute('SELECT enum, code, word FROM enums'):
            self.codes[enum, word] = code
        self.words, self.nodes, self.last = {}, {}, 0

    def put(self, table, **row):
        names = ', '.join('"%s"' % n for n in row)
        places = ', '.join('?' * len(row))
        return self.db.execute('INSERT INTO "%s"(%s) VALUES (%s)' % (table, names, places), list(row.values())).lastrowid

    def node(self, name, kind, core=0, **more):
        self.nodes[name] = self.put('nodes', name=name, kind=kind, clock=0, core=core, **more)
        return self.nodes[name]

    def word(self, text):
        """Code of a coined word."""
        if text is None:
            return None
        if text not in self.words:
            self.words[text] = self.put('words', text=text)
        return self.words[text]

    def code(self, enum, word):
        return self.codes[enum, word]

    def flow(self, kind, t, **more):
        self.last += 1
        row = dict(kind_c=self.kinds[kind], key=self.last, incarnation=0, t_open=t, t_close=t, core=0, thread=0, flags=0)
        row.update(more)
        return self.put('flows', **row)

    def done(self):
        """Text twins of the coined words that occur, as the materialiser adds them."""
        for table, column in (('flows', 'close_reason'), ('decisions', 'reason'), ('tenancies', 'rel_reason')):
            self.db.execute('ALTER TABLE %s DROP COLUMN %s' % (table, column))
            cases = ' '.join("WHEN %d THEN '%s'" % (c, w) for w, c in self.words.items())
            value = 'CASE %s_c %s END' % (column, cases) if cases else 'NULL'
            self.db.execute('ALTER TABLE %s ADD COLUMN %s TEXT AS (%s) VIRTUAL' % (table, column, value))
        self.db.commit()
        self.db.execute('ANALYZE')
        self.db.commit()
        self.db.close()
        return self.path


def ask(path, question, status=0, **parameters):
    """Rows of an analysis or of SQL, as dictionaries of texts."""
    options = []
    for name, value in parameters.items():
        options += ['--' + name.replace('_', '-'), str(value)]
    run = subprocess.run([TOOLS['query'], path, question, *options, '--format', 'csv'], capture_output=True, text=True)
    assert run.returncode == status, (question, run.returncode, run.stderr)
    return list(csv.DictReader(io.StringIO(run.stdout)))


def ask_each(pattern, question, *options):
    """Rows of an analysis over many bundles, each with its `run`."""
    run = subprocess.run([TOOLS['query'], '--each', pattern, question, *options, '--format', 'csv'], capture_output=True, text=True)
    assert run.returncode == 0, (question, run.stderr)
    return list(csv.DictReader(io.StringIO(run.stdout)))


def temporary(name):
    """A path in a folder of its own, which goes with the test."""
    folder = tempfile.mkdtemp(prefix='mf-')
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return os.path.join(folder, name)
