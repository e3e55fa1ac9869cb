#include "libmf/mfir/segment_writer.h"

#include <cstring>

#include "libmf/mfir/convert.h"

namespace mf::mfir {

namespace {

constexpr size_t USUAL_WORDS = size_t{1} << 17;  // of a batch

kj::Array<capnp::word> zeros(size_t words) {
  auto scratch = kj::heapArray<capnp::word>(words);
  std::memset(scratch.begin(), 0, words * sizeof(capnp::word));
  return scratch;
}

}  // namespace

SegmentWriter::SegmentWriter(int fd, std::string name, int level)
    : frames_(fd, std::move(name), level), scratch_(zeros(USUAL_WORDS)) {}

void SegmentWriter::write(capnp::MessageBuilder& message, SegmentKind kind) {
  message.getRoot<schema::Segment>().setNumber(++number_);
  frames_.write(message, kind);
}

void SegmentWriter::header(const Header& header) {
  capnp::MallocMessageBuilder message(scratch_);
  message.initRoot<schema::Segment>().setHeader(header.get());
  write(message, SegmentKind::HEADER);
}

void SegmentWriter::events(EventBatch&& batch) {
  capnp::MallocMessageBuilder message(scratch_);
  pack(batch, message.initRoot<schema::Segment>().initEvents());
  write(message, SegmentKind::EVENTS);
}

void SegmentWriter::rows(RowBatch&& batch) {
  capnp::MallocMessageBuilder message(scratch_);
  pack(batch, message.initRoot<schema::Segment>().initRows());
  write(message, SegmentKind::ROWS);
}

void SegmentWriter::gate(const Gate& gate) {
  capnp::MallocMessageBuilder message;
  pack(gate, message.initRoot<schema::Segment>().initGate());
  write(message, SegmentKind::GATE);
}

void SegmentWriter::end(End&& end) {
  capnp::MallocMessageBuilder message;
  pack(end, message.initRoot<schema::Segment>().initEnd());
  write(message, SegmentKind::END);
}

}  // namespace mf::mfir
