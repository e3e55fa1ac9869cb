#include "libmf/query/statistics.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::query {

namespace {

// A small reader of JSON: values only, no numbers converted, depth bounded.
class Json {
 public:
  Json(std::string_view text, const std::string& name, Statistics& out) : text_(text), name_(name), out_(out) {}

  void readAll() {
    value("", 0);
    if (next() != '\0') fail("something follows the end");
  }

 private:
  static constexpr int DEEPEST = 64;

  [[noreturn]] void fail(const std::string& what) const {
    const auto line =
        1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size())), '\n');
    throw Error(cat(name_, " line ", line, ": ", what));
  }

  char next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  void expect(char wanted) {
    if (next() != wanted) fail(cat("expected '", wanted, "'"));
    ++at_;
  }

  void value(const std::string& path, int depth) {
    if (depth > DEEPEST) fail("nested too deeply");
    const char first = next();
    if (first == '{') return object(path, depth);
    if (first == '[') return array(path, depth);
    const std::string word = first == '"' ? string() : bare();
    if (word != "null") out_.emplace_back(path, word);
  }

  void object(const std::string& path, int depth) {
    expect('{');
    if (next() == '}') return expect('}');
    while (true) {
      if (next() != '"') fail("expected a name");
      const std::string name = string();
      expect(':');
      value(path.empty() ? name : path + "." + name, depth + 1);
      if (next() != ',') return expect('}');
      ++at_;
    }
  }

  void array(const std::string& path, int depth) {
    expect('[');
    if (next() == ']') return expect(']');
    for (size_t i = 0;; ++i) {
      value(path.empty() ? cat(i) : cat(path, ".", i), depth + 1);
      if (next() != ',') return expect(']');
      ++at_;
    }
  }

  std::string string() {
    expect('"');
    std::string out;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      out += text_[at_++];
    }
    expect('"');
    return out;
  }

  std::string bare() {
    const size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                  std::string_view("+-.").find(text_[at_]) != std::string_view::npos))
      ++at_;
    if (at_ == start) fail("expected a value");
    return std::string(text_.substr(start, at_ - start));
  }

  std::string_view text_;
  const std::string& name_;
  Statistics& out_;
  size_t at_ = 0;
};

bool isNumber(const std::string& word) {
  char* end = nullptr;
  std::strtod(word.c_str(), &end);
  return !word.empty() && *end == '\0';
}

}  // namespace

Statistics readStatistics(std::string_view text, const std::string& name) {
  Statistics out;
  const std::string_view start = trim(text);
  if (start.starts_with("{") || start.starts_with("[")) {
    Json(text, name, out).readAll();
    return out;
  }
  int dumps = 0;
  for (const std::string& line : split(text, '\n')) {
    if (line.find("Begin Simulation Statistics") != std::string::npos && ++dumps > 1) {
      throw Error(cat(name, " holds several dumps of statistics; give a file with the one of the region that was recorded"));
    }
    std::istringstream words(line);
    std::string path, value;
    if (words >> path >> value && isNumber(value)) out.emplace_back(path, value);
  }
  if (out.empty()) throw Error(cat(name, " holds no statistics: neither JSON nor lines of name and value"));
  return out;
}

}  // namespace mf::query
