#include "libmf/anchors/scope.h"

#include <optional>

namespace mf::anchors {
namespace {

bool is(const std::vector<Token>& tokens, size_t at, std::string_view text) {
  return at < tokens.size() && tokens[at].text == text;
}

// After a class's name: its base classes, then the brace. Nothing if it is only declared.
std::optional<size_t> bodyOfClass(const std::vector<Token>& tokens, size_t at) {
  if (!is(tokens, at, "{") && !is(tokens, at, ":") && !is(tokens, at, "final")) return std::nullopt;
  for (; at < tokens.size(); at++) {
    const std::string_view text = tokens[at].text;
    if (text == "{") return at;
    if (text == ";" || text == "(" || text == ")") return std::nullopt;
  }
  return std::nullopt;
}

// From the colon of a constructor's initialisers to the brace of its body.
std::optional<size_t> bodyAfterInitialisers(const std::vector<Token>& tokens, size_t at) {
  while (at < tokens.size()) {
    while (at < tokens.size() && !isOpening(tokens[at])) at++;  // name of the member
    at = closingBracket(tokens, at) + 1;
    if (is(tokens, at, "{")) return at;
    if (!is(tokens, at, ",")) return std::nullopt;
  }
  return std::nullopt;
}

// After the parenthesis that closes the parameters. A call is followed by other things.
std::optional<size_t> bodyOfFunction(const std::vector<Token>& tokens, size_t at) {
  bool returnType = false;
  for (; at < tokens.size(); at++) {
    const std::string_view text = tokens[at].text;
    if (text == "{") return at;
    if (text == ":" && !returnType) return bodyAfterInitialisers(tokens, at);
    if (text == "-" && is(tokens, at + 1, ">")) returnType = true;
    if (text == "noexcept" && is(tokens, at + 1, "(")) at = closingBracket(tokens, at + 1);
    if (returnType || text == "const" || text == "noexcept" || text == "override" || text == "final" || text == "&") {
      if (text == ";") return std::nullopt;
      continue;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

// The parenthesis that opens the parameters: the first in the name, or the one behind it.
std::optional<size_t> parameters(const std::vector<Token>& tokens, size_t at, size_t length) {
  for (size_t i = at; i < at + length; i++) {
    if (tokens[i].text == "(") return i;
  }
  if (is(tokens, at + length, "(")) return at + length;
  return std::nullopt;
}

// Behind `x.`, `x->` or `X::` it is another name than the one asked for.
bool isQualified(const std::vector<Token>& tokens, size_t at) {
  if (at == 0) return false;
  const std::string_view before = tokens[at - 1].text;
  return before == "." || before == ":" || (before == ">" && at > 1 && tokens[at - 2].text == "-");
}

std::optional<size_t> bodyAt(const std::vector<Token>& tokens, size_t at, size_t length) {
  if (is(tokens, at, "struct") || is(tokens, at, "class")) return bodyOfClass(tokens, at + length);
  if (isQualified(tokens, at)) return std::nullopt;
  const std::optional<size_t> open = parameters(tokens, at, length);
  if (!open) return std::nullopt;
  const size_t close = closingBracket(tokens, *open);
  return bodyOfFunction(tokens, close + 1);
}

}  // namespace

std::vector<Scope> findScopes(const std::vector<Token>& tokens, const std::string& name) {
  std::vector<Scope> found;
  if (name == "file") {
    if (!tokens.empty()) found.push_back({0, 0, tokens.size() - 1});
    return found;
  }
  const std::vector<Token> pattern = tokenise(name);
  for (size_t at = 0; at < tokens.size(); at++) {
    if (!matchesAt(tokens, at, pattern)) continue;
    const std::optional<size_t> open = bodyAt(tokens, at, pattern.size());
    if (!open) continue;
    const size_t close = closingBracket(tokens, *open);
    if (close < tokens.size()) found.push_back({at, *open, close});
  }
  return found;
}

}  // namespace mf::anchors
