#include "libmf/passes/retired_stream.h"

#include "libmf/base/text.h"

namespace mf::passes {

namespace {

constexpr uint64_t FACTOR = 1000003;
constexpr uint64_t MODULUS = 2147483647;

}  // namespace

RetiredStreams::RetiredStreams(mfir::Sink& out, std::map<std::string, uint64_t>& counts)
    : rows_("checkpoints", {"checkpoint", "core", "block", "instructions", "records", "hash", "shift"}, out, counts) {}

void RetiredStreams::take(size_t core, uint64_t pc) {
  if (streams_.size() <= core) streams_.resize(core + 1);
  Stream& stream = streams_[core];
  if (stream.records > 0 && stream.last == pc) {
    ++stream.records;
    return;
  }
  // Only now is it known that nothing more belongs to the last instruction of a block.
  if (stream.instructions > 0 && stream.instructions % BLOCK == 0) checkpoint(core);
  ++stream.records;
  ++stream.instructions;
  stream.last = pc;
  stream.hash = (stream.hash * FACTOR + pc % MODULUS + 1) % MODULUS;
  stream.shift = (stream.shift * FACTOR + 1) % MODULUS;
}

void RetiredStreams::checkpoint(size_t core) {
  const Stream& stream = streams_[core];
  rows_.putAll(next_++, core, (stream.instructions - 1) / BLOCK, stream.instructions, stream.records, stream.hash,
               stream.shift);
  rows_.endRow();
}

void RetiredStreams::finish() {
  for (size_t core = 0; core < streams_.size(); ++core) {
    if (streams_[core].instructions > 0) checkpoint(core);
  }
  rows_.flush();
}

std::string RetiredStreams::hash() const { return cat(streams_.empty() ? Stream().hash : streams_[0].hash); }

}  // namespace mf::passes
