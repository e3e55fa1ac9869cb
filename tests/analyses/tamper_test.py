"""Every invariant of a bundle fires when its law is broken, and no other does.

tamper_test.py MF_QUERY EMPTY_BUNDLE CHECK_SQL"""
import os
import shutil
import sqlite3
import subprocess
import sys

from simulate import simulate
from world import TOOLS, temporary, tools

FAR = 1 << 40
LAWS = [
    ('I1', "UPDATE events SET t = t - 500 WHERE ev = (SELECT max(ev) FROM events WHERE ev NOT IN (SELECT u FROM edges UNION SELECT v FROM edges))"),
    ('I2', "UPDATE flows SET ev_open = 5, ev_close = 4 WHERE flow = (SELECT max(flow) FROM flows)"),
    ('I2', "UPDATE flows SET t_close = t_open - 1 WHERE flow = (SELECT max(flow) FROM flows)"),
    ('I3', "INSERT INTO flows(kind_c, core, key, incarnation, t_open, t_close, ev_open, ev_close, flags) "
           "VALUES (0, 0, 99999, 0, 0, 9, 1, 50, 0), (0, 0, 99999, 1, 0, 9, 49, 60, 0)"),
    ('I3', "INSERT INTO flows(kind_c, core, key, incarnation, t_open, ev_open, flags) VALUES (0, 0, 99999, 0, 0, 1, 2), (0, 0, 99999, 1, 0, 49, 2)"),
    ('I4', "UPDATE flows SET flags = 1, t_close = NULL WHERE flow = (SELECT min(flow) FROM flows WHERE t_close IS NOT NULL)"),
    ('I5', "UPDATE tenancies SET occ = (SELECT capacity FROM nodes n WHERE n.node = tenancies.node) "
           "WHERE ten = (SELECT min(ten) FROM tenancies t JOIN nodes n ON n.node = t.node AND n.capacity IS NOT NULL WHERE t.role_c = 0)"),
    ('I6', "UPDATE tenancies SET slot = 1, ev_acq = ten, ev_rel = NULL WHERE ten IN (SELECT ten FROM tenancies WHERE role_c = 0 "
           "AND ten NOT IN (SELECT owner_ten FROM tenancies WHERE owner_ten IS NOT NULL) ORDER BY node, ten LIMIT 2)"),
    ('I7', "UPDATE tenancies SET owner_ten = 999999 WHERE ten = (SELECT min(ten) FROM tenancies WHERE role_c = 1)"),
    ('I7', "UPDATE tenancies SET owner_ten = ten WHERE ten = (SELECT min(ten) FROM tenancies WHERE role_c = 1)"),
    ('I7', "UPDATE tenancies SET ev_acq = 1 WHERE ten = (SELECT max(ten) FROM tenancies WHERE role_c = 1)"),
    ('I7', "UPDATE tenancies SET ev_acq = %d, ev_rel = NULL WHERE ten = (SELECT min(w.ten) FROM tenancies w JOIN tenancies o ON o.ten = w.owner_ten "
           "WHERE o.ev_rel IS NOT NULL)" % FAR),
    ('I7', "UPDATE tenancies SET node = (SELECT node FROM nodes WHERE name = 'shared') WHERE ten = (SELECT min(ten) FROM tenancies WHERE role_c = 1)"),
    ('I8', "UPDATE edges SET gap = gap + 1, wmin = NULL WHERE edge = 4"),
    ('I8', "UPDATE edges SET u = v, gap = 0, wmin = NULL WHERE edge = 4"),
    ('I9', "UPDATE edges SET wmin = gap + 1 WHERE edge = 5"),
    ('I10', "UPDATE episodes SET t1 = t1 + 1 WHERE ep = (SELECT e.ep FROM episodes e JOIN episodes f ON f.t0 = e.t1 AND f.core = e.core "
            "AND f.kind_c = 0 WHERE e.kind_c = 0 LIMIT 1)"),
    ('I10 I11', "INSERT INTO episodes(kind_c, core, thread, t0, t1, reason_c, flags) SELECT 0, core, 0, t_begin, t_end, 1, 0 FROM k WHERE core = 0"),
    ('I12', "UPDATE episodes SET t1 = (SELECT t_end + 1 FROM k WHERE k.core = episodes.core) WHERE ep = (SELECT max(ep) FROM episodes WHERE kind_c = 1)"),
    ('I12', "UPDATE episodes SET t0 = (SELECT t_begin - 1 FROM k WHERE k.core = episodes.core) WHERE ep = (SELECT min(ep) FROM episodes WHERE kind_c = 1)"),
    *[('I13', "UPDATE insts SET t_%s = t_%s + 1 WHERE flow = (SELECT min(flow) FROM insts WHERE t_fetch < t_dispatch AND t_complete < t_commit)" % (a, b))
      for a, b in (('dispatch', 'issue'), ('issue', 'complete'), ('complete', 'commit'))],
    ('I13', "UPDATE insts SET t_decode = t_fetch - 1 WHERE flow = (SELECT max(flow) FROM insts)"),
    ('I13', "UPDATE insts SET t_decode = t_dispatch + 1 WHERE flow = (SELECT min(flow) FROM insts WHERE t_commit IS NOT NULL AND t_fetch IS NOT NULL)"),
    ('I14 I15', "UPDATE insts SET t_squash = t_commit WHERE flow = (SELECT min(flow) FROM insts WHERE t_commit IS NOT NULL)"),
    ('I15 I16', "UPDATE insts SET epoch = NULL WHERE flow = (SELECT min(flow) FROM insts WHERE t_squash IS NOT NULL)"),
    ('I15', "UPDATE insts SET epoch = 99 WHERE flow = (SELECT max(flow) FROM insts WHERE t_squash IS NULL)"),
    ('I16', "UPDATE epochs SET n_squashed = n_squashed + 1 WHERE epoch = 1"),
    ('I17', "INSERT INTO sites(site, name) VALUES (1, 's'); INSERT INTO decisions(ev, site, ord, forced, retry) VALUES (1, 1, 5, 0, 0), (2, 1, 4, 0, 0)"),
    ('I17', "INSERT INTO sites(site, name) VALUES (1, 's'); INSERT INTO decisions(ev, site, ord, forced, retry) VALUES (1, 1, 4, 0, 0), (2, 1, 4, 0, 0)"),
    ('I18', "INSERT INTO residencies(ten, node, line, by_prefetch, ev_fill, ev_evict, uses) VALUES (9001, 5, 77, 0, 10, 50, 0), (9002, 5, 77, 0, 30, 40, 0)"),
    ('I18', "INSERT INTO residencies(ten, node, line, by_prefetch, ev_fill, ev_evict, uses) VALUES (9001, 5, 77, 0, 10, NULL, 0), (9002, 5, 77, 0, 30, 40, 0)"),
    ('I19', "INSERT INTO coverage(domain, t0, t1, complete, snapshot, from_start) VALUES ('x', 0, 10, 1, 0, 0), ('x', 9, 20, 1, 0, 0)"),
    ('I20', "INSERT INTO diagnostics(pass, code, object, severity_c, n) VALUES ('p', 'c', '', 2, 1)")]
