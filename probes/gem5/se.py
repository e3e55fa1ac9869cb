# A machine to try the module on: one O3 core, two levels of classic caches, one memory channel.
#
#   mf-capture -o run.mft -- gem5.opt se.py [options] PROGRAM [ARGUMENTS]
#
# A program that marks its region with work_begin and work_end is measured between the two;
# any other from its start to its end, or for --insts instructions.
import argparse

import m5
from m5.objects import *

parser = argparse.ArgumentParser(description="Runs a static x86-64 program on gem5's O3 CPU.")
parser.add_argument("--clock", default="2GHz")
parser.add_argument("--rob", type=int, default=192)
parser.add_argument("--iq", type=int, default=64)
parser.add_argument("--lq", type=int, default=32)
parser.add_argument("--sq", type=int, default=32)
parser.add_argument("--squash-width", type=int, default=8)
parser.add_argument("--l1d-mshrs", type=int, default=10)
parser.add_argument("--prefetcher", default="none", choices=["none", "stride", "tagged"], help="at L1D")
parser.add_argument("--insts", type=int, default=0, help="stop after so many instructions")
parser.add_argument("--no-region", action="store_true", help="take no notice of work_begin and work_end")
parser.add_argument("program")
parser.add_argument("arguments", nargs=argparse.REMAINDER)
args = parser.parse_args()


class L1(Cache):
    assoc, size = 8, "32kB"
    tag_latency = data_latency = response_latency = 2
    mshrs, tgts_per_mshr, write_buffers = 10, 16, 8


class L2(Cache):
    assoc, size = 8, "512kB"
    tag_latency = data_latency = response_latency = 10
    mshrs, tgts_per_mshr, write_buffers = 32, 16, 16


system = System(mem_mode="timing", mem_ranges=[AddrRange("1GB")], exit_on_work_items=not args.no_region)
system.clk_domain = SrcClockDomain(clock=args.clock, voltage_domain=VoltageDomain())
system.cpu = X86O3CPU(numROBEntries=args.rob, numIQEntries=args.iq, LQEntries=args.lq, SQEntries=args.sq, squashWidth=args.squash_width)
system.cpu.icache = L1(is_read_only=True, writeback_clean=True)
system.cpu.dcache = L1(mshrs=args.l1d_mshrs)
if args.prefetcher != "none":
    system.cpu.dcache.prefetcher = {"stride": StridePrefetcher, "tagged": TaggedPrefetcher}[args.prefetcher]()
system.l2 = L2()
system.tol2bus = L2XBar()
system.membus = SystemXBar()
system.cpu.icache.cpu_side = system.cpu.icache_port
system.cpu.dcache.cpu_side = system.cpu.dcache_port
system.cpu.icache.mem_side = system.tol2bus.cpu_side_ports
system.cpu.dcache.mem_side = system.tol2bus.cpu_side_ports
system.cpu.mmu.connectWalkerPorts(system.membus.cpu_side_ports, system.membus.cpu_side_ports)
system.l2.cpu_side = system.tol2bus.mem_side_ports
system.l2.mem_side = system.membus.cpu_side_ports
system.cpu.createInterruptController()
for pio in system.cpu.interrupts:
    pio.pio = system.membus.mem_side_ports
    pio.int_requestor = system.membus.cpu_side_ports
    pio.int_responder = system.membus.mem_side_ports
system.system_port = system.membus.cpu_side_ports
system.memory = MemCtrl(dram=DDR3_1600_8x8(range=system.mem_ranges[0]), port=system.membus.mem_side_ports)
system.workload = SEWorkload.init_compatible(args.program)
system.cpu.workload = Process(cmd=[args.program] + args.arguments)
system.cpu.createThreads()
if args.insts:
    system.cpu.max_insts_any_thread = args.insts

root = Root(full_system=False, system=system)
m5.instantiate()
while True:
    event = m5.simulate()
    if event.getCause() == "workbegin":
        m5.stats.reset()
    elif event.getCause() == "workend":
        break
    else:
        print("se.py: %s at tick %d" % (event.getCause(), m5.curTick()))
        break
