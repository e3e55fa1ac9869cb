// The simulator's threads and mf-capture's own draining one under ThreadSanitizer: gates that open and
// shut, rings that run over, a capture that gives up. A process attaches once, so each test is run alone.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <map>
#include <thread>
#include <vector>

#include "libmf/capture/decoder.h"
#include "libmf/capture/drain.h"
#include "libmf/capture/memory.h"
#include "mf_encoders.h"

namespace mf::capture {
namespace {

constexpr uint64_t THREADS = 4, EVENTS = 20000, ROUNDS = 50;

// Keys by thread of the simulator, and the gates; only the draining thread comes here.
struct Seen final : mfir::Sink {
  void header(const mfir::Header&) override {}
  void events(mfir::EventBatch&& batch) override {
    for (mfir::Cursor at(batch); at.next();) {
      const uint64_t key = at.group().fields[1][at.row()];
      keys[key >> 32].push_back(key & 0xFFFFFFFF);
    }
  }
  void rows(mfir::RowBatch&&) override {}
  void gate(const mfir::Gate& gate) override {
    if (!gate.roi) (gate.open.empty() ? shuts : opens)++;  // a domain's; a region has gates of its own
  }
  void end(mfir::End&& end) override { total = end.events; }

  std::map<uint64_t, std::vector<uint64_t>> keys;
  uint64_t opens = 0, shuts = 0, total = 0;
};

void attach(const Memory& memory) {
  setenv(MF_SHARED_VARIABLE, memory.address().c_str(), 1);
  ASSERT_EQ(mf_attach("drain_threads_test", "none", "ps"), 1);
  mf_clock("cpu", 250, 0);
  mf_node(1, "cpu0", "core", "", 0, "cpu", "core");
}

std::vector<std::thread> emitting(std::atomic<uint64_t>& done) {
  std::vector<std::thread> writers;
  for (uint64_t t = 1; t <= THREADS; t++) {
    writers.emplace_back([t, &done] {
      for (uint64_t i = 0; i < EVENTS; i++) {
        mf_now(i / 3);
        if (mf_on(MF_CORE)) mf_inst_dispatch(1, t << 32 | i);
      }
      done++;
    });
  }
  return writers;
}

uint64_t waits(const Memory& memory) {
  uint64_t sum = 0;
  for (uint32_t ring = 0; ring < memory.ringCount(); ring++)
    sum += __atomic_load_n(&memory.shared().rings[ring].waits, __ATOMIC_RELAXED);
  return sum;
}

// What is written while a gate is open comes out once and in order, through rings that are too small.
TEST(DrainThreads, SeeEveryGateAndKeepTheOrderOfEachThread) {
  Memory memory(Settings(), 16384);
  attach(memory);
  Seen seen;
  Decoder decoder(seen, {});
  Drain drain(memory, decoder);
  std::atomic<uint64_t> done = 0;
  std::vector<std::thread> writers = emitting(done);
  uint64_t rounds = 0;
  while (rounds < ROUNDS || done < THREADS) {
    mf_phase(0, 1, rounds == 0);
    std::this_thread::yield();
    mf_phase(0, 0, 0);
    rounds++;
  }
  for (std::thread& each : writers) each.join();
  mf_phase(0, 1, 0);
  for (uint64_t i = 0; i < EVENTS; i++)
    mf_inst_dispatch(1, (THREADS + 1) << 32 | i);  // by one thread, its gate open: all of it
  mf_end();
  drain.finish();
  drain.rethrow();
  decoder.finish({});

  EXPECT_EQ(seen.opens, rounds + 1);
  EXPECT_EQ(seen.shuts, rounds + 1);
  uint64_t sum = 0;
  for (const auto& [thread, keys] : seen.keys) {
    sum += keys.size();
    for (size_t i = 1; i < keys.size(); i++) ASSERT_LT(keys[i - 1], keys[i]) << thread;
  }
  EXPECT_EQ(seen.keys[THREADS + 1].size(), EVENTS);
  EXPECT_EQ(seen.total, sum);
  EXPECT_GT(waits(memory), 0u);
}

// mf-capture gives up while every ring is full: nobody waits any longer, and the gates are shut.
TEST(DrainThreads, LetTheSimulatorGoWhenTheCaptureGivesUp) {
  Memory memory(Settings(), 16384);
  attach(memory);
  Seen seen;
  Decoder decoder(seen, {});
  {
    Drain drain(memory, decoder);
    mf_phase(0, 1, 1);
    drain.finish();
  }
  std::atomic<uint64_t> done = 0;
  std::vector<std::thread> writers = emitting(done);
  while (waits(memory) < THREADS) std::this_thread::yield();
  EXPECT_EQ(done, 0u);
  memory.close();
  for (std::thread& each : writers) each.join();
  EXPECT_EQ(done, THREADS);
  EXPECT_FALSE(mf_on(MF_CORE));
  mf_end();
}

}  // namespace
}  // namespace mf::capture
