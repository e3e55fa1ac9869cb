# mf-reverse says what it lacks, and leaves no database behind.
$ mf-capture -o run.mft -- mf-refsim --instructions 500 chase; mf-ingest run.mft | mf-resolve | mf-tenancy | mf-edges --db run.db
$ mf-reverse
mf-reverse: no bundle is named
see mf-reverse(1)
[2]
$ mf-reverse run.db -- mf-refsim chase
mf-reverse: no output: give -o FILE
see mf-reverse(1)
[2]
$ mf-reverse -o c.db run.db
mf-reverse: no simulator: give its command after --
see mf-reverse(1)
[2]
$ mf-reverse -o - run.db -- mf-refsim chase
mf-reverse: a campaign's database needs a regular file
see mf-reverse(1)
[2]
$ mf-reverse -o c.db -j 0 run.db -- mf-refsim chase
mf-reverse: --jobs is a number from 1 to 256
see mf-reverse(1)
[2]
$ mf-reverse -o c.db none.db -- mf-refsim chase
mf-reverse: cannot open 'none.db': No such file or directory
[3]
$ mf-reverse -o c.db --proposals prefetch.fates run.db -- mf-refsim chase
mf-reverse: 'run.db': the record proposes nothing to reverse
[1]
$ mf-reverse -o c.db run.db -- mf-refsim --instructions 500 chase
mf-reverse: 'run.db': the record proposes nothing to reverse
[1]
$ ls c.db
ls: cannot access 'c.db': No such file or directory
[2]

# A program that is no simulator, and a run that is another one.
$ mf-capture -o hop.mft -- mf-refsim --instructions 3000 hop; mf-ingest hop.mft | mf-resolve | mf-tenancy | mf-edges --db hop.db
$ mf-reverse -o c.db hop.db -- true
mf-reverse: mf-capture: 'true' never attached: it has no microtracer in it, or its probe does not call mf_attach()
[3]
$ mf-reverse -o c.db hop.db -- ./no-such-program
mf-reverse: mf-capture: cannot run './no-such-program': No such file or directory
[3]
$ mf-reverse -o c.db hop.db -- mf-refsim --instructions 3000 --seed 2 hop
mf-reverse: the simulator does not repeat the recorded run: give its command, and --domains, --roi, --when, --override and -p as its capture had them
[3]
$ mf-reverse -o c.db --domains core hop.db -- mf-refsim --instructions 3000 hop
mf-reverse: the simulator does not repeat the recorded run: give its command, and --domains, --roi, --when, --override and -p as its capture had them
[3]
$ ls c.db
ls: cannot access 'c.db': No such file or directory
[2]

# What the capture was given is given again, rules and reversals too.
$ echo "--when insts>=2500:-tlb --override cpu0_L2/victim:20=3" > as; mf-capture $(cat as) -o ruled.mft -- mf-refsim --instructions 3000 --l2 8 hop; mf-ingest ruled.mft | mf-resolve | mf-tenancy | mf-edges --db ruled.db
$ mf-reverse -o c.db ruled.db -- mf-refsim --instructions 3000 --l2 8 hop
mf-reverse: the simulator does not repeat the recorded run: give its command, and --domains, --roi, --when, --override and -p as its capture had them
[3]
$ mf-reverse $(cat as) -q -n 3 --controls 2 -o c.db ruled.db -- mf-refsim --instructions 3000 --l2 8 hop
what      kind    predicted  runs  void  vanished  pct  pct_low  pct_high  prediction_error_cycles  local_cycles  net_cycles  displaced_cycles
--------  ------  ---------  ----  ----  --------  ---  -------  --------  -----------------------  ------------  ----------  ----------------
reversal  victim          0     3     0         0  0.0      0.0     56.15  n/a                               0.0         0.0               0.0
control   victim        n/a     2     0         0  0.0      0.0     65.76  n/a                               0.0         0.0               0.0

# What was reversed when the run was recorded is not reversed again, though a stall goes back to it.
$ echo "mf-refsim --instructions 2000 --l2 64 --llc 256 $TESTDIR/../data/stencil3d.champsimtrace.xz" > run; mf-capture --override cpu0_L2.spp/pf_issue:2=suppress -o forced.mft -- $(cat run); mf-ingest forced.mft | mf-resolve | mf-tenancy | mf-edges --db forced.db
$ mf-query forced.db prefetch.reversible --format csv | cut -d, -f1,7,11
kind,override,vanishes
suppressed,cpu0_L2.spp/pf_issue:2=act,1
$ mf-reverse --override cpu0_L2.spp/pf_issue:2=suppress -o c.db forced.db -- $(cat run)
mf-reverse: 'forced.db': the record proposes nothing to reverse
[1]
