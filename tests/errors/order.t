# A pass that is missing, repeated or out of place.
$ HAND=$TESTDIR/../captures/hand; mf-ingest --package $HAND $HAND/o1-full.txt > events; mf-resolve events > flows; mf-tenancy flows > tenancies; mf-edges tenancies > edges; ls
$ mf-resolve $TESTDIR/../captures/hand/o1-full.txt > out
$ mf-ingest events > out
$ mf-tenancy events > out
$ mf-edges events > out
$ mf-resolve flows > out
$ mf-edges flows > out
$ mf-tenancy tenancies > out
$ mf-edges edges > out

# What a failed pass wrote has no end record, so that the next one fails too.
$ mf-edges flows | mf-edges > out

# Profiles and packages that are not there, or are there twice.
$ mf-ingest -p champsim/defalt events > out
$ mf-ingest -p champsim/defalt --package $TESTDIR/../captures/hand $TESTDIR/../captures/hand/o1-full.txt > out
$ mf-ingest -p nowhere.capnp --package $TESTDIR/../captures/hand $TESTDIR/../captures/hand/o1-full.txt > out
$ mf-ingest -p champsim/default --package $TESTDIR/../captures/hand $TESTDIR/../captures/hand/o1-full.txt > out
$ mf-ingest $TESTDIR/../captures/hand/o1-full.txt > out
$ mf-ingest --package nowhere $TESTDIR/../captures/hand/o1-full.txt > out
$ mkdir core; mf-ingest --package core events > out
