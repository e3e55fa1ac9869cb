# Disks that are full, readers that leave, names that cannot be written.
$ cp -r $TESTDIR/../captures/hand hand; mf-ingest --package hand hand/o1-full.txt > events; mf-resolve events > flows; mf-tenancy flows > tenancies
$ mf-ingest --package hand hand/o1-full.txt > /dev/full
mf-ingest: cannot write standard output: No space left on device
[3]
$ mf-resolve events > /dev/full
mf-resolve: cannot write standard output: No space left on device
[3]
$ mf-tenancy flows > /dev/full
mf-tenancy: cannot write standard output: No space left on device
[3]
$ mf-edges tenancies > /dev/full
mf-edges: cannot write standard output: No space left on device
[3]
$ mf-edges --text -q tenancies 2>&1 > /dev/full | head -1
mf-edges: cannot write standard output: No space left on device
[3]
$ mf-edges tenancies -o /dev/full
mf-edges: cannot write '/dev/full': No space left on device
[3]
$ mkdir folder; mf-edges tenancies -o folder
mf-edges: 'folder' is a directory
[3]
$ mf-edges tenancies -o nowhere/edges
mf-edges: cannot create 'nowhere/edges': No such file or directory
[3]

# A reader that has seen enough ends its writer quietly, at every stage of a pipe.
$ (grep -v '^end' hand/v1-register.txt; seq 20 30000 | sed 's/$/ reg.write node=1 unit=1 reg=7/'; echo end) > long
$ (mf-ingest --package hand --text long; echo $? > status) | head -1; cat status
mfir-text 1
141
$ mf-ingest --package hand long | mf-resolve | mf-tenancy > t; (mf-edges --text -q t; echo $? > status) | head -1; cat status
mfir-text 1
141
$ mf-ingest --package hand long -o i; (mf-resolve --text i; echo $? > status) | head -1; cat status
mfir-text 1
141
$ mf-resolve i -o r; (mf-tenancy --text r; echo $? > status) | head -1; cat status
mfir-text 1
141

# A result appears when it is whole; what stood there before stays until then.
$ echo before > result; mf-edges flows -o result; cat result; ls -A
mf-edges: mf-tenancy was not applied to this stream; it comes before mf-edges
  while reading segment 1 at byte 16 of 'flows'
before
events
flows
folder
hand
i
long
r
result
status
t
tenancies
$ mf-edges tenancies -o result; mf-edges result > out
mf-edges: mf-edges was already applied to this stream
  while reading segment 1 at byte 16 of 'result'
[3]

# Plain or compressed, the content is the same.
$ for z in 0 1 3 19; do mf-edges --no-provenance -z $z tenancies -o r$z; done; mf-edges --no-provenance tenancies > r; cmp r r0 && [ $(stat -c %s r3) -lt $(stat -c %s r0) ] && echo smaller
smaller
