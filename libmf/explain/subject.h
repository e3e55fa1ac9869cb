// Which stalls are meant: --top, --episode, --inst, --pc, --line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libmf/store/database.h"

namespace mf::explain {

struct Subject {
  std::optional<uint64_t> top;  // the longest; with another choice, that many of it
  std::optional<uint64_t> episode;
  std::string inst;  // N or CORE:N, as retired
  std::optional<uint64_t> pc, line;
};

// Episodes of the blocked head, the longest first. Choices other than one: an Error (misuse).
std::vector<int64_t> episodesOf(const store::Database& db, const Subject& subject);

// What was looked for, for the message when there is none: "instruction 5".
std::string nameOf(const Subject& subject);

}  // namespace mf::explain
