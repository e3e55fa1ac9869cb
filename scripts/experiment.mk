# A study: every workload on every variant of a machine, a bundle for each run, a table for each question.
#
#   make -j2 -f scripts/experiment.mk                  # the reference machine: two programs, one variant
#   make -j2 -f scripts/experiment.mk WORKLOADS='hash chase' VARIANTS='base small' OPTIONS_small='--rob 32'
#
# or, in a study's own Makefile, settings first:
#
#   WORKLOADS = search sort chase join stencil forward interp
#   VARIANTS = rob192 rob64
#   OPTIONS_rob192 = --rob 192
#   OPTIONS_rob64 = --rob 64
#   SIMULATOR = gem5.opt -d runs/{workload}-{variant}.m5 --stats-file $(CURDIR)/{stats} \
#     se.py --fast-forward region {options} {program}
#   QUESTIONS = wrongpath.share wrongpath.cost
#   include /path/to/scripts/experiment.mk
#
# It leaves runs/WORKLOAD-VARIANT.db and results/QUESTION.csv, with the run in the first column; beside a
# bundle what the simulator said (.out), what the passes said (.log) and the command (.command). A run is
# made again when its command or its program changes, and only then; a stop at any time leaves no half of
# anything under a final name, and make goes on where it was. A failed run ends make with status 2 and
# leaves its .log; with -k the others are made.
#
# Settings, with what they are if nothing is said:
#   WORKLOADS   names; VARIANTS names too, of which OPTIONS_<name> are the options
#   SIMULATOR   the command; of words in braces {workload}, {variant} and {options} are what they say,
#               {program} is the workload built from SOURCES/WORKLOAD.c, {stats} a file for the simulator's
#               statistics, with which the bundle is then reconciled
#   CAPTURE     options of mf-capture: --roi, --domains
#   QUESTIONS   named analyses; REDUCE how many runs make one answer: pooled, mean_of_shares
#   SOURCES     folder of programs; CC, CFLAGS, ARGUMENTS of {program} are for SIMULATOR to use
#   INSTRUCTIONS  of the reference machine's default command
WORKLOADS ?= hash branchy
VARIANTS ?= base
INSTRUCTIONS ?= 20000
SIMULATOR ?= mf-refsim --instructions $(INSTRUCTIONS) --stats {stats} {options} {workload}
CAPTURE ?=
QUESTIONS ?= core.head_block wrongpath.share wrongpath.cost wrongpath.epochs
REDUCE ?=
SOURCES ?= $(dir $(lastword $(MAKEFILE_LIST)))../tests/workloads
CFLAGS ?= -O2 -static -fno-pie -no-pie -DM5

SHELL := bash
.SHELLFLAGS := -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := study
.PHONY: study always

RUNS := $(foreach w,$(WORKLOADS),$(foreach v,$(VARIANTS),$w-$v))
TABLES := $(QUESTIONS:%=results/%.csv)
study: $(TABLES)

runs results programs:
	mkdir -p $@

programs/%: $(SOURCES)/%.c $(wildcard $(SOURCES)/*.h) | programs
	$(CC) $(CFLAGS) -o $@ $<

# The command of workload $1 on variant $2.
command = $(strip $(subst {workload},$1,$(subst {variant},$2,$(subst {options},$(OPTIONS_$2),$(subst \
  {program},programs/$1,$(subst {stats},runs/$1-$2.stats,$(SIMULATOR)))))))

# Written only if it is another than last time.
runs/%.command: always | runs
	@printf '%s\n' "$$COMMAND" | cmp -s - $@ || printf '%s\n' "$$COMMAND" > $@

# Each stage ends with an error if the one before does: a bundle comes of a whole capture, by a rename.
runs/%.db: runs/%.command
	@rm -f $@
	@printf '%s: %s\n' $* "$$COMMAND"
	@{ mf-capture -q $(CAPTURE) --sim-stdout runs/$*.out -- $(COMMAND) | mf-ingest -q | mf-resolve -q | mf-tenancy -q | \
	  mf-edges -q --db $@ && $(RECONCILE); } 2> runs/$*.log || { echo '$@ failed: see runs/$*.log' >&2; exit 1; }

define run
runs/$1-$2.command runs/$1-$2.db: export COMMAND = $$(call command,$1,$2)
runs/$1-$2.db: RECONCILE = $(if $(findstring {stats},$(SIMULATOR)),mf-query $$@ reconcile --stats runs/$1-$2.stats,true)
runs/$1-$2.db: $(if $(findstring {program},$(SIMULATOR)),programs/$1)
endef
$(foreach w,$(WORKLOADS),$(foreach v,$(VARIANTS),$(eval $(call run,$w,$v))))

results/%.csv: $(RUNS:%=runs/%.db) | results
	mf-query --each 'runs/*.db' $* $(if $(REDUCE),--reduce $(REDUCE)) --format csv > $@
