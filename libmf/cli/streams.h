// Where a tool's stream comes from and goes to.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "libmf/base/file.h"
#include "libmf/cli/options.h"
#include "libmf/mfir/stream.h"

namespace mf::cli {

// The sink that the options ask for, over a file that appears on commit().
class StreamOutput {
 public:
  // Refuses to put binary on a terminal.
  explicit StreamOutput(const StreamOptions& options);
  mfir::Sink& sink() { return *sink_; }
  void commit() { file_.commit(); }

 private:
  OutputFile file_;
  std::unique_ptr<mfir::Sink> sink_;
};

// Reads the whole stream `input` ("-" or nothing: standard input) into `sink`. Refuses
// to wait for a terminal.
void readInto(const std::string& input, mfir::Sink& sink, const mfir::CompleteHeader& complete = {});

}  // namespace mf::cli
