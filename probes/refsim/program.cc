#include "mf_encoders.h"
#include "probes/refsim/isa.h"

namespace refsim {

namespace {

uint64_t mix(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

constexpr uint64_t CODE = 0x400000;

struct Kind {
  uint8_t opclass, latency;
};

Kind kindOf(Work work) {
  switch (work) {
    case Work::MUL:
      return {MF_OPCLASS_ALU, 4};
    case Work::DIV:
      return {MF_OPCLASS_ALU, 12};
    case Work::LOAD:
      return {MF_OPCLASS_LOAD, 1};
    case Work::STORE:
      return {MF_OPCLASS_STORE, 1};
    case Work::BRANCH:
      return {MF_OPCLASS_CONDITIONAL, 1};
    case Work::JUMP:
      return {MF_OPCLASS_JUMP, 1};
    default:
      return {MF_OPCLASS_ALU, 1};
  }
}

}  // namespace

uint64_t Address::at(uint64_t count, uint64_t salt) const {
  switch (kind) {
    case HOLES:
      return base + (count / 3 * 4 + count % 3) * stride % size;  // three of each four
    case RANDOM:
      return base + mix(count ^ salt) % size / stride * stride;
    case HOP:
      return base + (mix((count / 4) ^ salt) % (size >> 12) << 12) + count % 4 * stride;  // four to a page
    case TILE:
      return base + count * stride % (4 * stride) * 64 + count / 4 * 8 % size;
    default:
      return base + count * stride % size;
  }
}

bool Direction::at(uint64_t count, uint64_t salt) const {
  return kind == LOOP ? (count + 1) % number != 0 : mix(count * 31 ^ salt) % 100 < number;
}

Path ProgramSource::enter(uint32_t block, uint64_t count) const {
  const auto to = static_cast<uint32_t>(block % program_.blocks.size());
  return {to, 0, count + (program_.blocks[to].counts ? 1 : 0)};
}

bool ProgramSource::fetch(const Path& path, Instruction& instruction) {
  const Block& block = program_.blocks[path.block];
  const Op& op = block.ops[path.op];
  const Kind kind = kindOf(op.work);
  const uint64_t pc = CODE + path.block * 1024 + path.op * 4, salt = mix(seed_ * 0x9e3779b97f4a7c15u + pc);
  instruction = Instruction{};
  instruction.pc = pc;
  instruction.opclass = kind.opclass;
  instruction.latency = kind.latency;
  instruction.sources[0] = op.sources[0];
  instruction.sources[1] = op.sources[1];
  instruction.targets[0] = op.target;
  instruction.path = path;
  const bool isLast = path.op + 1 == block.ops.size();
  const Path on = isLast ? enter(path.block + 1, path.count) : Path{path.block, path.op + 1, path.count};
  instruction.next = instruction.other = on;
  if (op.work == Work::LOAD) instruction.loads[0] = op.address.at(path.count, salt);
  if (op.work == Work::STORE) instruction.stores[0] = op.address.at(path.count, salt);
  if (op.work != Work::BRANCH && op.work != Work::JUMP) return true;
  const Path away = enter(op.to, path.count);
  instruction.isBranch = true;
  instruction.isConditional = op.work == Work::BRANCH;
  instruction.taken = op.work == Work::JUMP || op.direction.at(path.count, salt);
  instruction.next = instruction.taken ? away : on;
  instruction.other = instruction.taken ? on : away;
  return true;
}

}  // namespace refsim
