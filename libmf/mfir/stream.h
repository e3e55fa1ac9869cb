// A stream's parts in memory, and the interface of whatever takes them in turn:
// the writer of binary segments, the writer of text, a pass, the bundle.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "libmf/mfir/batch.h"
#include "libmf/schema/mfir.capnp.h"

namespace mf::mfir {

// A stream header that can be read many times and passed on changed.
class Header {
 public:
  Header();                                     // an empty one
  explicit Header(schema::Header::Reader reader);  // a copy
  schema::Header::Reader get() const;
  // A builder to fill or change; readers taken before stay valid until the next edit().
  schema::Header::Builder edit();

  // Adds {program, version, arguments} to the provenance chain.
  void addProvenance(const std::string& program, const std::string& version, const std::vector<std::string>& arguments);
  void addPass(const std::string& pass);
  bool hasPass(const std::string& pass) const;

 private:
  std::shared_ptr<void> message_;  // a capnp::MallocMessageBuilder
};

struct Diagnostic {
  std::string pass;
  std::string code;
  std::string object;
  schema::Severity severity = schema::Severity::INFO;
  uint64_t count = 0;
  uint64_t firstEv = 0;
  std::string sample;
};

struct PassLog {
  std::string pass;
  std::string version;
  double cpuSeconds = 0;
  uint64_t peakRss = 0, rowsIn = 0, rowsOut = 0, bytesIn = 0, bytesOut = 0, maxInflight = 0;
};

// What this process (RUSAGE_SELF), or those it has waited for (RUSAGE_CHILDREN), have used so far.
PassLog usedSoFar(const std::string& pass, const std::string& version, int who);

struct Gate {
  uint64_t time = 0;
  std::vector<std::string> open, shut;  // domains
  bool snapshot = false;                // live state was dumped at the opening
  std::string trigger;
  bool roi = false;                     // the measured region itself begins (open non-empty) or ends
  int core = -1;
  bool fromStart = false;
};

struct End {
  uint64_t events = 0;
  std::vector<std::pair<std::string, uint64_t>> counts;  // rows of each table
  std::vector<Diagnostic> diagnostics;
  std::vector<PassLog> passLog;
  std::string endedEarly;        // empty, or why
  uint64_t lastTime = 0;
  uint64_t captureBytes = 0;
  double captureCpuSeconds = 0, baselineSeconds = 0;
  uint64_t instsRetired = 0;
  std::string retiredHash;
  bool orderExact = true;
  std::vector<std::string> words;   // code k of type `name` is words[k-1]; 0 none
  std::vector<Gate> gates;
  std::string runUid;               // hash of the capture's content
};

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void header(const Header& header) = 0;
  virtual void events(EventBatch&& batch) = 0;
  virtual void rows(RowBatch&& batch) = 0;
  virtual void gate(const Gate& gate) = 0;
  virtual void end(End&& end) = 0;
};

// A hand-written text names its packages only; this fills them in (catalog/load.h does).
using CompleteHeader = std::function<void(Header&)>;

// Reads a whole stream from `fd` (binary, plain or zstd, or the text form) and
// hands its parts to `sink`. Throws Error naming `name`, offset and segment on
// anything that is not a whole stream: truncated, corrupt, of another kind, empty.
// Returns the bytes read.
uint64_t readStream(int fd, const std::string& name, Sink& sink, const CompleteHeader& complete = {});

}  // namespace mf::mfir
