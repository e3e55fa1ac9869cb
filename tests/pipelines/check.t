# Catalogs alone: what we ship, what a user adds, and every mistake of one run with its place.
$ for p in core prefetch; do mf-ingest --check $TESTDIR/../../catalogs/$p || echo $p; done
$ mf-ingest --check $TESTDIR/../captures/hand
$ for p in $TESTDIR/../packages/*/; do mf-ingest --check $p || echo $p; done
$ mkdir bad; sed 's/of = "unit"), (name = "winner"/of = "unti"), (name = "winner"/; s/on = "pool", other/on = "pond", other/' $TESTDIR/../captures/hand/hand.capnp > bad/bad.capnp; mf-ingest --check bad 2>&1 | sed 's/:[0-9]*:[0-9]*:/:L:C:/' | head -3
$ mkdir empty; mf-ingest --check empty
$ mf-ingest --check nowhere
