#include "libmf/catalog/places.h"

#include <cctype>

#include "libmf/base/text.h"

namespace mf::catalog {

std::string Problem::said() const {
  if (place.line == 0) return cat(file, ": ", text);
  return cat(file, ":", place.line, ":", place.column, ": ", text);
}

namespace {

// Tokens of Cap'n Proto text: words and numbers, strings, single marks. The
// parser proper has the last word on what is well formed; this one only has to
// stay in step with texts that it accepts.
class Walk {
 public:
  Walk(const std::string& file, std::string_view text, std::map<std::string, Place>& places, std::vector<Problem>& problems)
      : file_(file), text_(text), places_(places), problems_(problems) {
    advance();
  }

  // const NAME :TYPE = VALUE;  anything else is skipped.
  void run() {
    while (!token_.empty()) {
      if (token_ != "const") {
        advance();
        continue;
      }
      advance();
      const std::string name(token_);
      while (!token_.empty() && token_ != "=" && token_ != ";") advance();
      if (token_ != "=") continue;
      advance();
      value(name);
    }
  }

 private:
  void value(const std::string& path) {
    places_[path] = place_;
    if (token_ == "(") {
      members(path);
    } else if (token_ == "[") {
      elements(path);
    } else {
      while (!token_.empty() && token_ != "," && token_ != ")" && token_ != "]" && token_ != ";") advance();
    }
  }

  void members(const std::string& path) {
    advance();
    std::map<std::string, Place> seen;
    while (!token_.empty() && token_ != ")") {
      const std::string name(token_);
      const Place place = place_;
      advance();
      if (token_ == "=") {
        advance();
        const auto [before, isNew] = seen.emplace(name, place);
        if (!isNew) {
          problems_.push_back({file_, place, cat("field ", quoted(name), " is given twice; first on line ", before->second.line)});
        }
        value(path + "/" + name);
      }
      if (token_ == ",") advance();
    }
    advance();
  }

  void elements(const std::string& path) {
    advance();
    // Another mark that closes is a mistake, and no value: the walk would not get past it.
    for (size_t i = 0; !token_.empty() && token_ != "]" && token_ != ")" && token_ != ";"; ++i) {
      value(cat(path, "/", i));
      if (token_ == ",") advance();
    }
    advance();
  }

  void skipBlank() {
    while (at_ < text_.size()) {
      if (text_[at_] == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') step();
      } else if (std::isspace(static_cast<unsigned char>(text_[at_]))) {
        step();
      } else {
        return;
      }
    }
  }

  void advance() {
    skipBlank();
    place_ = here_;
    const size_t start = at_;
    if (at_ == text_.size()) {
      token_ = {};
      return;
    }
    const char first = text_[at_];
    if (first == '"') {
      step();
      while (at_ < text_.size() && text_[at_] != '"') {
        if (text_[at_] == '\\') step();
        if (at_ < text_.size()) step();
      }
      if (at_ < text_.size()) step();
    } else if (isWord(first)) {
      while (at_ < text_.size() && isWord(text_[at_])) step();
    } else {
      step();
    }
    token_ = text_.substr(start, at_ - start);
  }

  static bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-'; }

  void step() {
    if (text_[at_] == '\n') {
      ++here_.line;
      here_.column = 1;
    } else {
      ++here_.column;
    }
    ++at_;
  }

  const std::string& file_;
  std::string_view text_;
  std::map<std::string, Place>& places_;
  std::vector<Problem>& problems_;
  size_t at_ = 0;
  Place here_{1, 1};
  Place place_{1, 1};
  std::string_view token_;
};

}  // namespace

Places::Places(const std::string& file, std::string_view text, std::vector<Problem>& problems) {
  Walk(file, text, byPath_, problems).run();
}

Place Places::find(const std::string& constant, std::string path) const {
  path = constant + "/" + path;
  while (true) {
    const auto found = byPath_.find(path);
    if (found != byPath_.end()) return found->second;
    const size_t slash = path.rfind('/');
    if (slash == std::string::npos) return {};
    path.resize(slash);
  }
}

}  // namespace mf::catalog
