# Catalogs alone: what we ship, what a user adds, and every mistake of one run with its place.
$ for p in core prefetch wrongpath; do mf-ingest --check $TESTDIR/../../catalogs/$p || echo $p; done
$ mf-ingest --check $TESTDIR/../captures/hand
$ for p in $TESTDIR/../packages/*/; do mf-ingest --check $p || echo $p; done
$ mkdir bad; sed 's/name = "winner", type = key, of = "unit"/name = "winner", type = key, of = "unti"/; s/on = "pool", other/on = "pond", other/' $TESTDIR/../captures/hand/hand.capnp > bad/bad.capnp; mf-ingest --check bad
mf-ingest: bad/bad.capnp:48:127: no flow kind 'unti'; did you mean 'unit'?
bad/bad.capnp:31:39: no tenancy 'pond'; did you mean 'pool'?
[3]
$ mkdir empty; mf-ingest --check empty
mf-ingest: 'empty' holds no catalog
[3]
$ mf-ingest --check nowhere
mf-ingest: 'nowhere' is not a directory
[3]
