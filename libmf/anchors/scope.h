// Where a function or a class is defined in a text.
#pragma once

#include <string>
#include <vector>

#include "libmf/anchors/tokens.h"

namespace mf::anchors {

// Tokens [first, last] of a definition: from its name to the brace that closes its body.
struct Scope {
  size_t first, open, last;  // `open` is the brace that opens the body
};

// Every definition that `name` fits: "CACHE::handle_fill", "CACHE::prefetch_line(champsim::address",
// "struct request", "class CACHE", or "file" for all of the text.
std::vector<Scope> findScopes(const std::vector<Token>& tokens, const std::string& name);

}  // namespace mf::anchors
