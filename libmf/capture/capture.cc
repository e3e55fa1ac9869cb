#include "libmf/capture/capture.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <optional>

#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"
#include "libmf/capture/drain.h"
#include "libmf/capture/memory.h"
#include "libmf/capture/simulator.h"
#include "libmf/mfir/segment_writer.h"

namespace mf::capture {

namespace {

constexpr int READER_GONE = 141;  // as if SIGPIPE had ended us
constexpr std::chrono::seconds PATIENCE(5);  // between asking a simulator to end and making it

// Writes nothing, not even the magic, before there is a header: a simulator that never attached leaves no output.
class LateWriter final : public mfir::Sink {
 public:
  LateWriter(int fd, std::string name, int level) : fd_(fd), name_(std::move(name)), level_(level) {}

  void header(const mfir::Header& header) override {
    writer_.emplace(fd_, name_, level_);
    writer_->header(header);
  }
  void events(mfir::EventBatch&& batch) override { writer_->events(std::move(batch)); }
  void rows(mfir::RowBatch&& batch) override { writer_->rows(std::move(batch)); }
  void gate(const mfir::Gate& gate) override { writer_->gate(gate); }
  void end(mfir::End&& end) override {
    end.captureBytes = writer_->bytes();
    writer_->end(std::move(end));
  }
  uint64_t bytes() const { return writer_ ? writer_->bytes() : 0; }

 private:
  int fd_;
  std::string name_;
  int level_;
  std::optional<mfir::SegmentWriter> writer_;
};

bool toStandardOutput(const Options& options) { return options.output.empty() || options.output == "-"; }

// Where the simulator's standard output goes, or -1 for where ours goes.
FileDescriptor simulatorOutput(const Options& options) {
  if (!options.simulatorOutput.empty()) {
    const int fd = open(options.simulatorOutput.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) throw Error(cat("cannot write ", quoted(options.simulatorOutput), ": ", std::strerror(errno)));
    return FileDescriptor(fd);
  }
  return FileDescriptor(toStandardOutput(options) ? STDERR_FILENO : -1);
}

class Capture {
 public:
  explicit Capture(const Options& options)
      : options_(options), output_(options.output), simulatorOutput_(simulatorOutput(options)),
        memory_(options.settings, options.ringBytes), writer_(output_.fd(), output_.name(), options.level),
        decoder_(writer_, options.extras), simulator_(start()), drain_(memory_, decoder_) {}

  Result run();

 private:
  Start start() const {
    return {options_.command, MF_SHARED_VARIABLE, memory_.address(), simulatorOutput_.get()};
  }
  int watched() const { return toStandardOutput(options_) ? output_.fd() : -1; }
  void waitForSimulator();
  bool isOver() const;
  std::string whyEarly() const;
  void refuseIfNothingCame() const;
  void writeEnd();
  Result result() const;

  const Options& options_;
  OutputFile output_;
  FileDescriptor simulatorOutput_;
  Memory memory_;
  LateWriter writer_;
  Decoder decoder_;
  Simulator simulator_;
  Drain drain_;
  bool readerGone_ = false;
};

// A wrapper may end before the simulator that it started, or long after.
bool Capture::isOver() const {
  if (!simulator_.ending()) return false;
  const int producer = memory_.producer();
  return producer == 0 || memory_.ended() || !simulator_.isAlive(producer);
}

void Capture::waitForSimulator() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point next = Clock::time_point::min();
  while (!isOver()) {
    simulator_.wait(100, readerGone_ ? -1 : watched(), memory_.producer());
    readerGone_ = readerGone_ || isReaderGone(watched());
    if ((readerGone_ || drain_.hasFailed()) && Clock::now() >= next && !isOver()) {
      memory_.close();
      simulator_.terminate(memory_.producer());
      next = Clock::now() + PATIENCE;
    }
  }
}

std::string Capture::whyEarly() const {
  const Ending& ending = *simulator_.ending();
  if (decoder_.hasEnded() && (decoder_.endedByCall() || ending.status == 0)) return "";
  if (ending.status == 0) return "the simulator exited without mf_end";
  return cat("the simulator ", ending.text());
}

void Capture::refuseIfNothingCame() const {
  if (decoder_.hasBegun()) return;
  const std::string& program = options_.command[0];
  if (memory_.producer() != 0) throw Error(cat(quoted(program), " attached but ended before mf_begin(): nothing was recorded"));
  throw Error(cat(quoted(program), " never attached: it has no microtracer in it, or its probe does not call mf_attach()"));
}

void Capture::writeEnd() {
  mfir::End end;
  end.endedEarly = whyEarly();
  end.orderExact = drain_.orderIsExact();
  end.instsRetired = memory_.instsRetired();
  if (options_.extras.provenance) {
    end.passLog = {mfir::usedSoFar("capture", options_.extras.version, RUSAGE_SELF), mfir::usedSoFar("simulator", "", RUSAGE_CHILDREN)};
    end.passLog[0].bytesOut = writer_.bytes();
    end.captureCpuSeconds = end.passLog[0].cpuSeconds + end.passLog[1].cpuSeconds;
    end.baselineSeconds = options_.baselineSeconds;
  }
  decoder_.finish(std::move(end));
  output_.commit();
}

Result Capture::result() const {
  Result result;
  const std::string early = whyEarly();
  if (!early.empty()) result.warnings.push_back(cat("the capture ends early: ", early));
  if (!decoder_.recordedAny()) result.warnings.push_back("no region was ever open: there are no events");
  if (memory_.shared().refused != 0) {
    result.warnings.push_back(cat("only the first simulator was recorded; ", memory_.shared().refused, " more attached"));
  }
  for (const std::string& text : memory_.overridesNotApplied(options_.settings)) {
    result.failures.push_back(cat("override ", quoted(text), " never took effect: that site made no such decision"));
  }
  const Ending& ending = *simulator_.ending();
  result.status = ending.status != 0 ? ending.status : result.failures.empty() ? 0 : static_cast<int>(Status::NO);
  if (ending.status != 0) result.failures.push_back(cat(options_.command[0], " ", ending.text()));
  return result;
}

Result Capture::run() {
  waitForSimulator();
  drain_.finish();
  if (readerGone_ || (drain_.hasFailed() && isReaderGone(watched()))) return {READER_GONE, {}, {}};
  drain_.rethrow();
  const Ending& ending = *simulator_.ending();
  if (!decoder_.hasBegun() && ending.status != 0) {
    return {ending.status, {"nothing was recorded"}, {cat(options_.command[0], " ", ending.text())}};
  }
  refuseIfNothingCame();
  const auto unknown = memory_.overridesWithoutNode(options_.settings);
  if (!unknown.empty()) throw Error(cat("override ", quoted(unknown[0]), " names a node that the simulator does not have"));
  try {
    writeEnd();
  } catch (const Error&) {
    if (isReaderGone(watched())) return {READER_GONE, {}, {}};
    throw;
  }
  return result();
}

}  // namespace

Result run(const Options& options) { return Capture(options).run(); }

}  // namespace mf::capture
