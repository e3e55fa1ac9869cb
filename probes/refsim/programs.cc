// The built-in programs. Blocks are numbered as listed; the last falls through to the first.
#include <algorithm>

#include "probes/refsim/isa.h"

namespace refsim {

namespace {

constexpr uint64_t KIB = 1024, MIB = 1024 * KIB;

Address linear(uint64_t base, uint64_t stride, uint64_t size) { return {Address::LINEAR, base, stride, size}; }
Address holes(uint64_t base, uint64_t stride, uint64_t size) { return {Address::HOLES, base, stride, size}; }
Address anywhere(uint64_t base, uint64_t size) { return {Address::RANDOM, base, 8, size}; }
Address hop(uint64_t base, uint64_t stride, uint64_t size) { return {Address::HOP, base, stride, size}; }
Address tile(uint64_t base, uint64_t stride, uint64_t size) { return {Address::TILE, base, stride, size}; }

Op load(unsigned to, unsigned by, Address address) {
  return {Work::LOAD, static_cast<uint8_t>(to), {static_cast<uint8_t>(by), 0}, address, {}, 0};
}
Op store(unsigned what, unsigned by, Address address) {
  return {Work::STORE, 0, {static_cast<uint8_t>(what), static_cast<uint8_t>(by)}, address, {}, 0};
}
Op compute(Work work, unsigned to, unsigned a, unsigned b = 0) {
  return {work, static_cast<uint8_t>(to), {static_cast<uint8_t>(a), static_cast<uint8_t>(b)}, {}, {}, 0};
}
Op add(unsigned to, unsigned a, unsigned b = 0) { return compute(Work::ALU, to, a, b); }
Op multiply(unsigned to, unsigned a, unsigned b = 0) { return compute(Work::MUL, to, a, b); }
// Taken all but once in `times`.
Op loop(uint32_t to, uint64_t times, unsigned by = 1) {
  return {Work::BRANCH, 0, {static_cast<uint8_t>(by), 0}, {}, {Direction::LOOP, times}, to};
}
// Taken in `percent` of 100 times, at random.
Op chance(uint32_t to, uint64_t percent, unsigned by) {
  return {Work::BRANCH, 0, {static_cast<uint8_t>(by), 0}, {}, {Direction::RANDOM, percent}, to};
}
Op jump(uint32_t to) { return {Work::JUMP, 0, {}, {}, {}, to}; }

std::vector<Program> all() {
  std::vector<Program> list;
  const auto program = [&](const char* name, const char* summary, const char* bottleneck, std::vector<Block> blocks,
                           const char* partner = "") {
    list.push_back({name, summary, bottleneck, std::move(blocks), partner});
  };

  program("stream", "c[i] = a[i] + b[i], whole lines, 48 MiB", "memory late",
          {{true,
            {load(2, 1, linear(0x10000000, 64, 16 * MIB)), load(3, 1, linear(0x20000040, 64, 16 * MIB)), add(4, 2, 3),
             store(4, 1, linear(0x30000080, 64, 16 * MIB)), add(1, 1), loop(0, 1000)}}});
  program(
      "holes", "three lines of each four, in order", "memory late",
      {{true, {load(2, 1, holes(0x10000000, 64, 32 * MIB)), add(3, 2, 3), multiply(4, 3), add(1, 1), loop(0, 1000)}}});
  program("chase", "one chain of dependent loads over 64 MiB", "memory DRAM",
          {{true, {load(1, 1, anywhere(0x10000000, 64 * MIB)), add(2, 1, 2), add(3, 2), loop(0, 64, 3)}}});
  program("hop", "four lines of a page, then another of 1024", "memory late",
          {{true, {load(2, 1, hop(0x10000000, 192, 4 * MIB)), add(3, 2, 3), add(1, 1), loop(0, 1000)}}});
  program("hash", "independent probes of a 16 MiB table, a branch on each", "memory",
          {{true, {add(1, 1), multiply(2, 1), load(3, 2, anywhere(0x10000000, 16 * MIB)), chance(2, 40, 3)}},
           {false, {add(4, 3, 4), add(5, 4)}},
           {false, {add(6, 6, 1), jump(0)}}});
  program("matrix", "a tile that stays in L1D, long multiplications", "core",
          {{true,
            {load(2, 1, tile(0x10000000, 512, 8 * KIB)), load(3, 1, linear(0x10040000, 8, 8 * KIB)), multiply(4, 2, 3),
             multiply(5, 4, 5), multiply(5, 5, 4), add(1, 1), loop(0, 64)}}});
  program("branchy", "short blocks, outcomes nobody can predict", "recovery",
          {{true, {add(2, 1, 2), chance(2, 50, 2)}},
           {false, {add(3, 2), multiply(4, 3), chance(3, 30, 4)}},
           {false, {add(5, 2), load(6, 5, linear(0x10000000, 8, 4 * KIB)), chance(0, 60, 6)}},
           {false, {add(2, 2), add(7, 3), jump(0)}}});
  program("forward", "loads of what was stored just before, some stores late", "core",
          {{true,
            {add(1, 1), multiply(2, 2), store(2, 1, linear(0x10000000, 8, 2 * KIB)),
             load(2, 1, linear(0x10000000, 8, 2 * KIB)), chance(2, 90, 1)}},
           {false,
            {compute(Work::DIV, 4, 1), store(3, 4, linear(0x10001000, 8, KIB)), load(5, 1, linear(0x10001000, 8, KIB)),
             add(6, 5)}},
           {false, {add(7, 1), jump(0)}}});
  program("tlb", "one line of each page of 64 MiB", "memory DRAM",
          {{true, {load(2, 1, linear(0x10000000, 4096 + 64, 64 * MIB)), add(3, 2, 3), add(1, 1), loop(0, 1000)}}});
  program("contention", "lines that fit the LLC alone; the other core streams through it", "memory DRAM",
          {{true,
            {load(2, 2, anywhere(0x10000000, 384 * KIB)), add(3, 2, 3), add(1, 1), add(4, 4), add(5, 5), loop(0, 64)}}},
          "stream");
  return list;
}

}  // namespace

const std::vector<Program>& programs() {
  static const std::vector<Program> ALL = all();
  return ALL;
}

const Program* findProgram(const std::string& name) {
  const auto found =
      std::find_if(programs().begin(), programs().end(), [&](const Program& each) { return each.name == name; });
  return found == programs().end() ? nullptr : &*found;
}

}  // namespace refsim
