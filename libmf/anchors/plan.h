// Where the anchors of one file fall in its text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "libmf/anchors/description.h"

namespace mf::anchors {

struct Piece {
  size_t offset;  // where it goes in
  const Anchor* anchor;
};

struct Problem {
  const Anchor* anchor;
  std::string what;  // "not found", "found 2 times", "no function of that name"
};

struct FilePlan {
  std::vector<Piece> pieces;  // by offset; at one place, in the order of the description
  std::vector<Problem> problems;
};

FilePlan planFile(std::string_view text, const std::vector<const Anchor*>& anchors);

}  // namespace mf::anchors
