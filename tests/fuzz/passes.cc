// Events of the hand package, in any order and with any values, on one machine whatever the header
// says: whatever a faulty probe writes, the passes come to an end, and edges join events that there are.
#include "libmf/passes/pipeline.h"
#include "tests/fuzz/machine.h"
#include "tests/fuzz/target.h"

namespace {

using namespace mf;

struct Ends final : mfir::Sink {
  void header(const mfir::Header&) override {}
  void events(mfir::EventBatch&& batch) override { events_ += batch.count; }
  void rows(mfir::RowBatch&& batch) override {
    if (batch.table != "edges") return;
    for (const char* end : {"u", "v"}) {
      for (const uint64_t ev : batch.find(end)->values)
        fuzz::expect(ev >= 1 && ev <= events_, "an edge has an end that is no event");
    }
  }
  void gate(const mfir::Gate&) override {}
  void end(mfir::End&&) override {}

 private:
  uint64_t events_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (!fuzz::textOf(data, size).starts_with(mfir::TEXT_MAGIC)) return 0;
  const FileDescriptor file = testing::memoryFile(std::string(fuzz::textOf(data, size)));
  fuzz::accepted([&] {
    const passes::PassOptions quiet{"", {}, false};
    Ends ends;
    passes::Edges edges(ends, quiet);
    passes::Tenancies tenancy(edges, quiet);
    passes::Resolve resolve(tenancy, quiet);
    mfir::readStream(file.get(), "input", resolve, [](mfir::Header& header) { header = fuzz::ingestedHeader(); });
  });
  return 0;
}
