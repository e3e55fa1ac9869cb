// C++ text cut into tokens, for finding places in it: comments and white space are skipped,
// literals are whole, every sign of punctuation is a token of its own.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace mf::anchors {

struct Token {
  size_t begin, end;  // bytes of the text
  std::string_view text;
};

// Never fails: what is no C++ (an unended literal) becomes tokens somehow, and nothing matches them.
std::vector<Token> tokenise(std::string_view text);

bool isOpening(const Token& token);
bool isClosing(const Token& token);

// Index of the bracket that closes the one at `open`; tokens.size() if none does.
// Each kind of bracket closes each, so that `<` as a sign is no trouble: only ( [ { count.
size_t closingBracket(const std::vector<Token>& tokens, size_t open);

// Does `pattern` stand at `at`? A token `_` of it is any one token.
bool matchesAt(const std::vector<Token>& tokens, size_t at, const std::vector<Token>& pattern);

}  // namespace mf::anchors
