// Binary streams. Bytes are taken for a stream whose heads are then made right, checksums and
// all: corruption that a checksum shows is the business of the unit tests; here the message is
// reached. What is accepted must be accepted again when it is written.
#include <xxhash.h>

#include <cstring>
#include <vector>

#include "libmf/mfir/segment_writer.h"
#include "libmf/mfir/text_form.h"
#include "tests/fuzz/target.h"
#include "tests/support/collect.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace {

using namespace mf;

struct Segment {
  mfir::SegmentHead head;
  std::string stored;
};

std::vector<Segment> segmentsOf(std::string_view stream) {
  std::vector<Segment> segments;
  size_t at = mfir::MAGIC.size();
  while (at + sizeof(mfir::SegmentHead) <= stream.size()) {
    Segment segment;
    std::memcpy(&segment.head, stream.data() + at, sizeof segment.head);
    at += sizeof segment.head;
    segment.stored = stream.substr(at, segment.head.stored);
    at += (segment.stored.size() + 7) / 8 * 8;
    segments.push_back(std::move(segment));
  }
  return segments;
}

std::string streamOf(const std::vector<Segment>& segments) {
  std::string stream(mfir::MAGIC.begin(), mfir::MAGIC.end());
  for (Segment segment : segments) {
    mfir::SegmentHead& head = segment.head;
    segment.stored.resize((segment.stored.size() + 7) / 8 * 8);
    head.mark = mfir::SEGMENT_MARK;
    head.codec = mfir::Codec::PLAIN;
    head.stored = head.plain = static_cast<uint32_t>(segment.stored.size());
    head.zero = 0;
    head.checksum = XXH3_64bits_withSeed(segment.stored.data(), head.stored,
                                         XXH3_64bits(&head, offsetof(mfir::SegmentHead, checksum)));
    stream.append(reinterpret_cast<const char*>(&head), sizeof head).append(segment.stored);
  }
  return stream;
}

void read(const std::string& stream, mfir::Sink& sink) {
  const FileDescriptor file = testing::memoryFile(stream);
  mfir::readStream(file.get(), "input", sink);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string stream = streamOf(segmentsOf(fuzz::textOf(data, size)));
  const FileDescriptor text = testing::memoryFile(""), again = testing::memoryFile("");
  fuzz::accepted([&] {
    mfir::TextWriter writer(text.get(), "memory file");
    read(stream, writer);
  });
  mfir::SegmentWriter writer(again.get(), "memory file", 0);
  if (!fuzz::accepted([&] { read(stream, writer); })) return 0;
  const FileDescriptor thrice = testing::memoryFile("");
  mfir::SegmentWriter ignored(thrice.get(), "memory file", 0);
  const bool isWhole = fuzz::accepted([&] { read(testing::contentOf(again), ignored); });
  fuzz::expect(isWhole, "a stream that was accepted is refused when written again");
  return 0;
}

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
// One message changes, or a segment is lost, repeated or moved.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  std::vector<Segment> segments = segmentsOf(fuzz::textOf(data, size));
  if (segments.empty()) return LLVMFuzzerMutate(data, size, most);
  const auto chosen = segments.begin() + static_cast<std::ptrdiff_t>(seed / 16 % segments.size());
  switch (seed % 16) {
    case 0:
      segments.erase(chosen);
      break;
    case 1:
      segments.insert(chosen, Segment(*chosen));
      break;
    case 2:
      std::swap(*chosen, segments.front());
      break;
    default: {
      std::string& message = chosen->stored;
      const size_t before = message.size();
      message.resize(before + 64);
      message.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(message.data()), before, message.size()));
    }
  }
  const std::string stream = streamOf(segments);
  if (stream.size() > most) return size;
  std::memcpy(data, stream.data(), stream.size());
  return stream.size();
}
#endif
