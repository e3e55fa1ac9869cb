# The module's requirements and the calls of --apply, in a small tree with gem5's names.

$ awk '/^== / { path = "tree/" $2; system("mkdir -p $(dirname " path ")"); printf "" > path; next } path { print > path }' $TESTDIR/gem5_tree.txt && cp -r tree before

# ---- What the tree can give
$ mf-probe gem5 tree --check
tree: gem5, not instrumented
by the module, with no edit:
yes  life: instructions from fetch to retirement (domains core; 13 of 13 requirements): inst.fetch inst.retire inst.fetched inst.decode inst.issue inst.dispatch inst.schedule inst.complete issue.deny head.state rob.leave
yes  squash: squashes, their causes and what they discard (domains core,predictor; 8 of 8 requirements): squash.begin squash.end inst.squash
yes  queues: issue, load and store queues (domains core; 19 of 19 requirements): inst.schedule inst.issue iq.leave inst.squash lq.insert lq.leave lq.release sq.drop sq.insert sq.ready sq.release cache.stall
yes  blocked: rename and dispatch that wait (domains core; 15 of 15 requirements): dispatch.state dispatch.refuse
yes  caches: packets through the classic caches, their misses and fills (domains cache; 20 of 20 requirements): queue.insert queue.remove cache.access cache.fill mshr.send packet.send mshr.take mshr.join cache.stall
yes  evictions: victims and what displaced them (domains cache; 2 of 2 requirements): cache.evict cache.fill
yes  prefetch: candidates, queue and issue of queued prefetchers (domains prefetcher; 6 of 6 requirements): pf.decide pf.request pf.issue
yes  memory: accesses that reach memory (domains dram; 2 of 2 requirements): memory.serve
yes  region: the measured region (domains core,cache,prefetcher,predictor,dram; 4 of 4 requirements)
by the calls of --apply, beside the module:
yes  order: which instruction a load should have waited for (domains core; 3 of 3 anchors): squash.begin
yes  rename: what is full at rename, and for which instruction (domains core; 6 of 6 anchors): dispatch.refuse
yes  dispatch: what is full at dispatch, and for which instruction (domains core; 3 of 3 anchors): dispatch.refuse
yes  dram: queues, banks and bus of the memory controllers (domains dram; 10 of 10 anchors): dram.insert dram.forward dram.merge dram.done dram.bank dram.bus

# ---- The calls: without a module they do nothing, with one they tell it
$ mf-probe gem5 tree --apply
tree: 22 calls in 5 files, 1 file added
$ mf-probe gem5 tree --check | head -n 1
tree: gem5, instrumented
$ cd tree/src && ${CXX:-c++} -std=c++17 -Wall -I. -o ../../plain $TESTDIR/gem5_main.cc cpu/o3/{lsq_unit,rename,iew}.cc mem/{mem_ctrl,dram_interface}.cc && ../../plain
done
$ cd tree/src && ${CXX:-c++} -std=c++17 -Wall -DMODULE -I. -o ../../heard $TESTDIR/gem5_main.cc cpu/o3/{lsq_unit,rename,iew}.cc mem/{mem_ctrl,dram_interface}.cc && ../../heard
memory is told
violation 3 by 2
violation 4 by 1
rename 1 ROB
rename 3 IQ
rename 3 ROB
rename 1 LQ
rename 2 SQ
rename 3 REGISTERS
rename 4 SERIALIZE
dispatch 2 SQ
dispatch 1 LQ
dispatch 1 IQ
queued 128
merged at 128
forwarded by 128
queued 32
burst 32 hit
burst 128 miss
done 32
done 128
done
$ mf-probe gem5 tree --revert
tree: every call taken out of 5 files, 1 file removed
$ diff -r before tree

# ---- What is missing is named: a signature, a private member, a probe point, an anchor
$ sed -i 's/squash(InstSeqNum number/squash(InstSeqNum *number/' tree/src/cpu/o3/rob.cc && sed -i '/fuPool/d' tree/src/cpu/o3/inst_queue.hh && sed -i 's/"Hit"/"Struck"/' tree/src/mem/cache/base.cc && sed -i 's/delete mem_pkt/release(mem_pkt)/' tree/src/mem/mem_ctrl.cc && rm tree/src/mem/abstract_mem.cc
$ mf-probe gem5 tree --check | grep -v ^yes
tree: gem5, not instrumented
by the module, with no edit:
no   squash: squashes, their causes and what they discard (domains core,predictor; 7 of 8 requirements): squash.begin squash.end inst.squash
no   queues: issue, load and store queues (domains core; 18 of 19 requirements): inst.schedule inst.issue iq.leave inst.squash lq.insert lq.leave lq.release sq.drop sq.insert sq.ready sq.release cache.stall
no   caches: packets through the classic caches, their misses and fills (domains cache; 19 of 20 requirements): queue.insert queue.remove cache.access cache.fill mshr.send packet.send mshr.take mshr.join cache.stall
no   memory: accesses that reach memory (domains dram; 1 of 2 requirements): memory.serve
by the calls of --apply, beside the module:
no   dram: queues, banks and bus of the memory controllers (domains dram; 9 of 10 anchors): dram.insert dram.forward dram.merge dram.done dram.bank dram.bus
missing: src/cpu/o3/rob.cc: file: 'ROB::squash(InstSeqNum _, ThreadID _)': not found, for squash.begin
missing: src/cpu/o3/inst_queue.hh: class InstructionQueue: 'FUPool *fuPool;': not found, for inst.schedule inst.issue
missing: src/mem/cache/base.cc: BaseCache::regProbePoints: '"Hit"': not found, for cache.access
missing: src/mem/abstract_mem.cc: no such file, for memory.serve
missing: src/mem/mem_ctrl.cc: MemCtrl::processNextReqEvent: 'delete mem_pkt': not found, for dram.done
[1]
$ mf-probe gem5 tree --apply | tail -n 1
tree: nothing was changed
[1]

# An optional group is left out whole; the others go in.
$ rm -r tree && cp -r before tree && sed -i 's/delete mem_pkt/release(mem_pkt)/' tree/src/mem/mem_ctrl.cc && cp -r tree edited
$ mf-probe gem5 tree --apply
missing: src/mem/mem_ctrl.cc: MemCtrl::processNextReqEvent: 'delete mem_pkt': not found, for dram.done
left out: queues, banks and bus of the memory controllers
tree: 12 calls in 3 files, 1 file added
$ mf-probe gem5 tree --revert
tree: every call taken out of 3 files, 1 file removed
$ diff -r edited tree

# ---- The module's folder
$ mf-probe gem5 --module mod | sed 's/[0-9]* files/N files/'
mod: N files of the module of gem5
$ cd mod && ls SConscript mf_hooks.hh microtracer.h mf_encoders.h && test ! -e anchors.txt
SConscript
mf_encoders.h
mf_hooks.hh
microtracer.h
$ mf-probe gem5 --module mod
mod: already there, nothing to do
$ echo mine >> mod/SConscript && mf-probe gem5 --module mod
mf-probe: files in 'mod' are in the way; nothing was done
  SConscript was changed since
[3]
$ touch file && mf-probe gem5 --module file
mf-probe: 'file' is not a directory
[3]
$ mf-probe gem5 tree --apply > log && mf-probe gem5 --module tree
mf-probe: 'tree/.microflow/manifest' is of 'gem5': another folder is needed
[3]
