# mf-probe is told what it cannot do.

$ mf-probe
mf-probe: takes a simulator, its tree, and one of --apply, --check and --revert; or a simulator and --module
see mf-probe(1)
[2]
$ mf-probe champsim tree --apply --check
mf-probe: takes a simulator, its tree, and one of --apply, --check and --revert; or a simulator and --module
see mf-probe(1)
[2]
$ mf-probe vax tree --check
mf-probe: there is no probe for 'vax'; there is one each for champsim and gem5
see mf-probe(1)
[2]
$ mf-probe champsim --module mod
mf-probe: 'champsim' takes no module: its calls go in by --apply
see mf-probe(1)
[2]
$ mf-probe gem5 tree --module mod
mf-probe: takes a simulator, its tree, and one of --apply, --check and --revert; or a simulator and --module
see mf-probe(1)
[2]
$ mf-probe gem5 --module mod --check
mf-probe: takes a simulator, its tree, and one of --apply, --check and --revert; or a simulator and --module
see mf-probe(1)
[2]
$ mf-probe gem5 --module no/mod
mf-probe: cannot make 'no/mod': No such file or directory
[3]
$ mf-probe champsim none --check
mf-probe: 'none' does not exist
[3]
$ touch file && mf-probe champsim file --apply
mf-probe: 'file' is not a directory
[3]
$ mkdir empty && mf-probe champsim empty --apply
mf-probe: 'empty' is not a tree of ChampSim: it has no src/cache.cc
[3]
$ mf-probe champsim empty --revert --files none
mf-probe: cannot read 'none': No such file or directory
[3]
