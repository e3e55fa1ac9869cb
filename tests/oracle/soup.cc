#include "tests/oracle/soup.h"

#include <array>
#include <random>

#include "libmf/base/text.h"

namespace mf::testing {

namespace {

constexpr const char* HEADER =
    R"(mfir-text 1
header (kind = capture, simulator = "hand", tick = "cycle", packages = [(name = "hand")], clocks = [(name = "fast", period = FAST), (name = "slow", period = SLOW)], nodes = [
  (id = 1, name = "core0", kind = "core", core = 0, clock = "fast"),
  (id = 2, name = "pool0", kind = "pool", parent = "core0", core = 0, clock = "fast", capacity = 2),
  (id = 3, name = "port0", kind = "port", parent = "core0", core = 0, clock = "fast"),
  (id = 4, name = "store", kind = "store", clock = "slow"),
  (id = 5, name = "desk0", kind = "desk", parent = "core0", core = 0, clock = "fast", capacity = 3),
  (id = 6, name = "core1", kind = "core", core = 1, clock = "slow"),
  (id = 7, name = "pool1", kind = "pool", parent = "core1", core = 1, clock = "slow", capacity = 1),
  (id = 8, name = "port1", kind = "port", parent = "core1", core = 1, clock = "slow"),
  (id = 9, name = "desk1", kind = "desk", parent = "core1", core = 1, clock = "slow")])
gate (time = START, open = ["core", "cache"], snapshot = true, trigger = "start")
)";

// The standard distributions differ between libraries; this does not.
class Dice {
 public:
  explicit Dice(uint32_t seed) : engine_(seed) {}
  uint32_t below(uint32_t limit) { return static_cast<uint32_t>((uint64_t{engine_()} * limit) >> 32); }
  bool oneIn(uint32_t n) { return below(n) == 0; }

 private:
  std::mt19937 engine_;
};

struct Kind {
  const char* name;
  uint32_t weight;
  char extra;   // what fields it has besides node and unit
};

// p parent, r reg, f from, o owner, w winner, b by, l line, s slot, x brief, y brief's user, d decision
constexpr std::array<Kind, 25> KINDS{{{"unit.open", 10, 'p'},  {"unit.step", 3, 0},    {"unit.close", 6, 0},   {"reg.write", 6, 'r'},
                                      {"reg.read", 8, 'r'},    {"result.make", 5, 0},  {"result.use", 8, 'f'}, {"pool.take", 9, 0},
                                      {"pool.join", 3, 'o'},   {"pool.give", 9, 0},    {"pool.full", 9, 0},    {"desk.take", 5, 's'},
                                      {"desk.join", 2, 'o'},   {"desk.give", 5, 's'},  {"port.grant", 8, 0},   {"port.deny", 8, 'w'},
                                      {"guess.make", 4, 0},    {"guess.take", 5, 'b'}, {"store.write", 5, 'l'}, {"store.read", 6, 'l'},
                                      {"brief.open", 3, 'x'},  {"brief.close", 2, 'x'}, {"brief.make", 2, 'x'}, {"brief.use", 3, 'y'},
                                      {"pick", 2, 'd'}}};

const Kind& anyKind(Dice& dice) {
  uint32_t total = 0;
  for (const Kind& kind : KINDS) total += kind.weight;
  uint32_t at = dice.below(total);
  for (const Kind& kind : KINDS) {
    if (at < kind.weight) return kind;
    at -= kind.weight;
  }
  return KINDS[0];
}

std::string extra(const Kind& kind, Dice& dice, const Soup& of) {
  // A reference is nobody now and then.
  const auto key = [&] { return cat(dice.oneIn(8) ? 0 : (1 + dice.below(7)) * of.keyFactor + of.keyShift); };
  switch (kind.extra) {
    case 'p': return cat(" parent=", key());
    case 'r': return cat(" reg=", dice.below(5));
    case 'f': case 'y': return cat(" from=", key());
    case 'o': return cat(" owner=", key());
    case 'w': return dice.oneIn(2) ? "" : cat(" winner=", key());
    case 'b': return cat(" by=", key());
    case 'l': return cat(" line=", hex(64 * dice.below(5)));
    case 's': return cat(" slot=", dice.below(4));
    case 'd': return cat(" ord=", dice.below(100), " value=-", dice.below(9), " threshold=", dice.below(9), " serial=", dice.below(9));
    default: return "";
  }
}

}  // namespace

std::string soup(const Soup& of) {
  constexpr uint64_t FAST = 2, SLOW = 6;
  Dice dice(of.seed);
  std::string text = HEADER;
  for (const auto& [word, value] : {std::pair("START", of.start), {"FAST", FAST}, {"SLOW", SLOW}})
    text.replace(text.find(word), std::string_view(word).size(), cat(value * of.timeFactor));
  std::vector<std::pair<uint64_t, std::string>> lines;   // by time
  uint64_t time = of.start;
  for (uint32_t i = 0; i < of.events; ++i) {
    const uint32_t step = dice.below(4);   // half of the events share their cycle with the one before
    time += of.threads > 1 || of.distinctTimes ? 2 * (step + 1) : 2 * (step < 2 ? 0 : step - 1);
    const Kind& kind = anyKind(dice);
    const bool snapshot = i < 6 && dice.oneIn(2);
    const uint32_t node = kind.extra == 'l' ? 4 : dice.oneIn(4) ? 6 : 1;
    const bool isBrief = kind.extra == 'x';
    const uint64_t key = (1 + dice.below(isBrief ? 4 : 7)) * of.keyFactor + of.keyShift;
    const uint32_t thread = dice.below(4) % of.threads;   // drawn in any case, so that the rest stays the same
    lines.emplace_back(time, cat(time * of.timeFactor, snapshot ? " snap" : "", thread == 0 ? "" : cat(" t=", thread), " ", kind.name, " node=", node, isBrief ? " brief=" : " unit=", key,
                extra(kind, dice, of), "\n"));
  }
  for (size_t i = 8; of.stepsBack && i + 1 < lines.size(); i += 2) {
    if (lines[i + 1].first - lines[i].first <= SLOW) std::swap(lines[i], lines[i + 1]);
  }
  for (const auto& [at, line] : lines) text += line;
  return text + "end\n";
}

}  // namespace mf::testing
