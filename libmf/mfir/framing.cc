#include "libmf/mfir/framing.h"

#include <capnp/serialize.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/made.h"
#include "libmf/base/text.h"

namespace mf::mfir {

namespace {

uint64_t checksum(const SegmentHead& head, const char* stored) {
  return XXH3_64bits_withSeed(stored, head.stored, XXH3_64bits(&head, offsetof(SegmentHead, checksum)));
}

size_t padding(size_t size) { return (8 - size % 8) % 8; }

}  // namespace

FrameWriter::FrameWriter(int fd, std::string name, int level) : fd_(fd), name_(std::move(name)), level_(level) {
  if (level_ > 0) zstd_ = made(ZSTD_createCCtx());
  writeFully(fd_, MAGIC.data(), MAGIC.size(), name_);
  bytes_ = MAGIC.size();
}

FrameWriter::~FrameWriter() { ZSTD_freeCCtx(static_cast<ZSTD_CCtx*>(zstd_)); }

void FrameWriter::write(capnp::MessageBuilder& message, SegmentKind kind) {
  const kj::Array<capnp::word> words = capnp::messageToFlatArray(message);
  const auto plain = words.asBytes();
  if (plain.size() > MAX_PLAIN) throw Error(cat("a segment of ", plain.size(), " bytes is too large"));
  const size_t room = level_ > 0 ? ZSTD_compressBound(plain.size()) : plain.size();
  buffer_.resize(sizeof(SegmentHead) + room + 8);
  char* stored = buffer_.data() + sizeof(SegmentHead);
  SegmentHead head;
  head.plain = static_cast<uint32_t>(plain.size());
  head.kind = kind;
  size_t size = plain.size();
  if (level_ > 0) {
    head.codec = Codec::ZSTD;
    size = ZSTD_compressCCtx(static_cast<ZSTD_CCtx*>(zstd_), stored, room, plain.begin(), plain.size(), level_);
    if (ZSTD_isError(size)) throw Error(cat("cannot compress: ", ZSTD_getErrorName(size)));
  } else {
    std::memcpy(stored, plain.begin(), plain.size());
  }
  head.stored = static_cast<uint32_t>(size);
  head.checksum = checksum(head, stored);
  std::memcpy(buffer_.data(), &head, sizeof head);
  const size_t pad = padding(size);
  std::memset(stored + size, 0, pad);
  const size_t total = sizeof head + size + pad;
  writeFully(fd_, buffer_.data(), total, name_);
  bytes_ += total;
}

FrameReader::FrameReader(int fd, std::string name) : fd_(fd), name_(std::move(name)), zstd_(made(ZSTD_createDCtx())) {}
FrameReader::~FrameReader() { ZSTD_freeDCtx(static_cast<ZSTD_DCtx*>(zstd_)); }

std::string FrameReader::place() const { return cat("segment ", number_, " at byte ", segmentOffset_, " of ", name_); }

size_t FrameReader::take(void* into, size_t size) {
  size_t done = std::min(size, pending_.size());
  std::memcpy(into, pending_.data(), done);
  pending_.erase(0, done);
  if (done < size) done += readFully(fd_, static_cast<char*>(into) + done, size - done, name_);
  offset_ += done;
  return done;
}

void FrameReader::begin(const std::string& first) {
  pending_ = first;
  std::array<char, 16> magic{};
  const size_t got = take(magic.data(), magic.size());
  if (got == 0) throw Error(cat(name_, " is empty: no stream, not even an empty run"));
  if (std::memcmp(magic.data(), MAGIC.data(), std::min<size_t>(got, 10)) != 0) {
    throw Error(cat(name_, " is no Microflow stream"));
  }
  if (got < magic.size()) throw Error(cat(name_, " is truncated inside its first ", MAGIC.size(), " bytes"));
  if (magic != MAGIC) throw Error(cat(name_, " is of a format that this program cannot read: ", quoted(trim({magic.data(), 12}))));
}

bool FrameReader::next(Frame& frame) {
  segmentOffset_ = offset_;
  SegmentHead head;
  const size_t got = take(&head, sizeof head);
  if (got == 0) return false;
  ++number_;
  if (got < sizeof head) throw Error(cat(name_, " ends inside the head of ", place()));
  if (head.mark != SEGMENT_MARK || head.zero != 0 || head.plain == 0 || head.plain > MAX_PLAIN || head.plain % 8 != 0 ||
      head.stored == 0 || head.stored > ZSTD_compressBound(MAX_PLAIN) || head.kind > SegmentKind::END || head.codec > Codec::ZSTD) {
    throw Error(cat("corrupt: no segment head where ", place(), " should be"));
  }
  const size_t padded = head.stored + padding(head.stored);
  stored_.resize(padded);
  if (take(stored_.data(), padded) < padded) throw Error(cat(name_, " ends inside ", place()));
  if (checksum(head, stored_.data()) != head.checksum) throw Error(cat("corrupt: the checksum of ", place(), " does not match"));
  if (std::any_of(stored_.begin() + head.stored, stored_.end(), [](char c) { return c != 0; })) {
    throw Error(cat("corrupt: ", place(), " is not padded with zeros"));
  }
  frame.kind = head.kind;
  frame.words.resize(head.plain / 8);
  if (head.codec == Codec::PLAIN) {
    if (head.stored != head.plain) throw Error(cat("corrupt: sizes of ", place(), " do not agree"));
    std::memcpy(frame.words.data(), stored_.data(), head.plain);
    return true;
  }
  const size_t size = ZSTD_decompressDCtx(static_cast<ZSTD_DCtx*>(zstd_), frame.words.data(), head.plain, stored_.data(), head.stored);
  if (ZSTD_isError(size) || size != head.plain) throw Error(cat("corrupt: ", place(), " does not expand"));
  return true;
}

}  // namespace mf::mfir
