#include "libmf/query/analysis.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::query {

namespace {

std::string restOf(std::istringstream& words) {
  std::string rest;
  std::getline(words, rest);
  return std::string(trim(rest));
}

void readObject(Analysis& analysis, std::istringstream& words, Analysis::Form form) {
  analysis.form = form;
  words >> analysis.object;
  const std::string rest = restOf(words);
  const size_t open = rest.find('('), close = rest.rfind(')');
  if (open == std::string::npos || close == std::string::npos) return;
  for (const std::string& column : split(rest.substr(open + 1, close - open - 1), ',')) {
    analysis.objectKey.emplace_back(trim(column));
  }
}

// The next word; a text in quotes may hold spaces.
std::string nextValue(std::istringstream& words) {
  std::string value;
  words >> std::ws;
  if (words.peek() != '\'') {
    words >> value;
    return value;
  }
  words.get();
  std::getline(words, value, '\'');
  return value;
}

void readTag(Analysis& analysis, const std::string& tag, std::istringstream& words) {
  std::string name;
  if (tag == "@view") return readObject(analysis, words, Analysis::Form::VIEW);
  if (tag == "@table") return readObject(analysis, words, Analysis::Form::TABLE);
  if (tag == "@uses" || tag == "@needs" || tag == "@key") {
    auto& list = tag == "@uses" ? analysis.uses : tag == "@needs" ? analysis.needs : analysis.key;
    while (words >> name) list.push_back(name);
  } else if (tag == "@param") {
    Parameter parameter;
    words >> name >> parameter.type;
    if (name.size() < 2 || name[0] != ':') throw Error(cat("parameter ", quoted(name), " does not begin with ':'"));
    parameter.name = name.substr(1);
    parameter.standard = nextValue(words);
    parameter.doc = restOf(words);
    analysis.parameters.push_back(std::move(parameter));
  } else if (tag == "@column") {
    Column column;
    words >> column.name >> column.type;
    column.doc = restOf(words);
    analysis.columns.push_back(std::move(column));
  } else if (tag == "@share") {
    Share share;
    words >> share.column >> share.part >> share.whole;
    analysis.shares.push_back(std::move(share));
  } else {
    throw Error(cat("unknown tag ", quoted(tag),
                    didYouMean(tag, {"@view", "@table", "@uses", "@needs", "@param", "@column", "@share", "@key"})));
  }
}

// A text column names the row, unless the header says what does.
void inferKey(Analysis& analysis) {
  if (!analysis.key.empty()) return;
  for (const Column& column : analysis.columns) {
    if (column.type == "TEXT" || column.name == "core") analysis.key.push_back(column.name);
  }
}

}  // namespace

Analysis parseAnalysis(const std::string& name, const std::string& from, std::string_view text) {
  Analysis analysis;
  analysis.name = name;
  analysis.from = from;
  size_t number = 0;
  std::string_view rest = text;
  while (rest.starts_with("--")) {
    const size_t end = rest.find('\n');
    std::string line(rest.substr(2, end == std::string_view::npos ? end : end - 2));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    ++number;
    const std::string_view content = trim(line);
    if (content.starts_with("@")) {
      std::istringstream words{std::string(content)};
      std::string tag;
      words >> tag;
      during([&] { return cat("reading line ", number, " of analysis ", quoted(name)); },
             [&] { readTag(analysis, tag, words); });
    } else if (analysis.title.empty()) {
      analysis.title = content;
    } else {
      analysis.text += cat(line.starts_with(" ") ? line.substr(1) : line, "\n");
    }
  }
  analysis.sql = trim(rest);
  while (analysis.sql.ends_with(";")) analysis.sql.pop_back();
  if (analysis.sql.empty()) throw Error(cat("analysis ", quoted(name), " has no statement"));
  analysis.text = trim(analysis.text);
  inferKey(analysis);
  return analysis;
}

std::string describe(const Analysis& analysis) {
  std::string out = cat(analysis.name, " - ", analysis.title, "\n");
  if (!analysis.text.empty()) out += cat("\n", analysis.text, "\n");
  const auto section = [&](const char* title, const auto& list, auto line) {
    if (list.empty()) return;
    out += cat("\n", title, "\n");
    for (const auto& each : list) out += cat("  ", line(each), "\n");
  };
  const auto option = [](std::string text) {
    std::replace(text.begin(), text.end(), '_', '-');
    return text;
  };
  const auto pad = [](std::string text, size_t width) {
    if (text.size() < width) text.resize(width, ' ');
    return text;
  };
  section("Parameters", analysis.parameters, [&](const Parameter& p) {
    const std::string standard =
        p.standard == "-" ? "must be given" : cat("default ", p.standard.empty() ? "''" : p.standard);
    return cat(pad("--" + option(p.name), 22), " ", p.doc, " (", standard, ")");
  });
  section("Columns", analysis.columns, [&](const Column& c) { return cat(pad(c.name, 22), " ", c.doc); });
  section("Needs", analysis.needs, [](const std::string& need) { return need; });
  section("Uses", analysis.uses, [](const std::string& use) { return use; });
  return out + cat("\nFrom ", analysis.from, "\n");
}

}  // namespace mf::query
