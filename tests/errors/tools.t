# Wrong use is one line on standard error, and status 2.
$ for t in mf-ingest mf-resolve mf-tenancy mf-edges; do $t --lev 3; echo $?; done
$ for t in mf-ingest mf-resolve mf-tenancy mf-edges; do $t a b; echo $?; done
$ for t in mf-ingest mf-resolve mf-tenancy mf-edges; do $t -o; echo $?; done
$ for t in mf-ingest mf-resolve mf-tenancy mf-edges; do $t --help | head -1; done
$ for t in mf-ingest mf-resolve mf-tenancy mf-edges; do $t --version > version; wc -w < version; done

# No input is no stream: a crash upstream looks like that.
$ for t in mf-ingest mf-resolve mf-tenancy mf-edges; do : | $t > out; echo $?; done
$ for t in mf-ingest mf-resolve mf-tenancy mf-edges; do echo hello | $t > out; echo $?; done
$ for t in mf-ingest mf-resolve mf-tenancy mf-edges; do $t /nowhere > out; echo $?; done
$ for t in mf-ingest mf-resolve mf-tenancy mf-edges; do $t . > out; echo $?; done
