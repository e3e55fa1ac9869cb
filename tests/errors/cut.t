# A stream cut at many places, at every stage: status 3, and nothing under the final name.
$ cp -r $TESTDIR/../captures/hand hand; mf-ingest --package hand -z 0 hand/o1-full.txt -o events; mf-resolve -z 0 events -o flows; mf-tenancy -z 0 flows -o tenancies
$ cut() { size=$(stat -c %s $1); for i in $(seq 0 12) 97 98 99; do head -c $((size * i / 100 )) $1 > part; $2 part -o result 2> said; [ $? = 3 ] || echo "$2 accepts $i % of $1"; [ -s said ] || echo silent; [ -e result ] && echo "a result of $i %"; done; head -c $((size - 1)) $1 | $2 -o result 2> said; echo ${PIPESTATUS[1]}; }; cut events mf-resolve; cut flows mf-tenancy; cut tenancies mf-edges; ls -A
3
3
3
events
flows
hand
part
said
tenancies
$ head -c 15 flows | mf-tenancy > out
mf-tenancy: standard input is truncated inside its first 16 bytes
[3]
$ head -c 16 flows | mf-tenancy > out
mf-tenancy: standard input is truncated: it ends before the header
[3]
$ head -c 20 flows | mf-tenancy > out
mf-tenancy: standard input ends inside the head of segment 1 at byte 16 of standard input
[3]
$ head -c 100 flows | mf-tenancy > out
mf-tenancy: standard input ends inside segment 1 at byte 16 of standard input
[3]

# Whatever is flipped in the file is seen.
$ for i in 0 20 41 300 2000; do cp flows bad; printf '\377' | dd of=bad bs=1 seek=$i conv=notrunc status=none; mf-tenancy bad > out 2> said; echo $?; done
3
3
3
3
3
$ (cat flows; echo) > bad; mf-tenancy bad > out 2> said; echo $?
3
$ cat flows flows > bad; mf-tenancy bad > out 2> said; echo $?
3
$ (cat flows; echo) | mf-tenancy 2> said | mf-edges > out; sed 's/byte [0-9]*/byte N/' said
mf-edges: standard input is truncated: it ends without an end record, after ev 12; what wrote it died
mf-tenancy: standard input ends inside the head of segment 8 at byte N of standard input

# Killed while it reads or writes: nothing is left, neither the name nor a temporary.
$ mkfifo pipe; (exec mf-tenancy pipe -o result) & pid=$!; exec 3> pipe; head -c 5000 flows >&3; for i in 1 2 3 4 5 6 7 8 9 10; do ls -A | grep -q '^\.result' && break; sleep 0.1; done; ls -A | grep '^\.result' | wc -l; kill $pid; wait $pid; echo $?; ls -A | grep result || echo nothing
1
143
nothing
$ (exec mf-tenancy pipe -o result) & pid=$!; exec 3> pipe; head -c 5000 flows >&3; exec 3>&-; wait $pid; echo $?; ls -A | grep result || echo nothing
mf-tenancy: 'pipe' ends inside segment 1 at byte 16 of 'pipe'
3
nothing
