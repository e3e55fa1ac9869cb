// Our pieces in a text: putting them in with marks around them, and taking them out again.
//
// A piece stands as /*mf:NUMBER*/ ours /*mf*/ inside a line, so that lines keep their
// numbers; only what stands outside functions (an #include, a constant) gets a line of its
// own, between lines with the marks /*mf+:NUMBER*/ and /*mf*/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "libmf/anchors/plan.h"

namespace mf::anchors {

uint64_t hashOf(std::string_view text);

std::string withPieces(std::string_view text, const std::vector<Piece>& pieces);

struct FoundPiece {
  unsigned id;
  unsigned line;       // in the text as it is, from 1
  uint64_t hash;       // of what stands between the marks
  uint64_t lineHash;   // of its line with our pieces taken out; of a whole line: 0
};

struct Cleaned {
  std::string text;
  std::vector<FoundPiece> pieces;
  unsigned brokenLine = 0;  // where a mark is without its partner; 0 nowhere
};

// Takes every piece out.
Cleaned withoutPieces(std::string_view text);

bool hasMarks(std::string_view text);

}  // namespace mf::anchors
