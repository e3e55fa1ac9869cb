#include "libmf/mfir/segment_writer.h"

#include "libmf/mfir/convert.h"

namespace mf::mfir {

namespace {

// One allocation for a usual batch.
constexpr unsigned FIRST_WORDS = 1u << 17;

}  // namespace

void SegmentWriter::write(capnp::MessageBuilder& message, SegmentKind kind) {
  message.getRoot<schema::Segment>().setNumber(++number_);
  frames_.write(message, kind);
}

void SegmentWriter::header(const Header& header) {
  capnp::MallocMessageBuilder message(FIRST_WORDS);
  message.initRoot<schema::Segment>().setHeader(header.get());
  write(message, SegmentKind::HEADER);
}

void SegmentWriter::events(EventBatch&& batch) {
  capnp::MallocMessageBuilder message(FIRST_WORDS);
  pack(batch, message.initRoot<schema::Segment>().initEvents());
  write(message, SegmentKind::EVENTS);
}

void SegmentWriter::rows(RowBatch&& batch) {
  capnp::MallocMessageBuilder message(FIRST_WORDS);
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
