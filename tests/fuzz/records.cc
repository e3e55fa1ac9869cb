// What a simulator wrote into its buffers: two bytes say how it comes in pieces, the rest are records
// of two threads, 8 bytes aligned as in shared memory. The end record must count what was handed on.
#include <cstring>
#include <vector>

#include "libmf/capture/decoder.h"
#include "tests/fuzz/target.h"

namespace {

using namespace mf;

struct Counting final : mfir::Sink {
  void header(const mfir::Header&) override {}
  void events(mfir::EventBatch&& batch) override {
    uint64_t rows = 0;
    for (const mfir::EventGroup& group : batch.groups) rows += group.count;
    fuzz::expect(rows == batch.count && batch.type.size() == batch.count, "a batch is not of its size");
    seen += batch.count;
  }
  void rows(mfir::RowBatch&&) override {}
  void gate(const mfir::Gate&) override {}
  void end(mfir::End&& end) override { fuzz::expect(end.events == seen, "the end record counts other events"); }
  uint64_t seen = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 10) return 0;
  std::vector<uint64_t> buffer((size - 2) / 8);  // exactly: a read beyond it is seen
  std::memcpy(buffer.data(), data + 2, buffer.size() * 8);
  const char* at = reinterpret_cast<const char*>(buffer.data());
  size_t left = buffer.size() * 8;
  Counting sink;
  capture::Decoder decoder(sink, {});
  fuzz::accepted([&] {
    for (unsigned piece = data[0]; left > 0; piece = piece * 5 + 1) {
      const size_t enough = size_t{8} << (piece % 16);
      const size_t taken = decoder.take(at, left, enough, static_cast<uint16_t>(data[1] & piece & 1));
      if (taken == 0) break;  // a turn: the drain's business
      fuzz::expect(taken <= left, "more was taken than there was");
      at += taken;
      left -= taken;
    }
    if (decoder.hasBegun()) decoder.finish({});
  });
  return 0;
}
