# A machine to try the module on: O3 cores, two levels of classic caches, one memory channel.
#
#   mf-capture -o run.mft -- gem5.opt se.py [options] PROGRAM [ARGUMENTS] [+ PROGRAM [ARGUMENTS]]...
#
# Measured is what lies between work_begin and work_end, with --no-region the whole program. With
# --fast-forward a simple CPU runs ahead; --checkpoint writes down where it came to, and --restore
# goes on from there. Several programs have a core each, and with --cores the threads of one; they
# share L2 and memory, and are measured whole.
import argparse
import os
import sys

import m5
from m5.objects import *

parser = argparse.ArgumentParser(description="Runs a static x86-64 program on gem5's O3 CPU.")
parser.add_argument("--cores", metavar="N", type=int, default=1, help="for the threads of the program")
parser.add_argument("--clock", default="2GHz")
parser.add_argument("--rob", type=int, default=192)
parser.add_argument("--iq", type=int, default=64)
parser.add_argument("--lq", type=int, default=32)
parser.add_argument("--sq", type=int, default=32)
parser.add_argument("--squash-width", type=int, default=8)
parser.add_argument("--l1d-mshrs", type=int, default=10)
parser.add_argument("--prefetcher", default="none", choices=["none", "stride", "tagged"], help="at L1D")
parser.add_argument("--fast-forward", metavar="N", help="run N instructions on a simple CPU first; region: to work_begin")
parser.add_argument("--warmup", metavar="N", type=int, default=0, help="run N more on the O3 CPU before the measured phase")
parser.add_argument("--insts", metavar="N", type=int, default=0, help="end the measured phase after N instructions")
parser.add_argument("--checkpoint", metavar="DIR", help="after --fast-forward, write a checkpoint and stop")
parser.add_argument("--restore", metavar="DIR", help="start from a checkpoint, on the O3 CPU")
parser.add_argument("--no-region", action="store_true", help="take no notice of work_begin and work_end")
parser.add_argument("program")
parser.add_argument("arguments", nargs=argparse.REMAINDER, help="after a + begins another program, for another core; it is no argument")
args = parser.parse_args()
fast_forward = int(args.fast_forward) if (args.fast_forward or "").isdigit() else 0
if args.fast_forward not in (None, "region") and not fast_forward:
    parser.error("--fast-forward: %s is neither a number above 0 nor region" % args.fast_forward)
if args.fast_forward == "region" and args.no_region:
    parser.error("--fast-forward region and --no-region exclude each other")
if args.checkpoint and not args.fast_forward:
    parser.error("--checkpoint needs --fast-forward")
if args.restore and args.fast_forward:
    parser.error("--restore and --fast-forward exclude each other")
commands = [[]]
for word in [args.program] + args.arguments:
    commands.append([]) if word == "+" else commands[-1].append(word)
if not all(commands):
    parser.error("a + without a program")
if args.cores < 1 or args.cores > 1 and len(commands) > 1:
    parser.error("--cores: of one program, and at least 1")
count = max(args.cores, len(commands))
if count > 1 and (args.fast_forward or args.restore or args.warmup or args.insts):
    parser.error("several cores are measured whole: no --fast-forward, --restore, --warmup or --insts")
if args.warmup:
    os.environ["MICROFLOW_FROM_RESET"] = "1"
ahead = bool(args.fast_forward or args.restore)
region = not args.no_region and not fast_forward and count == 1


class L1(Cache):
    assoc, size = 8, "32kB"
    tag_latency = data_latency = response_latency = 2
    mshrs, tgts_per_mshr, write_buffers = 10, 16, 8


class L2(Cache):
    assoc, size = 8, "512kB"
    tag_latency = data_latency = response_latency = 10
    mshrs, tgts_per_mshr, write_buffers = 32, 16, 16


system = System(mem_mode="atomic" if ahead else "timing", mem_ranges=[AddrRange("1GB")], exit_on_work_items=region)
system.clk_domain = SrcClockDomain(clock=args.clock, voltage_domain=VoltageDomain())
cores = [
    X86O3CPU(cpu_id=i, switched_out=ahead, numROBEntries=args.rob, numIQEntries=args.iq, LQEntries=args.lq, SQEntries=args.sq, squashWidth=args.squash_width)
    for i in range(count)
]
system.cpu = [X86AtomicSimpleCPU(cpu_id=0)] if ahead else cores
system.tol2bus = L2XBar()
system.membus = SystemXBar()
system.l2 = L2()
system.l2.cpu_side = system.tol2bus.mem_side_ports
system.l2.mem_side = system.membus.cpu_side_ports
processes = [Process(pid=100 + i, cmd=command) for i, command in enumerate(commands)]
for i, cpu in enumerate(system.cpu):
    cpu.icache = L1(is_read_only=True, writeback_clean=True)
    cpu.dcache = L1(mshrs=args.l1d_mshrs)
    if args.prefetcher != "none":
        cpu.dcache.prefetcher = {"stride": StridePrefetcher, "tagged": TaggedPrefetcher}[args.prefetcher]()
    cpu.icache.cpu_side = cpu.icache_port
    cpu.dcache.cpu_side = cpu.dcache_port
    cpu.icache.mem_side = system.tol2bus.cpu_side_ports
    cpu.dcache.mem_side = system.tol2bus.cpu_side_ports
    cpu.mmu.connectWalkerPorts(system.membus.cpu_side_ports, system.membus.cpu_side_ports)
    cpu.createInterruptController()
    for pio in cpu.interrupts:
        pio.pio = system.membus.mem_side_ports
        pio.int_requestor = system.membus.cpu_side_ports
        pio.int_responder = system.membus.mem_side_ports
    cpu.workload = processes[i % len(processes)]
    cpu.createThreads()
system.system_port = system.membus.cpu_side_ports
system.memory = MemCtrl(dram=DDR3_1600_8x8(range=system.mem_ranges[0]), port=system.membus.mem_side_ports)
system.workload = SEWorkload.init_compatible(args.program)
core = cores[0]
if ahead:
    core.workload = system.cpu[0].workload
    core.createThreads()
    system.switch_cpu = core

root = Root(full_system=False, system=system)
m5.instantiate(args.restore)


def simulate(cpu, instructions=0):
    """To a marker, the end of the program, or as many instructions; what it came to."""
    if instructions:
        cpu.scheduleInstStop(0, instructions, "instructions")
    return m5.simulate().getCause()


def run():
    """To the measured phase, and through it; why it ended. A program that ends before is an error."""
    if fast_forward or region and not args.restore:
        cause = simulate(system.cpu[0], fast_forward)
        if cause != ("instructions" if fast_forward else "workbegin"):
            sys.exit("se.py: %s before the measured phase" % cause)
    if args.checkpoint:
        m5.checkpoint(args.checkpoint)
        return "checkpoint"
    if args.restore:
        m5.simulate(0)  # objects start with it; an O3 CPU cannot take over before
    if ahead:
        m5.switchCpus(system, [(system.cpu[0], core)])
    if args.warmup:
        cause = simulate(core, args.warmup)
        if cause != "instructions":
            sys.exit("se.py: %s during the warm-up" % cause)
    if ahead or region or args.warmup:
        m5.stats.reset()
    return simulate(core, args.insts)


print("se.py: %s at tick %d" % (run(), m5.curTick()))
