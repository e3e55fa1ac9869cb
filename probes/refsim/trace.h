// Traces in ChampSim's format: records of 64 bytes, plain or compressed with xz, gzip or zstd.
#pragma once

#include <cstdio>
#include <deque>

#include "probes/refsim/isa.h"

namespace refsim {

// The retired path of one program. Throws mf::Error where the file cannot be read to its end.
class TraceSource final : public Source {
 public:
  explicit TraceSource(const std::string& file);
  ~TraceSource() override;
  TraceSource(const TraceSource&) = delete;
  TraceSource& operator=(const TraceSource&) = delete;

  const std::string& name() const override { return name_; }
  bool hasWrongPath() const override { return false; }
  bool fetch(const Path& path, Instruction& instruction) override;
  void retired(const Path& path) override;

 private:
  bool readOne();
  void close();

  std::string file_, name_;
  std::FILE* input_ = nullptr;
  int child_ = 0;                 // that expands it, 0 none
  uint64_t first_ = 0;            // place of the oldest kept
  std::deque<Instruction> kept_;  // from the oldest that may be fetched again
};

}  // namespace refsim
