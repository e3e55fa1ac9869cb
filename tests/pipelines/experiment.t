# A batch: programs by variants, one bundle each, one table for each question; made again only where something changed.
$ ln -s $TESTDIR/../../scripts/experiment.mk study.mk; printf 'WORKLOADS = hash branchy\nVARIANTS = base small\nOPTIONS_small = --rob 32\nINSTRUCTIONS = 1000\nQUESTIONS = core.head_block wrongpath.share\ninclude study.mk\n' > Makefile
$ make -s 2> said; cat said; ls runs/*.db results/*
hash-base: mf-refsim --instructions 1000 --stats runs/hash-base.stats hash
hash-small: mf-refsim --instructions 1000 --stats runs/hash-small.stats --rob 32 hash
branchy-base: mf-refsim --instructions 1000 --stats runs/branchy-base.stats branchy
branchy-small: mf-refsim --instructions 1000 --stats runs/branchy-small.stats --rob 32 branchy
results/core.head_block.csv
results/wrongpath.share.csv
runs/branchy-base.db
runs/branchy-small.db
runs/hash-base.db
runs/hash-small.db
$ grep -h 'rob,rob' results/wrongpath.share.csv | cut -d, -f1-5
runs/branchy-base.db,cpu0.rob,rob,128,128
runs/branchy-small.db,cpu0.rob,rob,32,32
runs/hash-base.db,cpu0.rob,rob,128,128
runs/hash-small.db,cpu0.rob,rob,32,32
$ cat runs/hash-small.log
mf-query: 164 matched, 0 not recorded, 0 differ, 0 not listed
$ make -s
$ rm runs/hash-small.db; make -s
hash-small: mf-refsim --instructions 1000 --stats runs/hash-small.stats --rob 32 hash
$ make -s OPTIONS_small='--rob 16' WORKLOADS=branchy
branchy-small: mf-refsim --instructions 1000 --stats runs/branchy-small.stats --rob 16 branchy

# What fails leaves nothing under a final name, and the others are made with -k.
$ make -sk OPTIONS_small='--rob none' WORKLOADS=branchy 2>&1 | grep -v '^make'; ls runs/branchy*.db; grep refsim: runs/branchy-small.log
branchy-small: mf-refsim --instructions 1000 --stats runs/branchy-small.stats --rob none branchy
runs/branchy-small.db failed: see runs/branchy-small.log
runs/branchy-base.db
mf-refsim: the argument ('none') for option '--rob' is invalid

# Programs are built from their sources, and once: two of ours, told apart by what they print.
$ make -s -f study.mk SOURCES=$TESTDIR/../workloads WORKLOADS='search sort' CFLAGS=-O1 QUESTIONS=core.head_block SIMULATOR='sh -c "{program} 100; exec mf-refsim --instructions 500 {options} hash"'; cat runs/s*.out
search-base: sh -c "programs/search 100; exec mf-refsim --instructions 500 hash"
sort-base: sh -c "programs/sort 100; exec mf-refsim --instructions 500 hash"
search 213336 right
sort 100796323474 right
