// readStream: the binary form, and the choice between the two.
#include <capnp/serialize.h>

#include <algorithm>
#include <map>

#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"
#include "libmf/mfir/convert.h"
#include "libmf/mfir/framing.h"
#include "libmf/mfir/names.h"
#include "libmf/mfir/text_form.h"

namespace mf::mfir {

namespace {

// Hands segments on and holds them against what the end record says of them.
class Checked {
 public:
  Checked(const FrameReader& frames, const std::string& name, Sink& sink) : frames_(frames), name_(name), sink_(sink) {}

  void take(const Frame& frame) {
    const kj::ArrayPtr<const capnp::word> words(reinterpret_cast<const capnp::word*>(frame.words.data()), frame.words.size());
    capnp::ReaderOptions options;
    options.traversalLimitInWords = frame.words.size() * 4 + 1024;
    capnp::FlatArrayMessageReader message(words, options);
    const auto segment = message.getRoot<schema::Segment>();
    if (ended_) throw Error(cat("corrupt: ", frames_.place(), " stands behind the end record"));
    if (!begun_ && !segment.isHeader()) throw Error(cat("corrupt: ", frames_.place(), " comes before the header"));
    checkNumber(segment.getNumber());
    dispatch(segment);
  }

  // The end is handed on only when nothing follows it: who was given an end may tell the
  // next that all is well.
  void finish() {
    if (ended_) return sink_.end(std::move(end_));
    if (!begun_) throw Error(cat(name_, " is truncated: it ends before the header"));
    throw Error(cat(name_, " is truncated: it ends without an end record, after ev ", lastEv_, "; what wrote it died"));
  }

 private:
  void dispatch(schema::Segment::Reader segment) {
    switch (segment.which()) {
      case schema::Segment::HEADER:
        if (begun_) throw Error(cat("corrupt: ", frames_.place(), " is a second header"));
        begun_ = true;
        begin(Header(segment.getHeader()));
        return;
      case schema::Segment::EVENTS: {
        EventBatch batch = unpack(segment.getEvents());
        if (batch.firstEv != 0 && batch.firstEv != lastEv_ + 1) {
          throw Error(cat("corrupt: ", frames_.place(), " begins with ev ", batch.firstEv, ", not ", lastEv_ + 1));
        }
        checkShape(batch);
        events_ += batch.count;
        lastEv_ += batch.count;
        sink_.events(std::move(batch));
        return;
      }
      case schema::Segment::ROWS: {
        RowBatch batch = unpack(segment.getRows());
        rows_[batch.table] += batch.count;
        sink_.rows(std::move(batch));
        return;
      }
      case schema::Segment::GATE:
        sink_.gate(unpack(segment.getGate()));
        return;
      case schema::Segment::END: {
        end_ = unpack(segment.getEnd());
        check(end_);
        ended_ = true;
        return;
      }
    }
    throw Error(cat(frames_.place(), " is of a kind that this program does not know"));
  }

  // Gates carry no count, and two batches of one size may change places: only their numbers tell.
  void checkNumber(uint32_t number) {
    if (frames_.number() == 1) isNumbered_ = number != 0;
    if (number == (isNumbered_ ? static_cast<uint32_t>(frames_.number()) : 0)) return;
    throw Error(cat("corrupt: ", frames_.place(), " was written as number ", number, "; segments are lost, repeated or out of order"));
  }

  void begin(const Header& header) {
    for (const EventName& event : Names(header.get()).events) {
      const auto isKey = [](const FieldName& field) { return field.type == schema::ValueType::KEY; };
      shapes_.push_back({event.fields.size(), static_cast<size_t>(std::count_if(event.fields.begin(), event.fields.end(), isKey))});
    }
    isResolved_ = header.hasPass("resolve");
    sink_.header(header);
  }

  // Readers of a batch index its columns as the header declares them.
  void checkShape(const EventBatch& batch) const {
    for (const EventGroup& group : batch.groups) {
      const bool fits = group.type < shapes_.size() && group.fields.size() == shapes_[group.type].fields &&
                        (isResolved_ ? group.refs.size() == shapes_[group.type].keys : group.refs.empty());
      if (!fits) throw Error(cat("corrupt: ", frames_.place(), " holds events of type ", group.type, " that the header does not describe"));
    }
    if (batch.count == 0) return;
    for (const Values* added : {&batch.flow, &batch.prev, &batch.prevGap}) {
      if (added->empty() != isResolved_) continue;
      throw Error(cat("corrupt: ", frames_.place(), " holds events ", isResolved_ ? "without flows, after" : "with flows, before", " mf-resolve"));
    }
  }

  void check(const End& end) const {
    if (end.events != events_) throw Error(cat("corrupt: the end record of ", name_, " counts ", end.events, " events, the stream has ", events_));
    for (const auto& [table, rows] : end.counts) {
      const auto found = rows_.find(table);
      const uint64_t seen = found == rows_.end() ? 0 : found->second;
      if (seen != rows) throw Error(cat("corrupt: the end record of ", name_, " counts ", rows, " rows of ", table, ", the stream has ", seen));
    }
  }

  struct Shape {
    size_t fields, keys;
  };

  const FrameReader& frames_;
  const std::string& name_;
  Sink& sink_;
  std::vector<Shape> shapes_;   // by event type
  bool isNumbered_ = false;
  bool isResolved_ = false;
  bool begun_ = false;
  bool ended_ = false;
  End end_;
  uint64_t events_ = 0;
  uint64_t lastEv_ = 0;
  std::map<std::string, uint64_t> rows_;
};

uint64_t readBinary(int fd, const std::string& first, const std::string& name, Sink& sink) {
  FrameReader frames(fd, name);
  frames.begin(first);
  Checked checked(frames, name, sink);
  Frame frame;
  while (frames.next(frame)) {
    during([&] { return cat("reading ", frames.place()); }, [&] {
      try {
        checked.take(frame);
      } catch (const kj::Exception&) {
        throw Error(cat("corrupt: ", frames.place(), " holds no valid message"));
      }
    });
  }
  checked.finish();
  return frames.bytes();
}

}  // namespace

uint64_t readStream(int fd, const std::string& name, Sink& sink, const CompleteHeader& complete) {
  std::string first(MAGIC.size(), '\0');
  first.resize(readFully(fd, first.data(), first.size(), name));
  if (!first.empty() && first.size() >= TEXT_MAGIC.size() && first.starts_with(TEXT_MAGIC)) return readText(fd, first, name, sink, complete);
  return readBinary(fd, first, name, sink);
}

}  // namespace mf::mfir
