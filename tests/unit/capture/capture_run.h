// Runs mf-capture over the fake simulator and reads what came out.
#pragma once

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/mfir/stream.h"
#include "libmf/mfir/text_form.h"

namespace mf::capture::test {

// Keeps the parts of a stream.
struct Recorder final : mfir::Sink {
  mfir::Header head;
  std::vector<mfir::EventBatch> batches;
  std::vector<mfir::Gate> gates;
  std::vector<size_t> batchesBeforeGate;
  mfir::End last;
  bool ended = false;

  void header(const mfir::Header& header) override { head = header; }
  void events(mfir::EventBatch&& batch) override { batches.push_back(std::move(batch)); }
  void rows(mfir::RowBatch&&) override {}
  void gate(const mfir::Gate& gate) override {
    gates.push_back(gate);
    batchesBeforeGate.push_back(batches.size());
  }
  void end(mfir::End&& end) override {
    last = std::move(end);
    ended = true;
  }
  uint64_t eventCount() const {
    uint64_t sum = 0;
    for (const auto& batch : batches) sum += batch.count;
    return sum;
  }
};

// A directory of its own for each test, gone afterwards.
class Folder {
 public:
  Folder() {
    char name[] = "/tmp/mf-capture-test-XXXXXX";
    path_ = mkdtemp(name);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { [[maybe_unused]] const int status = system(("rm -rf " + path_).c_str()); }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

struct Ran {
  int status = 0;
  std::string out, err;
};

class CaptureRun {
 public:
  // `acts`: what the fake simulator does. The capture goes to a file unless options say otherwise.
  Ran run(const std::string& options, const std::string& acts) {
    return shell(std::string(MF_CAPTURE_PROGRAM) + " -o " + path() + " " + options + " -- " + MF_FAKE_SIMULATOR + " " + acts);
  }
  // A line for the shell; its output and errors are kept.
  Ran shell(const std::string& line) {
    const std::string whole = "{ " + line + "; } >" + folder_.file("out") + " 2>" + folder_.file("err");
    const int status = system(whole.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), readWholeFile(folder_.file("out")),
            readWholeFile(folder_.file("err"))};
  }
  Recorder record() {
    Recorder recorder;
    const FileDescriptor file = openInput(path());
    mfir::readStream(file.get(), path(), recorder);
    return recorder;
  }
  // Lines of the text form that begin with `start`.
  std::string lines(const std::string& start);
  std::string path() const { return folder_.file("run.mft"); }
  std::string file(const std::string& name) const { return folder_.file(name); }
  bool hasOutput() const { return access(path().c_str(), F_OK) == 0; }

 private:
  Folder folder_;
};

inline std::string CaptureRun::lines(const std::string& start) {
  const std::string name = folder_.file("text");
  {
    const FileDescriptor text(open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600));
    mfir::TextWriter writer(text.get(), name);
    const FileDescriptor file = openInput(path());
    mfir::readStream(file.get(), path(), writer);
  }
  std::string found;
  const std::string whole = readWholeFile(name);
  for (size_t at = 0; at < whole.size();) {
    const size_t end = whole.find('\n', at);
    if (whole.compare(at, start.size(), start) == 0) found += whole.substr(at, end - at + 1);
    at = end == std::string::npos ? whole.size() : end + 1;
  }
  return found;
}

}  // namespace mf::capture::test
