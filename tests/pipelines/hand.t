# The pipeline on a hand-written capture, as text after the last pass.
$ HAND=$TESTDIR/../captures/hand; mf-ingest --package $HAND $HAND/o1-full.txt | mf-resolve | mf-tenancy | mf-edges --text > whole; grep '^row edges' whole
$ grep '^row waits' whole
$ grep '^#11 ' whole

# Piped or filed, plain or compressed, binary or text between the passes: the same bytes.
$ HAND=$TESTDIR/../captures/hand; N=--no-provenance; for c in fig1-story o1-joins s1-nested v2-merge; do mf-ingest $N -q --package $HAND $HAND/$c.txt | mf-resolve $N -q | mf-tenancy $N -q | mf-edges $N -q > piped; mf-ingest $N -q --package $HAND $HAND/$c.txt -o a.mfir; mf-resolve $N -q a.mfir -o b.mfir; mf-tenancy $N -q b.mfir -o c.mfir; mf-edges $N -q c.mfir -z 0 -o filed; cmp piped filed; mf-ingest $N -q --text --package $HAND $HAND/$c.txt | mf-resolve $N -q --text | mf-tenancy $N -q --text | mf-edges $N -q > texts; cmp piped texts; mf-ingest $N -q --package $HAND $HAND/$c.txt | mf-resolve $N -q | mf-tenancy $N -q | mf-edges $N -q | cmp - piped; done

# The provenance says what was done, and is all that differs.
$ mf-ingest --package $TESTDIR/../captures/hand $TESTDIR/../captures/hand/h4-first-touch.txt | mf-resolve -q --text | grep -o 'program = "[a-z-]*"' 

# What was counted is said once, on standard error, unless -q.
$ HAND=$TESTDIR/../captures/hand; mf-ingest --package $HAND $HAND/o2-never-full.txt | mf-resolve | mf-tenancy | mf-edges > out
$ HAND=$TESTDIR/../captures/hand; mf-ingest --package $HAND $HAND/o2-never-full.txt | mf-resolve | mf-tenancy | mf-edges -q > out
