// Reads the records that a simulator published and hands on the stream they make.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "libmf/capture/batch_builder.h"
#include "libmf/capture/topology.h"
#include "libmf/mfir/stream.h"

namespace mf::capture {

// What mf-capture itself adds to the header.
struct HeaderExtras {
  std::string profile;      // instead of the simulator's own
  std::string overrides;
  std::string version;
  std::vector<std::string> arguments;
  bool provenance = true;
};

class Decoder {
 public:
  Decoder(mfir::Sink& sink, HeaderExtras extras) : sink_(sink), extras_(std::move(extras)) {}

  // Whole records from one thread's buffer, in order; stops after about `enough` bytes and before a turn.
  // Returns how many bytes it took; they are not looked at again.
  size_t take(const char* at, size_t bytes, size_t enough, uint16_t ring);

  bool hasBegun() const { return builder_ != nullptr; }
  bool hasEnded() const { return ended_; }
  bool endedByCall() const { return endedByCall_; }  // mf_end(), not only exit()
  // A region was opened at some time.
  bool recordedAny() const { return !gates_.empty(); }
  const std::string& simulator() const { return topology_.simulator(); }

  // Hands on what is left and the end record; `end` has what only the caller knows.
  void finish(mfir::End&& end);

 private:
  struct Ring {
    uint64_t time = 0;
    bool snapshot = false;
  };
  size_t takeControl(const char* at, size_t bytes, Ring& ring);
  void takeText(uint16_t kind, uint16_t argument, const char* text, size_t bytes);
  void takeWord(uint16_t number, std::string word);
  void takeGate(const char* at, size_t bytes);
  void begin();
  void cut();

  mfir::Sink& sink_;
  HeaderExtras extras_;
  Topology topology_;
  std::string schemaText_;
  std::vector<NativeEvent> schema_;
  std::unique_ptr<BatchBuilder> builder_;
  uint32_t kindCount_ = 0;                   // 0 before mf_begin: there are no events then
  std::vector<Ring> rings_;
  std::vector<std::string> words_;           // number n is words_[n - 1]
  std::map<uint16_t, std::string> wordsEarly_;  // of threads that we read before the one that coined their predecessors
  size_t wordsSent_ = 0;
  std::vector<mfir::Gate> gates_;
  uint64_t lastTime_ = 0;
  bool ended_ = false, endedByCall_ = false;
};

}  // namespace mf::capture
