# A pass that is missing, repeated or out of place.
$ cp -r $TESTDIR/../captures/hand hand; mf-ingest --package hand hand/o1-full.txt > events; mf-resolve events > flows; mf-tenancy flows > tenancies; mf-edges tenancies > edges; ls
edges
events
flows
hand
tenancies
$ mf-resolve hand/o1-full.txt > out
mf-resolve: this stream is a capture; mf-ingest comes before mf-resolve
  while reading line 3 of 'hand/o1-full.txt'
[3]
$ mf-ingest events > out
mf-ingest: mf-ingest was already applied to this stream: it is no capture
  while reading segment 1 at byte 16 of 'events'
[3]
$ mf-tenancy events > out
mf-tenancy: mf-resolve was not applied to this stream; it comes before mf-tenancy
  while reading segment 1 at byte 16 of 'events'
[3]
$ mf-edges events > out
mf-edges: mf-tenancy was not applied to this stream; it comes before mf-edges
  while reading segment 1 at byte 16 of 'events'
[3]
$ mf-resolve flows > out
mf-resolve: mf-resolve was already applied to this stream
  while reading segment 1 at byte 16 of 'flows'
[3]
$ mf-edges flows > out
mf-edges: mf-tenancy was not applied to this stream; it comes before mf-edges
  while reading segment 1 at byte 16 of 'flows'
[3]
$ mf-tenancy tenancies > out
mf-tenancy: mf-tenancy was already applied to this stream
  while reading segment 1 at byte 16 of 'tenancies'
[3]
$ mf-edges edges > out
mf-edges: mf-edges was already applied to this stream
  while reading segment 1 at byte 16 of 'edges'
[3]

# What a failed pass wrote has no end record, so that the next one fails too.
$ mf-edges flows | mf-edges > out
mf-edges: mf-tenancy was not applied to this stream; it comes before mf-edges
  while reading segment 1 at byte 16 of 'flows'
mf-edges: standard input is truncated: it ends before the header
[3]

# Profiles and packages that are not there, or are there twice.
$ mf-ingest -p champsim/defalt --package hand hand/o1-full.txt > out
mf-ingest: no profile 'champsim/defalt'; did you mean 'champsim/default'?
  while reading line 3 of 'hand/o1-full.txt'
[3]
$ mf-ingest -p nowhere.capnp --package hand hand/o1-full.txt > out
mf-ingest: cannot open 'nowhere.capnp': No such file or directory
  while reading line 3 of 'hand/o1-full.txt'
[3]
$ mf-ingest -p champsim/default --package hand hand/o1-full.txt > out
mf-ingest: profile 'champsim/default' is for champsim, the capture is of hand
  while reading line 3 of 'hand/o1-full.txt'
[3]
$ mf-ingest hand/o1-full.txt > out
mf-ingest: no package 'hand'
  while reading line 3 of 'hand/o1-full.txt'
[3]
$ mf-ingest --package nowhere hand/o1-full.txt > out
mf-ingest: 'nowhere' is not a directory
  while reading line 3 of 'hand/o1-full.txt'
[3]
$ mkdir core; mf-ingest --package core hand/o1-full.txt > out
mf-ingest: package 'core' is found twice: built in and core
  while reading line 3 of 'hand/o1-full.txt'
[3]
