"""mf-reverse on the reference machine: what the record predicts to vanish vanishes, what it
says nothing about stays, and nothing is reversed where nothing was decided."""
import os, sqlite3
from machine import PASSES, ask, shell, temporary

# What is suppressed would go to the shared cache only. From two of its sets fewer lines are evicted
# until the access than they have ways, but as many are used: a request would not last there.
MACHINE = '--instructions 3500 --llc 384 --threshold 60 --fill-threshold 60 --seed 7 contention'
VICTIMS = '--instructions 4000 --l2 8 --llc 32 --seed 7 hop'
REVERSE = 'mf-reverse -q %s -o %s %s -- mf-refsim %s'
RUNS = 'SELECT what, vanishes, prefix_ok, vanished, base_stall, stall, net, local, displaced FROM reversals'
MADE = "SELECT kind, ep, dec_a, vanished, stall, cycles FROM reversals WHERE what = 'reversal' ORDER BY rev"


def campaign(folder, name, bundle, options, machine=MACHINE, status=0):
    """The campaign's database; else what was said."""
    path = os.path.join(folder, name)
    said = shell(REVERSE % (options, path, bundle, machine), status)[1]
    assert os.path.exists(path) == (status == 0)
    return sqlite3.connect(path) if status == 0 else said


def compiled(path, machine=MACHINE):
    shell('mf-capture -o %s.mft -- mf-refsim %s' % (path, machine))
    shell(' | '.join(PASSES).format(path, '--no-check'))
    return path + '.db'


def effects(folder, bundle, proposed):
    """All lines that are proposed to be requested, with controls and a pair."""
    db = campaign(folder, 'a.db', bundle, '--kind suppressed -n 100 --controls 2 --pairs 1')
    runs = db.execute(RUNS).fetchall()
    kinds = [run[0] for run in runs]
    assert kinds.count('reversal') == proposed.count('suppressed'), kinds
    assert kinds.count('control') >= 1 and kinds.count('pair') == 1, kinds
    for what, vanishes, prefix, vanished, base, stall, net, local, displaced in runs:
        assert prefix == 1, runs
        assert local == base - stall and displaced == local - net
        if what == 'control':
            assert not vanished, runs
        if what == 'reversal' and vanishes:
            assert vanished and stall < base, runs
    # The two that it does not predict stay.
    alone = [(run[1], run[3]) for run in runs if run[0] == 'reversal']
    assert alone.count((1, 1)) == 4 and alone.count((0, 0)) == 2, alone
    assert len(db.execute('SELECT icost FROM icost').fetchall()) == 1
    return db


def wilson(db):
    """Of four, all: the lower bound is then 1 / (1 + z2 / n)."""
    low = 100 / (1 + 1.96 ** 2 / 4)
    pct, *bounds = db.execute("SELECT pct, pct_low, pct_high FROM summary WHERE what = 'reversal' AND predicted").fetchone()
    assert pct == 100 and bounds == [round(low, 2), 100], (pct, bounds)


def destinations(folder):
    """Where the prefetcher's requests went says where the lines would be that it did not request; where it made none, nothing does."""
    below = ask(compiled(os.path.join(folder, 'below'), MACHINE.replace('--fill-threshold 60', '--fill-threshold 101')), 'prefetch.reversible')
    assert [row['cache'] for row in below] == ['LLC'] * 6 and [row['vanishes'] for row in below].count('1') == 4, below
    silent = ask(compiled(os.path.join(folder, 'silent'), MACHINE.replace('--threshold 60', '--threshold 101', 1)), 'prefetch.reversible')
    assert len(silent) > 1000 and {row['vanishes'] for row in silent} == {'0'}, silent[:3]


def controls(folder):
    """Of another set: a victim spared in the set of the stall decides who goes next there, and is no control."""
    bundle = compiled(os.path.join(folder, 'victims'), VICTIMS)
    place = {(row['ep'], row['dec']): (row['cache'], row['cset']) for row in ask(bundle, 'prefetch.reversible')}
    of_stall = {ep: where for (ep, _), where in place.items()}
    of_decision = {dec: {where for (_, other), where in place.items() if other == dec} for _, dec in place}
    assert len(set(of_stall.values())) < len(of_stall)
    flips = campaign(folder, 'v.db', bundle, '-n 1 --controls 12 --kind victim', VICTIMS).execute(
        "SELECT CAST(ep AS TEXT), CAST(dec_a AS TEXT), vanished FROM reversals WHERE what = 'control'").fetchall()
    assert len(flips) == 12 and not any(vanished for _, _, vanished in flips), flips
    assert not [ep for ep, dec, _ in flips if of_stall[ep] in of_decision[dec]]


def main():
    folder = temporary()
    bundle = compiled(os.path.join(folder, 'run'))
    proposed = ask(bundle, 'prefetch.reversible')
    db = effects(folder, bundle, [row['kind'] for row in proposed])
    wilson(db)
    destinations(folder)
    controls(folder)

    # The same seed makes the same choice, however many run at once; another makes another.
    made = db.execute(MADE).fetchall()
    again = campaign(folder, 'b.db', bundle, '-j 2 --kind suppressed -n 2').execute(MADE).fetchall()
    assert again == made[:2], (again, made)
    other = campaign(folder, 'c.db', bundle, '--kind suppressed -n 1 --seed 9').execute(MADE).fetchall()
    assert other != made[:1] and other[0] in made, (other, made)

    # Bounded stalls have no decision to flip: refused, and no database.
    bounded = [row['ep'] for row in ask(bundle, 'prefetch.cascade_episodes') if row['sup'] == row['displacing_decision'] == '']
    assert len(bounded) > 30 and not set(bounded) & {row['ep'] for row in proposed}, len(bounded)
    assert 'proposes nothing to reverse' in campaign(folder, 'none.db', bundle, '--episode ' + bounded[0], status=1)
    # Another run than the recorded one is noticed.
    said = campaign(folder, 'none.db', bundle, '', MACHINE.replace('3500', '500'), status=3)
    assert 'does not repeat the recorded run' in said, said


if __name__ == '__main__':
    main()
