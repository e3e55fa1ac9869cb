// The private and protected members of gem5's classes that the module reads.
#ifndef MF_MEMBERS_H
#define MF_MEMBERS_H

#include "cpu/o3/commit.hh"
#include "cpu/o3/cpu.hh"
#include "cpu/o3/decode.hh"
#include "cpu/o3/dyn_inst.hh"
#include "cpu/o3/fu_pool.hh"
#include "cpu/o3/iew.hh"
#include "cpu/o3/inst_queue.hh"
#include "cpu/o3/lsq.hh"
#include "cpu/o3/lsq_unit.hh"
#include "cpu/o3/rename.hh"
#include "cpu/o3/rob.hh"
#include "mf_symbols.h"

#pragma GCC diagnostic ignored "-Wnon-template-friend"

namespace mf
{
MF_MEMBER(commitOf, gem5::o3::CPU, commit);
MF_MEMBER(iewOf, gem5::o3::CPU, iew);
MF_MEMBER(robOf, gem5::o3::CPU, rob);
MF_MEMBER(cpuOfRob, gem5::o3::ROB, cpu);
MF_MEMBER(cpuOfIq, gem5::o3::InstructionQueue, cpu);
MF_MEMBER(cpuOfLsqUnit, gem5::o3::LSQUnit, cpu);
MF_MEMBER(cpuOfDecode, gem5::o3::Decode, cpu);
MF_MEMBER(cpuOfRename, gem5::o3::Rename, cpu);
MF_MEMBER(cpuOfIew, gem5::o3::IEW, cpu);
MF_MEMBER(cpuOfCommit, gem5::o3::Commit, cpu);
MF_MEMBER(unitsOf, gem5::o3::InstructionQueue, fuPool);
MF_MEMBER(readyOf, gem5::o3::InstructionQueue, readyInsts);
MF_MEMBER(decodedOf, gem5::o3::Decode, toRename);
MF_MEMBER(renamedOf, gem5::o3::Rename, toIEW);
MF_MEMBER(renameStatistics, gem5::o3::Rename, stats);
MF_MEMBER(renameStatusOf, gem5::o3::Rename, renameStatus);
MF_MEMBER(renameSkidOf, gem5::o3::Rename, skidBuffer);
MF_MEMBER(renameInstsOf, gem5::o3::Rename, insts);
MF_MEMBER(renameWidthOf, gem5::o3::Rename, renameWidth);
MF_MEMBER(iewStatistics, gem5::o3::IEW, iewStats);
MF_MEMBER(iewSkidOf, gem5::o3::IEW, skidBuffer);
MF_MEMBER(iewInstsOf, gem5::o3::IEW, insts);
MF_MEMBER(commitStatusOf, gem5::o3::Commit, commitStatus);
MF_MEMBER(trapSquashOf, gem5::o3::Commit, trapSquash);
MF_MEMBER(tcSquashOf, gem5::o3::Commit, tcSquash);
MF_MEMBER(fromIewOf, gem5::o3::Commit, fromIEW);
MF_MEMBER(lsqUnitsOf, gem5::o3::LSQ, thread);
MF_MEMBER(lsqStatistics, gem5::o3::LSQUnit, stats);
} // namespace mf

#endif
