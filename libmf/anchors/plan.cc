#include "libmf/anchors/plan.h"

#include <algorithm>
#include <optional>

#include "libmf/anchors/scope.h"
#include "libmf/anchors/tokens.h"
#include "libmf/base/text.h"

namespace mf::anchors {
namespace {

// End of the statement that goes on at `at`: its semicolon, outside of brackets opened on the way.
std::optional<size_t> endOfStatement(const std::vector<Token>& tokens, size_t at, size_t last) {
  for (; at <= last; at++) {
    if (tokens[at].text == ";") return tokens[at].end;
    if (isOpening(tokens[at])) at = closingBracket(tokens, at);
  }
  return std::nullopt;
}

// The bracket that closes the last one which the pattern opens and leaves open.
std::optional<size_t> endOfBracket(const std::vector<Token>& tokens, size_t at, size_t length) {
  for (size_t i = at + length; i-- > at;) {
    if (!isOpening(tokens[i])) continue;
    const size_t close = closingBracket(tokens, i);
    if (close >= at + length && close < tokens.size()) return tokens[close].end;
  }
  return std::nullopt;
}

std::optional<size_t> startOfBlock(const std::vector<Token>& tokens, size_t at, size_t last) {
  for (; at <= last; at++) {
    if (tokens[at].text == "{") return tokens[at].end;
    if (tokens[at].text == ";") return std::nullopt;
  }
  return std::nullopt;
}

size_t startOfLine(std::string_view text, size_t at) {
  const size_t newline = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

class Planner {
 public:
  explicit Planner(std::string_view text) : text_(text), tokens_(tokenise(text)) {}

  // What is wrong where nothing goes in; empty where the pattern stands in a scope of that name.
  std::string lack(const Anchor& anchor) const {
    const std::vector<Scope> scopes = findScopes(tokens_, anchor.scope);
    if (scopes.empty()) return cat("no definition of ", anchor.scope);
    const bool stands = std::any_of(scopes.begin(), scopes.end(),
                                    [&](const Scope& scope) { return !occurrences(anchor.pattern, scope).empty(); });
    return stands ? "" : "not found";
  }

  // The offset for an anchor, or what is wrong.
  std::optional<size_t> place(const Anchor& anchor, std::string& problem) const {
    const std::vector<Scope> scopes = findScopes(tokens_, anchor.scope);
    if (scopes.size() != 1) {
      problem = scopes.empty() ? cat("no definition of ", anchor.scope) : cat(scopes.size(), " definitions of ", anchor.scope);
      return std::nullopt;
    }
    const Scope& scope = scopes.front();
    if (anchor.where == Where::START) return tokens_[scope.open].end;
    if (anchor.where == Where::END) return tokens_[scope.last].begin;
    return placeByPattern(anchor, scope, problem);
  }

 private:
  std::vector<size_t> occurrences(const std::string& text, const Scope& scope) const {
    const std::vector<Token> pattern = tokenise(text);
    std::vector<size_t> found;
    for (size_t at = scope.first; at + pattern.size() <= scope.last + 1; at++) {
      if (matchesAt(tokens_, at, pattern)) found.push_back(at);
    }
    return found;
  }

  std::optional<size_t> placeByPattern(const Anchor& anchor, const Scope& scope, std::string& problem) const {
    const std::vector<size_t> found = occurrences(anchor.pattern, scope);
    if (found.size() != 1) {
      problem = found.empty() ? "not found" : cat("found ", found.size(), " times");
      return std::nullopt;
    }
    const size_t length = tokenise(anchor.pattern).size();
    const std::optional<size_t> offset = offsetAt(anchor.where, found.front(), length, scope.last);
    if (!offset) problem = "found, but what follows is not as expected";
    return offset;
  }

  std::optional<size_t> offsetAt(Where where, size_t at, size_t length, size_t last) const {
    switch (where) {
      case Where::BEFORE: return tokens_[at].begin;
      case Where::AFTER: return tokens_[at + length - 1].end;
      case Where::STATEMENT: return endOfStatement(tokens_, at, last);
      case Where::BRACKET: return endOfBracket(tokens_, at, length);
      case Where::INSIDE: return startOfBlock(tokens_, at + length - 1, last);
      case Where::LINE: return startOfLine(text_, tokens_[at].begin);
      case Where::START:
      case Where::END:
      case Where::HAS:
        break;
    }
    return std::nullopt;
  }

  std::string_view text_;
  std::vector<Token> tokens_;
};

}  // namespace

FilePlan planFile(std::string_view text, const std::vector<const Anchor*>& anchors) {
  const Planner planner(text);
  FilePlan plan;
  for (const Anchor* anchor : anchors) {
    std::string problem;
    if (anchor->where == Where::HAS) {
      problem = planner.lack(*anchor);
    } else if (const std::optional<size_t> offset = planner.place(*anchor, problem)) {
      plan.pieces.push_back({*offset, anchor});
    }
    if (!problem.empty()) plan.problems.push_back({anchor, problem});
  }
  std::stable_sort(plan.pieces.begin(), plan.pieces.end(), [](const Piece& a, const Piece& b) { return a.offset < b.offset; });
  return plan;
}

}  // namespace mf::anchors
