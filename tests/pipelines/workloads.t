# The workloads know what they should find, whatever their size.
$ for w in search sort chase join stencil forward interp; do cc -O2 -Wall -Wextra -Werror -o $w $TESTDIR/../workloads/$w.c && ./$w 7 && ./$w 3000 > long && cut -d' ' -f1,3 long || echo $?; done
search 9369 right
search right
sort 7338864004 right
sort right
chase 4355297046 right
chase right
join 44743 right
join right
stencil 14203575570459132596 right
stencil right
forward 2120128852 right
forward right
interp 12071696884210466920 right
interp right
$ ./sort none; ./sort 0
usage: ./sort [SIZE]
usage: ./sort [SIZE]
[2]
$ for w in search sort; do cc -O0 -o $w.slow $TESTDIR/../workloads/$w.c && ./$w.slow 300 | cmp - <(./$w 300); done

# The region is marked once at each end with gem5's work_begin and work_end, and with -DM5 alone.
$ cc -O2 -DM5 -c -o marked.o $TESTDIR/../workloads/search.c; cc -O2 -c -o plain.o $TESTDIR/../workloads/search.c
$ python3 -c 'for name in "marked.o", "plain.o": print(name, *[open(name, "rb").read().count(bytes(b)) for b in ((0x0f, 4, 0x5a, 0), (0x0f, 4, 0x5b, 0))])'
marked.o 1 1
plain.o 0 0
