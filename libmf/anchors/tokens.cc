#include "libmf/anchors/tokens.h"

#include <cctype>
#include <string>

namespace mf::anchors {
namespace {

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// End of a literal that begins with the quote at `at`.
size_t endOfQuoted(std::string_view text, size_t at) {
  const char quote = text[at];
  for (size_t i = at + 1; i < text.size(); i++) {
    if (text[i] == '\\') {
      i++;
    } else if (text[i] == quote || text[i] == '\n') {
      return i + 1;
    }
  }
  return text.size();
}

// R"delimiter( ... )delimiter" whose quote is at `at`.
size_t endOfRaw(std::string_view text, size_t at) {
  const size_t open = text.find('(', at);
  if (open == std::string_view::npos) return text.size();
  std::string close = ")";
  close.append(text.substr(at + 1, open - at - 1)).append("\"");
  const size_t end = text.find(close, open);
  return end == std::string_view::npos ? text.size() : end + close.size();
}

size_t endOfNumber(std::string_view text, size_t at) {
  while (at < text.size() && (isWord(text[at]) || text[at] == '.' || text[at] == '\'')) at++;
  return at;
}

size_t endOfWord(std::string_view text, size_t at) {
  while (at < text.size() && isWord(text[at])) at++;
  return at;
}

size_t endOfToken(std::string_view text, size_t at) {
  const char c = text[at];
  if (c == '"' || c == '\'') return endOfQuoted(text, at);
  if (std::isdigit(static_cast<unsigned char>(c)) != 0) return endOfNumber(text, at);
  if (!isWord(c)) return at + 1;
  const size_t end = endOfWord(text, at);
  if (end < text.size() && text[end] == '"' && text[end - 1] == 'R') return endOfRaw(text, end);
  return end;
}

// Past white space, comments and joined lines.
size_t skip(std::string_view text, size_t at) {
  while (at < text.size()) {
    const std::string_view two = text.substr(at, 2);
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      at++;
    } else if (two == "\\\n") {
      at += 2;
    } else if (two == "//") {
      at = text.find('\n', at);
    } else if (two == "/*") {
      at = text.find("*/", at + 2);
      if (at != std::string_view::npos) at += 2;
    } else {
      return at;
    }
    if (at == std::string_view::npos) return text.size();
  }
  return at;
}

}  // namespace

std::vector<Token> tokenise(std::string_view text) {
  std::vector<Token> tokens;
  for (size_t at = skip(text, 0); at < text.size(); at = skip(text, at)) {
    const size_t end = endOfToken(text, at);
    tokens.push_back({at, end, text.substr(at, end - at)});
    at = end;
  }
  return tokens;
}

bool isOpening(const Token& token) { return token.text == "(" || token.text == "[" || token.text == "{"; }
bool isClosing(const Token& token) { return token.text == ")" || token.text == "]" || token.text == "}"; }

size_t closingBracket(const std::vector<Token>& tokens, size_t open) {
  size_t depth = 0;
  for (size_t i = open; i < tokens.size(); i++) {
    if (isOpening(tokens[i])) depth++;
    if (isClosing(tokens[i]) && --depth == 0) return i;
  }
  return tokens.size();
}

bool matchesAt(const std::vector<Token>& tokens, size_t at, const std::vector<Token>& pattern) {
  if (at + pattern.size() > tokens.size()) return false;
  for (size_t i = 0; i < pattern.size(); i++) {
    if (tokens[at + i].text != pattern[i].text && pattern[i].text != "_") return false;
  }
  return true;
}

}  // namespace mf::anchors
