"""Huge pages: what is translated is larger than the pages that caches and prefetchers speak of,
and a virtual page is never taken for a physical one."""
import os, sqlite3
from machine import ask, compiled, temporary

RUN = '--instructions 3000 --l2 16 %s hop'
# Each translation with the load that it is for: the virtual page asked for, the line it gave.
TRANSLATED = """
SELECT s.page, v.vaddr, p.line FROM ev_translation_send s JOIN flows f ON f.flow = s.flow
JOIN ev_packet_send v ON v.flow = f.parent JOIN packets p ON p.flow = f.parent WHERE p.line IS NOT NULL"""
SHIFTS = "SELECT kind, line_shift, page_shift FROM nodes WHERE kind IN ('cache', 'tlb') GROUP BY 1, 2, 3 ORDER BY 1"
STEPS = 'SELECT flow, count(*) FROM ev_walk_step WHERE flow IN (SELECT flow FROM ev_walk_end) GROUP BY flow'
WRONG_PAGE = 'SELECT count(*) FROM %s WHERE page <> line >> 6'


def check(name, options, shift, tables):
    bundle = compiled(name, RUN % options)
    db = sqlite3.connect(bundle)
    count = lambda sql: db.execute(sql).fetchone()[0]
    # Chunk tables are mf-query's.
    rows = [tuple(int(cell) for cell in row.values()) for row in ask(bundle, TRANSLATED)]
    assert len(rows) > 300
    inside = (1 << shift - 6) - 1
    for page, vaddr, line in rows:
        assert page == vaddr >> shift and line & inside == vaddr >> 6 & inside
    assert db.execute(SHIFTS).fetchall() == [('cache', 6, 12), ('tlb', shift, shift)]
    assert {int(row['count(*)']) for row in ask(bundle, STEPS)} == {tables}
    # Lines of caches, of prefetches and of stalls lie in physical pages of 4 KiB.
    for table in ('ev_access', 'prefetches', 'residencies'):
        assert count('SELECT count(*) FROM ' + table) > 100 and count(WRONG_PAGE % table) == 0, table
    assert count('SELECT count(DISTINCT page) FROM ev_access') > 8
    stalls = ask(bundle, 'prefetch.cascade_episodes')
    assert all(row['line'] in ('', 'n/a') or int(row['page'] or 0) in (0, int(row['line']) >> 6) for row in stalls)
    return len({page for page, _, _ in rows})


def main():
    folder = temporary()
    small = check(os.path.join(folder, 'small'), '', 12, 4)
    huge = check(os.path.join(folder, 'huge'), '--huge-pages', 21, 3)
    assert huge < small, (huge, small)


if __name__ == '__main__':
    main()
