#include "libmf/capture/drain.h"

#include <chrono>

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

// One round over all buffers. False: they were empty.
bool Drain::pass() {
  bool any = false;
  const uint32_t count = memory_.ringCount();
  for (uint32_t ring = 0; ring < count; ring++) {
    const Memory::Piece piece = memory_.published(ring);
    if (piece.bytes == 0) continue;
    memory_.release(ring, decoder_.take(piece.at, piece.bytes, CHUNK, static_cast<uint16_t>(ring)));
    any = true;
  }
  return any;
}

}  // namespace mf::capture
