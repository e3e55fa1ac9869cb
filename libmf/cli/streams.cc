#include "libmf/cli/streams.h"

#include <unistd.h>

#include "libmf/base/error.h"
#include "libmf/mfir/segment_writer.h"
#include "libmf/mfir/text_form.h"

namespace mf::cli {

namespace {

constexpr int FILE_LEVEL = 3;

}  // namespace

StreamOutput::StreamOutput(const StreamOptions& options) : file_(options.output) {
  const bool toFile = !file_.temporary().empty();
  if (options.text) {
    sink_ = std::make_unique<mfir::TextWriter>(file_.fd(), file_.name());
    return;
  }
  if (::isatty(file_.fd()) != 0) throw Error("standard output is a terminal; use -o FILE, a pipe, or --text", Status::MISUSE);
  const int level = options.level >= 0 ? options.level : toFile ? FILE_LEVEL : 0;
  sink_ = std::make_unique<mfir::SegmentWriter>(file_.fd(), file_.name(), level);
}

void readInto(const std::string& input, mfir::Sink& sink, const mfir::CompleteHeader& complete) {
  const FileDescriptor file = openInput(input);
  if (::isatty(file.get()) != 0) throw Error("standard input is a terminal; give a file or a pipe", Status::MISUSE);
  mfir::readStream(file.get(), inputName(input), sink, complete);
}

}  // namespace mf::cli
