// A stream in its binary form.
#pragma once

#include <kj/array.h>

#include "libmf/mfir/framing.h"
#include "libmf/mfir/stream.h"

namespace mf::mfir {

class SegmentWriter final : public Sink {
 public:
  // level 0: plain segments, for pipes; else zstd of that level, for files.
  SegmentWriter(int fd, std::string name, int level);

  void header(const Header& header) override;
  void events(EventBatch&& batch) override;
  void rows(RowBatch&& batch) override;
  void gate(const Gate& gate) override;
  void end(End&& end) override;

  uint64_t bytes() const { return frames_.bytes(); }

 private:
  void write(capnp::MessageBuilder& message, SegmentKind kind);

  FrameWriter frames_;
  kj::Array<capnp::word> scratch_;  // zeros; a message that lived in it leaves it so
  uint32_t number_ = 0;
};

}  // namespace mf::mfir
