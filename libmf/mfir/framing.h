// How a stream is cut into segments on disk and on pipes.
//
//   magic    "microflow 1\n" and four zero bytes: 16 bytes
//   segment  u32 mark, u32 stored bytes, u32 plain bytes, u8 codec, u8 kind, u16 0, u64 checksum; 24 bytes,
//            then the stored bytes, padded with zeros to a multiple of 8
//   ...      one header first, one end last; nothing after the end
//
// A segment holds one Cap'n Proto message (mfir.capnp, Segment), at most MAX_PLAIN
// bytes: a larger claim is corruption, not an allocation.
// The checksum (XXH3, 64 bit) is of the stored bytes and of the 16 bytes before it. The
// message holds its place in the stream: a segment lost, repeated or moved is corruption.
// A zero-byte Cap'n Proto stream reads as a clean end of file; hence the end
// segment with its counts, and a stream without one is truncated.
#pragma once

#include <capnp/message.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace mf::mfir {

constexpr std::array<char, 16> MAGIC = {'m', 'i', 'c', 'r', 'o', 'f', 'l', 'o', 'w', ' ', '1', '\n', 0, 0, 0, 0};
constexpr uint32_t SEGMENT_MARK = 0x53464d0a;  // "\nMFS"
constexpr uint32_t MAX_PLAIN = 64u << 20;
constexpr uint32_t FORMAT_VERSION = 1;

enum class Codec : uint8_t { PLAIN = 0, ZSTD = 1 };
enum class SegmentKind : uint8_t { HEADER = 0, EVENTS = 1, ROWS = 2, GATE = 3, END = 4 };

struct SegmentHead {
  uint32_t mark = SEGMENT_MARK;
  uint32_t stored = 0;
  uint32_t plain = 0;
  Codec codec = Codec::PLAIN;
  SegmentKind kind = SegmentKind::HEADER;
  uint16_t zero = 0;
  uint64_t checksum = 0;
};
static_assert(sizeof(SegmentHead) == 24);

// Puts framed messages into a file descriptor.
class FrameWriter {
 public:
  // level 0: plain; else zstd of that level.
  FrameWriter(int fd, std::string name, int level);
  ~FrameWriter();
  FrameWriter(const FrameWriter&) = delete;
  FrameWriter& operator=(const FrameWriter&) = delete;

  void write(capnp::MessageBuilder& message, SegmentKind kind);
  uint64_t bytes() const { return bytes_; }

 private:
  int fd_;
  std::string name_;
  int level_;
  void* zstd_ = nullptr;
  std::vector<char> buffer_;
  uint64_t bytes_ = 0;
};

struct Frame {
  SegmentKind kind = SegmentKind::HEADER;
  std::vector<uint64_t> words;  // the plain message
};

// Takes framed messages out of one. Every mistake is an Error that names the input,
// the segment's number and its offset.
class FrameReader {
 public:
  FrameReader(int fd, std::string name);
  ~FrameReader();
  FrameReader(const FrameReader&) = delete;
  FrameReader& operator=(const FrameReader&) = delete;

  // `first` are bytes already taken from fd to tell the format; the magic is checked here.
  void begin(const std::string& first);
  // False at the end of the file.
  bool next(Frame& frame);
  uint64_t bytes() const { return offset_; }
  uint64_t number() const { return number_; }  // of the last frame, from 1
  std::string place() const;  // "segment 12 at byte 4096 of standard input"

 private:
  size_t take(void* into, size_t size);

  int fd_;
  std::string name_;
  std::string pending_;
  void* zstd_ = nullptr;
  std::vector<char> stored_;
  uint64_t offset_ = 0;
  uint64_t segmentOffset_ = 0;
  uint64_t number_ = 0;
};

}  // namespace mf::mfir
