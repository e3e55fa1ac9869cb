// The protocol of the rings, writer and reader in one process so that ThreadSanitizer sees both.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <string.h>

#include <atomic>
#include <map>
#include <thread>
#include <vector>

#include "libmf/capture/memory.h"
#include "mf_encoders.h"

namespace mf::capture {
namespace {

constexpr int THREADS = 4;
constexpr uint64_t EVENTS = 20000;

// What came out of the rings: by thread of the simulation, the keys in order; and times that ran backwards.
struct Seen {
  std::map<uint64_t, std::vector<uint64_t>> keys;
  uint64_t pads = 0, gates = 0, words = 0, ends = 0;
};

size_t takeRecord(const char* at, Seen& seen) {
  mf_control control;
  memcpy(&control, at, sizeof control);
  if (control.kind < MF_RECORD_FIRST_CONTROL) {
    const auto* record = reinterpret_cast<const mf_record_inst_dispatch*>(at);
    seen.keys[record->inst >> 32].push_back(record->inst & 0xFFFFFFFF);
    return sizeof *record;
  }
  seen.pads += control.kind == MF_RECORD_PAD;
  seen.gates += control.kind == MF_RECORD_GATE;
  seen.words += control.kind == MF_RECORD_WORD;
  seen.ends += control.kind == MF_RECORD_END;
  return control.kind == MF_RECORD_STEP ? sizeof control : control.size;
}

void drain(Memory& memory, const std::atomic<bool>& over, Seen& seen) {
  for (bool last = false; !last;) {
    last = over;
    for (uint32_t ring = 0; ring < memory.ringCount(); ring++) {
      const Memory::Piece piece = memory.published(ring);
      for (size_t done = 0; done < piece.bytes;) done += takeRecord(piece.at + done, seen);
      memory.release(ring, piece.bytes);
      last = last && piece.bytes == 0;
    }
  }
}

void writeEvents(uint64_t thread) {
  for (uint64_t i = 0; i < EVENTS; i++) {
    mf_now(i / 3);
    mf_inst_dispatch(1, thread << 32 | i);
    mf_retired(static_cast<int>(thread), i);
    if (i % 1000 == 0) mf_word(("word" + std::to_string(i)).c_str());
  }
}

TEST(Rings, LoseNothingBetweenThreads) {
  Settings settings;
  settings.rules.push_back(parseRule("cpu1:insts>=5000:-dram"));
  settings.rules.push_back(parseRule("count(tick)>=3:+dram"));
  Memory memory(settings, 16384);
  setenv(MF_SHARED_VARIABLE, memory.address().c_str(), 1);
  ASSERT_EQ(mf_attach("threads_test", "none", "ps"), 1);
  mf_clock("cpu", 250, 0);
  mf_node(1, "cpu0", "core", "", 0, "cpu", "core");
  Seen seen;
  std::atomic<bool> over = false;
  std::thread reader([&] { drain(memory, over, seen); });
  mf_phase(0, 1, 1);
  std::vector<std::thread> writers;
  for (uint64_t t = 1; t <= THREADS; t++) writers.emplace_back(writeEvents, t);
  for (int i = 0; i < 5; i++) mf_signal("tick");
  for (std::thread& each : writers) each.join();
  mf_end();
  over = true;
  reader.join();

  ASSERT_EQ(seen.keys.size(), static_cast<size_t>(THREADS));
  for (const auto& [thread, keys] : seen.keys) {
    ASSERT_EQ(keys.size(), EVENTS) << thread;
    for (uint64_t i = 0; i < EVENTS; i++) ASSERT_EQ(keys[i], i) << thread;
  }
  EXPECT_GT(seen.pads, 10u);
  EXPECT_GE(seen.gates, 4u);  // two to open, two to shut, and what the rules did
  EXPECT_EQ(seen.words, 20u);
  EXPECT_EQ(seen.ends, 1u);
  EXPECT_TRUE(memory.ended());
  uint64_t waits = 0;
  for (uint32_t ring = 0; ring < memory.ringCount(); ring++) waits += memory.shared().rings[ring].waits;
  EXPECT_GT(waits, 0u);  // 16 kB were too little now and then, and that was waited for
}

}  // namespace
}  // namespace mf::capture
