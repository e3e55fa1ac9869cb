#include "libmf/capture/drain.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>

#include "libmf/base/error.h"

namespace mf::capture {

namespace {

// How much is taken before its room is given back: small enough to stay in the cache.
constexpr size_t CHUNK = 128 << 10;
// Below this a round is not worth its wakeup, nor the cache line that it takes from the simulator.
constexpr size_t WORTHWHILE = 64 << 10;
// In 4 ms 400 kB gather at the rates that simulators reach; a buffer holds ten times that. Waking up more
// often costs more than the cache saves: 1 ms was a quarter of all that draining cost, in a virtual machine.
constexpr std::chrono::milliseconds PAUSE(4), LONGEST_PAUSE(16);

}  // namespace

Drain::Drain(Memory& memory, Decoder& decoder)
    : memory_(memory), decoder_(decoder), thread_([this](const std::stop_token& stop) { run(stop); }) {}

void Drain::finish() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void Drain::run(const std::stop_token& stop) {
  try {
    std::condition_variable_any sleeping;  // nothing but finish() wakes it
    std::mutex mutex;
    std::unique_lock lock(mutex);
    auto pause = PAUSE;
    while (true) {
      const bool last = stop.stop_requested();
      const size_t bytes = pass();
      if (last && bytes == 0) return;
      pause = bytes == 0 ? std::min(pause * 2, LONGEST_PAUSE) : PAUSE;
      if (bytes < WORTHWHILE && !last) sleeping.wait_for(lock, stop, pause, [] { return false; });
    }
  } catch (...) {
    failure_ = std::current_exception();
    failed_ = true;
    memory_.close();
  }
}

// One round over all buffers; how much there was to take.
size_t Drain::pass() {
  size_t bytes = 0;
  const uint32_t count = memory_.ringCount();
  for (uint32_t ring = 0; ring < count; ring++) bytes += advance(ring);
  return bytes;
}

// Takes the next piece of one ring, unless its turn has not come. What a thread wrote between another's
// turn and its own next one has no exact place; it is taken when it is seen.
size_t Drain::advance(uint32_t ring) {
  const Memory::Piece piece = memory_.published(ring);
  if (piece.bytes == 0) return 0;
  uint16_t kind;
  std::memcpy(&kind, piece.at, sizeof kind);
  if (kind == MF_RECORD_TURN) return takeTurn(ring, piece) ? sizeof(mf_turn_record) : 0;
  if (ring != current_) orderIsExact_ = false;
  return take(ring, piece.bytes);
}

bool Drain::takeTurn(uint32_t ring, const Memory::Piece& piece) {
  mf_turn_record record;
  if (piece.bytes < sizeof record) throw Error("the simulator's buffer is damaged: a turn is cut");
  std::memcpy(&record, piece.at, sizeof record);
  if (record.turn != turn_ + 1) return false;
  if (record.control.argument < MF_MAX_RINGS) {
    const uint32_t previous = record.control.argument;
    while (memory_.position(previous) < record.previous_head) {
      const size_t before = static_cast<size_t>(record.previous_head - memory_.position(previous));
      take(previous, std::min(before, memory_.published(previous).bytes));
    }
    if (memory_.position(previous) != record.previous_head) orderIsExact_ = false;
  }
  turn_ = record.turn;
  current_ = ring;
  memory_.release(ring, sizeof record);
  return true;
}

size_t Drain::take(uint32_t ring, size_t bytes) {
  const Memory::Piece piece = memory_.published(ring);
  const size_t taken = decoder_.take(piece.at, bytes, CHUNK, static_cast<uint16_t>(ring));
  if (taken == 0) throw Error("the simulator's buffer is damaged: turns are out of order");
  memory_.release(ring, taken);
  return taken;
}

}  // namespace mf::capture
