// The text form. What is accepted is the same when it is written and read again, as text and as segments.
#include "libmf/mfir/segment_writer.h"
#include "tests/fuzz/machine.h"
#include "tests/fuzz/target.h"

namespace {

using namespace mf;

std::string asText(const std::string& stream) {
  const FileDescriptor in = testing::memoryFile(stream), out = testing::memoryFile("");
  mfir::TextWriter writer(out.get(), "memory file");
  mfir::readStream(in.get(), "input", writer, [](mfir::Header& header) {
    const bool isCapture = header.get().getKind() == schema::StreamKind::CAPTURE;
    if (isCapture && header.get().getSchema().size() == 0) header = fuzz::captureHeader();
  });
  return testing::contentOf(out);
}

std::string asSegments(const std::string& stream) {
  const FileDescriptor in = testing::memoryFile(stream), out = testing::memoryFile("");
  mfir::SegmentWriter writer(out.get(), "memory file", 0);
  mfir::readStream(in.get(), "input", writer);
  return testing::contentOf(out);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string given(fuzz::textOf(data, size));
  if (!given.starts_with(mfir::TEXT_MAGIC)) return 0;
  std::string first;
  if (!fuzz::accepted([&] { first = asText(given); })) return 0;
  fuzz::expect(asText(first) == first, "a text is not itself when read again");
  fuzz::expect(asText(asSegments(first)) == first, "a text is not itself after it was binary");
  return 0;
}
