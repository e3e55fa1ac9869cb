// Writes a stream again as segments cut by count, or only its beginning: streams of many small
// segments for the tests of bad ends.
//
// usage: recode BATCH BATCHES LEVEL [PACKAGE-FOLDER]... < stream > segments
//   BATCH   events in a segment; BATCHES  at most so many, 0: all; LEVEL  of zstd
#include <unistd.h>

#include <iostream>

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "libmf/catalog/native.h"
#include "libmf/mfir/segment_writer.h"
#include "tests/support/collect.h"

namespace {

using namespace mf;

// Lets the first batches of events through; the end record is made to fit.
class Beginning final : public mfir::Sink {
 public:
  Beginning(mfir::Sink& out, uint64_t most) : out_(out), most_(most) {}
  void header(const mfir::Header& header) override { out_.header(header); }
  void events(mfir::EventBatch&& batch) override {
    if (batches_++ >= most_) return;
    events_ += batch.count;
    out_.events(std::move(batch));
  }
  void rows(mfir::RowBatch&& batch) override { out_.rows(std::move(batch)); }
  void gate(const mfir::Gate& gate) override { out_.gate(gate); }
  void end(mfir::End&& end) override {
    if (batches_ > most_) end.endedEarly = "cut short for a test";
    end.events = events_;
    out_.end(std::move(end));
  }

 private:
  mfir::Sink& out_;
  uint64_t most_, batches_ = 0, events_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 4) throw Error("usage: recode BATCH BATCHES LEVEL [PACKAGE-FOLDER]...");
    const uint64_t batch = parseUnsigned(argv[1]).value_or(1), most = parseUnsigned(argv[2]).value_or(0);
    mfir::SegmentWriter writer(STDOUT_FILENO, "standard output", static_cast<int>(parseUnsigned(argv[3]).value_or(0)));
    Beginning beginning(writer, most == 0 ? UINT64_MAX : most);
    testing::Rebatch rebatch(beginning, static_cast<uint32_t>(batch));
    mfir::readStream(STDIN_FILENO, "standard input", rebatch, catalog::nativeFromPackages({argv + 4, argv + argc}));
    return 0;
  } catch (const Error& error) {
    std::cerr << "recode: " << error.what() << "\n";
    return 3;
  }
}
