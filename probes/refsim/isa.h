// The toy instruction set: ops in basic blocks. Nothing holds a value: an address and a branch's
// outcome are functions of the op and of how often blocks that count were entered. So a place in
// a program is a small value, and to walk a wrong path is to copy it and go on.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace refsim {

// Where fetch is: in a program or, by `count` alone, in a trace.
struct Path {
  uint32_t block = 0, op = 0;
  uint64_t count = 0;
};

// What the machine knows of an instruction when it fetches it.
struct Instruction {
  static constexpr unsigned NO_REGISTER = 0;  // register 0 names none
  uint64_t pc = 0;
  uint8_t opclass = 0, latency = 1;
  std::array<uint8_t, 4> sources{};
  std::array<uint8_t, 2> targets{};
  std::array<uint64_t, 4> loads{};  // virtual addresses, 0 none
  std::array<uint64_t, 2> stores{};
  bool isBranch = false, isConditional = false, taken = false;
  Path path, next, other;  // its own; after it; after it if it went the other way
};

// Where instructions come from.
class Source {
 public:
  virtual ~Source() = default;
  virtual const std::string& name() const = 0;
  // Whether what lies beyond a mispredicted branch can be fetched.
  virtual bool hasWrongPath() const = 0;
  // The instruction there; false at the end.
  virtual bool fetch(const Path& path, Instruction& instruction) = 0;
  // Nothing before this will be fetched again.
  virtual void retired(const Path& path) = 0;
};

enum class Work : uint8_t { ALU, MUL, DIV, LOAD, STORE, BRANCH, JUMP };

// Addresses by count. `base` and `stride` in bytes.
struct Address {
  enum Kind : uint8_t { LINEAR, HOLES, RANDOM, HOP, TILE } kind = LINEAR;
  uint64_t base = 0, stride = 8, size = 1 << 20;

  uint64_t at(uint64_t count, uint64_t salt) const;
};

// Whether a branch is taken, by count.
struct Direction {
  enum Kind : uint8_t { LOOP, RANDOM } kind = LOOP;
  uint64_t number = 1;  // LOOP: not taken once in so many; RANDOM: taken in so many of 100

  bool at(uint64_t count, uint64_t salt) const;
};

struct Op {
  Work work = Work::ALU;
  uint8_t target = 0;
  std::array<uint8_t, 2> sources{};
  Address address{};
  Direction direction{};
  uint32_t to = 0;  // block that a taken branch goes to; else on to the next block
};

struct Block {
  bool counts = false;
  std::vector<Op> ops;
};

struct Program {
  std::string name, summary;
  // What is expected to cost most: the class of the cycles that the head of the reorder buffer is
  // blocked (memory, core) or of dispatch slots (recovery); for memory, what the head waits for:
  // DRAM, or a miss under way that its load came late to.
  std::string bottleneck;
  std::vector<Block> blocks;
  std::string partner;  // program of the second core, if it needs one
};

const std::vector<Program>& programs();
const Program* findProgram(const std::string& name);

class ProgramSource final : public Source {
 public:
  // `seed` makes other random addresses and outcomes.
  ProgramSource(const Program& program, uint64_t seed) : program_(program), seed_(seed) {}

  const std::string& name() const override { return program_.name; }
  bool hasWrongPath() const override { return true; }
  bool fetch(const Path& path, Instruction& instruction) override;
  void retired(const Path&) override {}

 private:
  Path enter(uint32_t block, uint64_t count) const;

  const Program& program_;
  uint64_t seed_;
};

}  // namespace refsim
