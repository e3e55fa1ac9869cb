// The one text of a stream, the same on every machine. People and tests read it;
// every reader takes it in place of the binary form.
//
//   mfir-text 1
//   header (...)                        Cap'n Proto text of the header, on one line or several
//   [#EV] TIME [snap] [t=THREAD] EVENT field=value ... [flow=N] [prev=N] [gap=N] [ten=N] [ref.FIELD=N]
//   words WORD ...                      words coined by the simulator, in the order of their codes
//   row TABLE column=value ...          `-` is NULL
//   gate (...)
//   end (...)
//
// Fields that are 0 are left out. Words are printed by name, addresses in hexadecimal; in a
// simulator's own words, bytes that would end a word are written %20 and the like. A
// hand-written text need not list words before it uses them.
// `;` starts a remark. `end` alone is enough in a hand-written text: what it counts is counted.
#pragma once

#include <string>
#include <string_view>

#include "libmf/mfir/names.h"
#include "libmf/mfir/stream.h"

namespace mf::mfir {

constexpr std::string_view TEXT_MAGIC = "mfir-text 1";

class TextWriter final : public Sink {
 public:
  TextWriter(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}

  void header(const Header& header) override;
  void events(EventBatch&& batch) override;
  void rows(RowBatch&& batch) override;
  void gate(const Gate& gate) override;
  void end(End&& end) override;

 private:
  void flush(bool all);
  void field(const FieldName& field, uint64_t value);

  int fd_;
  std::string name_;
  std::string out_;
  bool mfir_ = false;
  std::vector<EventName> events_;
  std::map<std::string, std::vector<std::string>> enums_;
  std::vector<std::string> words_;
};

// The rest of a text whose first bytes are `first`. Errors name the line.
uint64_t readText(int fd, const std::string& first, const std::string& name, Sink& sink, const CompleteHeader& complete);

}  // namespace mf::mfir
