#include "libmf/base/text.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

namespace mf {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const size_t at = text.find(separator);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += separator;
    text += parts[i];
  }
  return text;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view SPACE = " \t\r\n";
  const size_t first = text.find_first_not_of(SPACE);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(SPACE) - first + 1);
}

size_t nestingOf(std::string_view text) {
  size_t depth = 0, deepest = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
    } else if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '(' || c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

std::string quoted(std::string_view text) {
  constexpr char DIGITS[] = "0123456789abcdef";
  std::string out = "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out += c;
    } else {
      out += {'\\', 'x', DIGITS[byte >> 4], DIGITS[byte & 15]};
    }
  }
  return out + "'";
}

std::string hex(uint64_t value) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, 16);
  std::string out("0x");
  return out.append(digits, end.ptr);
}

namespace {

template <typename Number>
std::optional<Number> parseWhole(std::string_view text, int base) {
  Number value{};
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<uint64_t> parseUnsigned(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) return parseWhole<uint64_t>(text.substr(2), 16);
  return parseWhole<uint64_t>(text, 10);
}

std::optional<int64_t> parseSigned(std::string_view text) {
  if (text.starts_with("0x")) {
    const auto value = parseUnsigned(text);
    if (!value) return std::nullopt;
    return static_cast<int64_t>(*value);
  }
  return parseWhole<int64_t>(text, 10);
}

std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  size_t bestDistance = std::max<size_t>(2, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const size_t distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string didYouMean(std::string_view name, const std::vector<std::string>& candidates) {
  const auto guess = nearest(name, candidates);
  return guess ? cat("; did you mean ", quoted(*guess), "?") : std::string();
}

}  // namespace mf
