#include "libmf/anchors/description.h"

#include <algorithm>
#include <array>
#include <utility>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::anchors {
namespace {

constexpr std::array<std::pair<std::string_view, Where>, 9> WORDS = {{{"before", Where::BEFORE},
                                                                      {"after", Where::AFTER},
                                                                      {"statement", Where::STATEMENT},
                                                                      {"bracket", Where::BRACKET},
                                                                      {"inside", Where::INSIDE},
                                                                      {"line", Where::LINE},
                                                                      {"start", Where::START},
                                                                      {"end", Where::END},
                                                                      {"has", Where::HAS}}};

std::optional<Where> whereOf(std::string_view word) {
  for (const auto& [text, where] : WORDS) {
    if (text == word) return where;
  }
  return std::nullopt;
}

// Takes the next word, or the next text in `quote`s, off the front of `line`.
std::optional<std::string> takeWord(std::string_view& line) {
  line = trim(line);
  if (line.empty()) return std::nullopt;
  const std::string word(line.substr(0, line.find_first_of(" \t")));
  line.remove_prefix(word.size());
  return word;
}

std::optional<std::string> takeQuoted(std::string_view& line, char quote) {
  line = trim(line);
  if (line.empty() || line.front() != quote) return std::nullopt;
  const size_t end = line.find(quote, 1);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string inside(line.substr(1, end - 1));
  line.remove_prefix(end + 1);
  return inside;
}

class Parser {
 public:
  explicit Parser(const std::string& name) : name_(name) {}

  void line(std::string_view text) {
    number_++;
    text = trim(text);
    if (text.empty() || text.front() == '#') return;
    const std::string word = *takeWord(text);
    if (word == "simulator") return simulator(text);
    if (word == "needs") return needs(text);
    if (word == "place") return place(text);
    if (word == "group" || word == "group!" || word == "module") return group(word, text);
    if (word == "file") return remember(file_, text);
    if (word == "in") return remember(scope_, text);
    if (word == "for") return remember(purpose_, text);
    anchor(word, text);
  }

  Description result() && { return std::move(result_); }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw Error(cat(name_, ":", number_, ": ", what)); }

  static void remember(std::string& into, std::string_view text) { into = std::string(trim(text)); }

  void simulator(std::string_view text) {
    result_.simulator = takeWord(text).value_or("");
    result_.title = takeQuoted(text, '"').value_or(result_.simulator);
  }

  void needs(std::string_view text) {
    while (const auto path = takeWord(text)) result_.needs.push_back(*path);
  }

  void place(std::string_view text) {
    const std::string ending = takeWord(text).value_or("");
    const std::string folder = takeWord(text).value_or("");
    if (folder.empty() || !trim(text).empty()) fail("a place needs an ending and a folder");
    result_.places.push_back({ending, folder});
  }

  void group(const std::string& word, std::string_view text) {
    Group made;
    made.name = takeWord(text).value_or("");
    made.domains = takeWord(text).value_or("");
    made.title = takeQuoted(text, '"').value_or("");
    made.optional = word == "group!";
    made.module = word == "module";
    if (made.title.empty()) fail("a group needs a name, domains and a \"title\"");
    result_.groups.push_back(made);
  }

  void anchor(const std::string& word, std::string_view text) {
    const std::optional<Where> where = whereOf(word);
    if (!where) fail(cat("unknown word ", mf::quoted(word)));
    if (result_.groups.empty() || file_.empty() || scope_.empty() || purpose_.empty()) {
      fail("an anchor needs a group, a file, a scope (in) and a purpose (for) before it");
    }
    Anchor made;
    made.id = static_cast<unsigned>(result_.anchors.size() + 1);
    made.group = static_cast<unsigned>(result_.groups.size() - 1);
    made.file = file_;
    made.scope = scope_;
    made.purpose = purpose_;
    made.where = *where;
    if (result_.groups.back().module && *where != Where::HAS) fail("a module edits nothing: it takes 'has' alone");
    const bool hasPattern = *where != Where::START && *where != Where::END;
    const bool hasText = *where != Where::HAS;
    const std::optional<std::string> pattern = hasPattern ? takeQuoted(text, '`') : "";
    const std::optional<std::string> ours = hasText ? takeQuoted(text, '`') : "";
    const bool given = pattern && ours && pattern->empty() != hasPattern && ours->empty() != hasText;
    if (!given || !trim(text).empty()) {
      fail(cat(mf::quoted(word), " takes ", hasPattern ? "`a pattern`" : "", hasPattern && hasText ? " and " : "",
               hasText ? "`a text`" : ""));
    }
    made.pattern = *pattern;
    made.text = *ours;
    result_.anchors.push_back(made);
  }

  const std::string& name_;
  unsigned number_ = 0;
  std::string file_, scope_, purpose_;
  Description result_;
};

}  // namespace

bool Description::hasModule() const {
  return std::any_of(groups.begin(), groups.end(), [](const Group& group) { return group.module; });
}

std::optional<std::string> Description::placeOf(std::string_view name) const {
  for (const Place& place : places) {
    if (name.ends_with(place.ending)) return cat(place.folder, "/", name);
  }
  return std::nullopt;
}

Description parseDescription(std::string_view text, const std::string& name) {
  Parser parser(name);
  for (const std::string& line : split(text, '\n')) parser.line(line);
  Description result = std::move(parser).result();
  if (result.simulator.empty()) throw Error(cat(name, ": names no simulator"));
  return result;
}

}  // namespace mf::anchors