# What is at the edge of a law, and within it.
LAWFUL = [
    "UPDATE flows SET ev_open = 5, ev_close = 5, t_close = t_open WHERE flow = (SELECT max(flow) FROM flows)",
    "INSERT INTO flows(kind_c, core, key, incarnation, t_open, t_close, ev_open, ev_close, flags) "
    "VALUES (0, 0, 99999, 0, 0, 9, 1, 50, 0), (0, 0, 99999, 1, 0, 9, 50, 60, 0), "
    "(0, 1, 99999, 0, 0, 9, 5, 55, 0), (0, 1, 99999, 1, 0, 9, 55, 70, 0)",
    "INSERT INTO residencies(ten, node, line, by_prefetch, ev_fill, ev_evict, uses) "
    "VALUES (9001, 5, 77, 0, 10, 30, 0), (9002, 5, 77, 0, 30, 40, 0), (9003, 6, 77, 0, 20, 60, 0)",
    "INSERT INTO coverage(domain, t0, t1, complete, snapshot, from_start) VALUES ('x', 0, 10, 1, 0, 0), ('x', 10, 20, 1, 0, 0), ('y', 5, 15, 1, 0, 0)",
    "INSERT INTO sites(site, name) VALUES (1, 's'), (2, 't'); "
    "INSERT INTO decisions(ev, site, ord, forced, retry) VALUES (1, 1, 4, 0, 0), (2, 2, 3, 0, 0), (3, 1, 9, 0, 0)",
    "UPDATE edges SET wmin = gap",
    "INSERT INTO diagnostics(pass, code, object, severity_c, n) VALUES ('p', 'c', '', 1, 1), ('p', 'invariant', '', 2, 1)"]


def tampered(base, change):
    path = os.path.join(os.path.dirname(base), 'tampered.db')
    shutil.copy(base, path)
    db = sqlite3.connect(path)
    db.executescript('PRAGMA ignore_check_constraints = ON; ' + change)
    db.commit()
    return path, db


def fired(db, queries):
    return sorted({name.split()[0] for query in queries for name, n in db.execute(query) if n})


def main():
    check, = tools(sys.argv)
    with open(check) as text:
        queries = [query for query in text.read().split(';') if 'SELECT' in query]
    base = temporary('base.db')
    simulate(base, 1, 260)
    assert fired(sqlite3.connect(base), queries) == []
    for change in LAWFUL:
        _, db = tampered(base, change)
        assert fired(db, queries) == [], (change, fired(db, queries))
        db.close()
    for laws, change in LAWS:
        path, db = tampered(base, change)
        assert fired(db, queries) == laws.split(), (laws, change, fired(db, queries))
        db.close()
        shown = subprocess.run([TOOLS['query'], path, '--check', '--format', 'csv'], capture_output=True, text=True)
        assert shown.returncode == 1 and {row.split()[0] for row in shown.stdout.splitlines()[1:]} == set(laws.split()), (laws, shown)
    assert {law for laws, _ in LAWS for law in laws.split()} == {'I%d' % n for n in range(1, 21)}
    print('invariants:', len(LAWS), 'ways to break them, each noticed by its own')


if __name__ == '__main__':
    main()
