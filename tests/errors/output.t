# Disks that are full, readers that leave, names that cannot be written.
$ HAND=$TESTDIR/../captures/hand; mf-ingest --package $HAND $HAND/o1-full.txt > events; mf-resolve events > flows; mf-tenancy flows > tenancies
$ mf-ingest --package $TESTDIR/../captures/hand $TESTDIR/../captures/hand/o1-full.txt > /dev/full
$ mf-resolve events > /dev/full
$ mf-tenancy flows > /dev/full
$ mf-edges tenancies > /dev/full
$ mf-edges --text tenancies > /dev/full
$ mf-edges tenancies -o /dev/full
$ mkdir folder; mf-edges tenancies -o folder
$ mf-edges tenancies -o nowhere/edges

# A reader that has seen enough ends its writer quietly.
$ (mf-edges --text tenancies; echo $? > status) | head -1; cat status
$ (mf-edges --text tenancies; echo $? > status) | :; cat status

# A result appears when it is whole; what stood there before stays until then.
$ echo before > result; mf-edges flows -o result; cat result; ls -A
$ echo before > result; mf-edges tenancies -o result; mf-edges result
$ mf-edges tenancies -o result && mf-edges tenancies -o - | cmp - result | wc -l

# Plain or compressed, the content is the same.
$ for z in 0 1 3 19; do mf-edges --no-provenance -z $z tenancies -o r$z; done; mf-edges --no-provenance tenancies > r; cmp r r0 && [ $(stat -c %s r3) -lt $(stat -c %s r0) ] && echo smaller
