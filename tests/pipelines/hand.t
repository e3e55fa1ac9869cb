# The pipeline on a hand-written capture, as text after the last pass.
$ cp -r $TESTDIR/../captures/hand hand; mf-ingest --package hand hand/o1-full.txt | mf-resolve | mf-tenancy | mf-edges --text > whole; grep '^row edges' whole | sed 's/rule=[0-9]*/rule=N/'
row edges edge=1 u=9 v=11 chan=1 rule=N gap=0 wmin=- binding=1 via_node=2 via=-
row edges edge=2 u=9 v=12 chan=1 rule=N gap=0 wmin=- binding=1 via_node=2 via=-
$ grep '^row waits' whole
row waits wait=1 flow=3 node=2 why=0 ev_first=7 ev_grant=11 t0=12 t1=20 denials=1 lost_to=-
row waits wait=2 flow=4 node=2 why=0 ev_first=8 ev_grant=12 t0=12 t1=20 denials=1 lost_to=-
$ sed -n 's/^#11 //p' whole
20 pool.take node=1 unit=3 flow=3 prev=4 gap=8 ten=3 ref.unit=3

# Piped or filed, plain or compressed, binary or text between the passes: the same bytes
# (but for the batches at whose heads words are listed).
$ N=--no-provenance; for c in fig1-story o1-joins s1-nested v2-merge; do mf-ingest $N -q --package hand hand/$c.txt | mf-resolve $N -q | mf-tenancy $N -q | mf-edges $N -q > piped; mf-ingest $N -q --package hand hand/$c.txt -o a.mfir; mf-resolve $N -q a.mfir -o b.mfir; mf-tenancy $N -q b.mfir -o c.mfir; mf-edges $N -q c.mfir -z 0 -o filed; cmp piped filed; mf-ingest $N -q --text --package hand hand/$c.txt | mf-resolve $N -q --text | mf-tenancy $N -q --text | mf-edges $N -q --text | grep -v "^words" > texts; mf-ingest $N -q --package hand hand/$c.txt | mf-resolve $N -q | mf-tenancy $N -q | mf-edges $N -q --text | grep -v "^words" | cmp - texts; mf-ingest $N -q --package hand hand/$c.txt | mf-resolve $N -q | mf-tenancy $N -q | mf-edges $N -q | cmp - piped; done

# The provenance says what was done, and is all that differs.
$ mf-ingest --package hand hand/h4-first-touch.txt | mf-resolve -q --text | grep -o 'program = "[a-z-]*"' 
program = "mf-ingest"
program = "mf-resolve"

# What was counted is said once, on standard error, unless -q.
$ mf-ingest --package hand hand/o2-never-full.txt | mf-resolve | mf-tenancy | mf-edges > out
mf-edges: 1 warnings, 0 errors: no_full_period (pool.take pool) 1 times, first at ev 5
$ mf-ingest --package hand hand/o2-never-full.txt | mf-resolve | mf-tenancy | mf-edges -q > out
