#include "libmf/capture/drain.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "libmf/base/error.h"

namespace mf::capture {

namespace {

// How much is taken before its room is given back: small enough to stay in the cache.
constexpr size_t CHUNK = 128 << 10;
// A pause this long lets 100 kB gather at the rates that simulators reach; a buffer holds forty times that.
constexpr std::chrono::microseconds PAUSE(1000);

}  // namespace

Drain::Drain(Memory& memory, Decoder& decoder)
    : memory_(memory), decoder_(decoder), thread_([this](const std::stop_token& stop) { run(stop); }) {}

void Drain::finish() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void Drain::run(const std::stop_token& stop) {
  try {
    while (true) {
      const bool last = stop.stop_requested();
      const bool any = pass();
      if (last && !any) return;
      if (!any) std::this_thread::sleep_for(PAUSE);
    }
  } catch (...) {
    failure_ = std::current_exception();
    failed_ = true;
    memory_.close();
  }
}

// One round over all buffers. False: there was nothing to take.
bool Drain::pass() {
  bool any = false;
  const uint32_t count = memory_.ringCount();
  for (uint32_t ring = 0; ring < count; ring++) any |= advance(ring);
  return any;
}

// Takes the next piece of one ring, unless its turn has not come. What a thread wrote between another's
// turn and its own next one has no exact place; it is taken when it is seen.
bool Drain::advance(uint32_t ring) {
  const Memory::Piece piece = memory_.published(ring);
  if (piece.bytes == 0) return false;
  uint16_t kind;
  std::memcpy(&kind, piece.at, sizeof kind);
  if (kind == MF_RECORD_TURN) return takeTurn(ring, piece);
  if (ring != current_) orderIsExact_ = false;
  take(ring, piece.bytes);
  return true;
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

void Drain::take(uint32_t ring, size_t bytes) {
  const Memory::Piece piece = memory_.published(ring);
  const size_t taken = decoder_.take(piece.at, bytes, CHUNK, static_cast<uint16_t>(ring));
  if (taken == 0) throw Error("the simulator's buffer is damaged: turns are out of order");
  memory_.release(ring, taken);
}

}  // namespace mf::capture
