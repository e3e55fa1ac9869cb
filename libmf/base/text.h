// Small texts: putting them together, taking them apart, guessing what was meant.
#pragma once

#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace mf {

// Everything that << prints, in one string.
template <typename... Parts>
std::string cat(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return std::move(out).str();
}

std::vector<std::string> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
std::string_view trim(std::string_view text);

// How deep the brackets of Cap'n Proto text nest, outside strings and remarks. Its parser goes
// down with them and has no bound of its own: a reader refuses what is deeper than DEEPEST_NESTING.
size_t nestingOf(std::string_view text);
constexpr size_t DEEPEST_NESTING = 64;

// `text` in single quotes, control characters escaped; for messages.
std::string quoted(std::string_view text);
// Where <iomanip> is included, std::quoted would be the better match for a string.
inline std::string quoted(const std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(const char* text) { return quoted(std::string_view(text)); }
inline std::string quoted(std::string& text) { return quoted(std::string_view(text)); }
std::string hex(uint64_t value);  // 0x1f

// A whole decimal or 0x-hexadecimal number; nothing else counts.
std::optional<uint64_t> parseUnsigned(std::string_view text);
std::optional<int64_t> parseSigned(std::string_view text);

// The candidate nearest to `name` by edit distance, when near enough to be a slip.
std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates);
// "; did you mean 'x'?" or nothing.
std::string didYouMean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace mf
