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
mf-reverse: the simulator does not repeat the recorded run: give the command, --domains and --roi of its capture
[3]
$ mf-reverse -o c.db --domains core hop.db -- mf-refsim --instructions 3000 hop
mf-reverse: the simulator does not repeat the recorded run: give the command, --domains and --roi of its capture
[3]
$ ls c.db
ls: cannot access 'c.db': No such file or directory
[2]
