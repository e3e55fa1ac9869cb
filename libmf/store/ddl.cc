#include "libmf/store/ddl.h"

#include <algorithm>

#include "libmf/base/embedded.h"
#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::store {

namespace {

using catalog::Model;
using catalog::NONE;
using WordList = std::vector<std::pair<uint64_t, std::string>>;

WordList numbered(const std::vector<std::string>& words) {
  WordList list;
  for (const std::string& word : words) list.emplace_back(list.size(), word);
  return list;
}

std::string coded(const std::string& name, const std::string& value) {
  return cat("\"", name, "_c\" INTEGER, \"", name, "\" TEXT AS (", value, ") VIRTUAL");
}

std::string codedAs(const std::string& name, const WordList& words) {
  return coded(name, wordsOf("\"" + name + "_c\"", words));
}

std::string enumerated(const Model& model, const std::string& name, catalog::Index enumeration) {
  return codedAs(name, enumeration == NONE ? WordList{} : numbered(model.enums[enumeration].words));
}

std::string cyclesOf(const Model& model, const std::string& from, const std::string& to) {
  return cat("cycles REAL AS ((", to, " - ", from, ") * 1.0 / ", model.refPeriod, ") VIRTUAL");
}

// The enum of field `reason` of each kind of episode, by kind; and the classes of its words.
std::string episodeReason(const Model& model, const std::string& name) {
  std::string words, classes;
  for (size_t kind = 0; kind < model.episodes.size(); ++kind) {
    const auto& episode = model.episodes[kind];
    if (episode.event == NONE || episode.reason == NONE) continue;
    const auto enumeration = model.events[episode.event].fields[episode.reason].enumeration;
    if (enumeration == NONE) continue;
    const auto& list = model.enums[enumeration];
    words += cat(" WHEN ", kind, " THEN ", wordsOf(name + "_c", numbered(list.words)));
    classes += cat(" WHEN ", kind, " THEN ", wordsOf(name + "_c", numbered(list.classes)));
  }
  if (words.empty()) return cat(coded(name, "NULL"), ", class TEXT AS (NULL) VIRTUAL");
  return cat(coded(name, cat("CASE kind_c", words, " END")), ", class TEXT AS (CASE kind_c", classes, " END) VIRTUAL");
}

std::string epochCause(const Model& model, const std::string& name) {
  for (const auto& epoch : model.epochs) {
    if (epoch.cause == NONE) continue;
    return enumerated(model, name, model.events[epoch.event].fields[epoch.cause].enumeration);
  }
  return enumerated(model, name, model.enumeration("epoch_cause"));
}

template <typename Named>
WordList namesOf(const std::vector<Named>& all) {
  WordList list;
  for (const Named& each : all) list.emplace_back(list.size(), each.name);
  return list;
}

// One template: the text between two @.
std::string expand(const Model& model, std::string_view inside) {
  const std::string text(inside);
  if (text == "P") return cat(model.refPeriod);
  const size_t open = text.find('('), equals = text.find('=');
  if (open != std::string::npos) {
    const std::vector<std::string> words = split(text.substr(open + 1, text.size() - open - 2), ',');
    const std::string name = text.substr(0, open);
    if (name == "cycles") return cyclesOf(model, words[0], words[1]);
    return codedAs(name, numbered(words));
  }
  const std::string name = text.substr(0, equals), from = text.substr(equals + 1);
  if (from == "*") return name + "_c INTEGER";
  if (from == "flow kinds") {
    WordList kinds = namesOf(model.flowKinds);
    kinds.emplace_back(CARRIED, "carried");
    return codedAs(name, kinds);
  }
  if (from == "episode kinds") return codedAs(name, namesOf(model.episodes));
  if (from == "episode reasons") return episodeReason(model, name);
  if (from == "epoch causes") return epochCause(model, name);
  return enumerated(model, name, model.enumeration(from));
}

// The text without templates; those of coined words are noted with the table around them.
std::string expandAll(const Model& model, const std::string& text, std::vector<CoinedColumn>& coined) {
  std::string out, table;
  size_t lines = text.find("-- ------------------------------------------------------------------ layer 0");
  std::string_view rest = std::string_view(text).substr(lines == std::string::npos ? 0 : lines);
  while (true) {
    const size_t open = rest.find('@');
    out += rest.substr(0, open);
    if (open == std::string::npos) return out;
    const size_t close = rest.find('@', open + 1);
    if (close == std::string::npos) throw Error("schema.sql: a template has no end");
    const std::string_view inside = rest.substr(open + 1, close - open - 1);
    if (inside.ends_with("=*")) {
      constexpr std::string_view CREATE = "CREATE TABLE ";
      const size_t at = out.rfind(CREATE) + CREATE.size();
      coined.push_back({out.substr(at, out.find(' ', at) - at), std::string(inside.substr(0, inside.size() - 2))});
    }
    out += expand(model, inside);
    rest.remove_prefix(close + 1);
  }
}

// Intervals that the columns of a flow kind may form.
constexpr std::pair<const char*, const char*> INTERVALS[] = {
    {"t_send", "t_fill"}, {"t_start", "t_end"}, {"t_fetch", "t_commit"}};

std::string kindTable(const Model& model, const catalog::FlowKind& kind) {
  std::string text = cat("CREATE TABLE \"", kind.table, "\" (  -- ", kind.doc,
                         "\n  flow INTEGER PRIMARY KEY,\n  core INTEGER,\n  thread INTEGER");
  const auto has = [&](const char* name) {
    return std::any_of(kind.columns.begin(), kind.columns.end(), [&](const auto& c) { return c.name == name; });
  };
  for (const auto& column : kind.columns) {
    if (column.name == "core" || column.name == "thread") continue;
    text += ",";
    if (column.enumeration != NONE) {
      text += cat("\n  ", enumerated(model, column.name, column.enumeration));
    } else {
      text += cat("\n  \"", column.name, "\" INTEGER", column.required ? " NOT NULL" : "");
    }
    if (!column.doc.empty()) text += cat("  -- ", column.doc, "\n");
  }
  for (const auto& [from, to] : INTERVALS) {
    if (has(from) && has(to)) {
      text += cat(",\n  ", cyclesOf(model, from, to));
      break;
    }
  }
  return text + ");\n";
}

std::string eventTable(const Model& model, const EventTable& table, std::vector<CoinedColumn>& coined) {
  std::string text = cat("CREATE TABLE \"", table.name, "\" (");
  for (const EventColumn& column : table.columns) {
    if (column.from == From::EV) {
      text += "\n  ev INTEGER PRIMARY KEY";
    } else if (column.kind == Kind::CODE && column.enumeration == NONE) {
      text += cat(",\n  \"", column.name, "_c\" INTEGER");
      coined.push_back({table.name, column.name});
    } else if (column.kind == Kind::CODE) {
      text += cat(",\n  ", enumerated(model, column.name, column.enumeration));
    } else {
      text += cat(",\n  \"", column.name, "\" INTEGER");
    }
  }
  return text + ");\n";
}

std::string index(const std::string& table, const std::string& columns, size_t number) {
  return cat("CREATE INDEX \"ix_", table, "_", number, "\" ON \"", table, "\"(",
             columns.substr(0, columns.find(" WHERE")), ")",
             columns.find(" WHERE") == std::string::npos ? "" : columns.substr(columns.find(" WHERE")), ";\n");
}

}  // namespace

std::string sqlQuoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

std::string wordsOf(const std::string& code, const WordList& words) {
  if (words.empty()) return "NULL";
  std::string text = "CASE " + code;
  for (const auto& [value, word] : words) {
    if (!word.empty()) text += cat(" WHEN ", value, " THEN ", sqlQuoted(word));
  }
  // A CASE needs a WHEN: with none but empty words there is nothing to say.
  return text.find(" WHEN ") == std::string::npos ? "NULL" : text + " END";
}

Ddl ddlOf(const Model& model, const std::vector<EventTable>& events) {
  Ddl ddl;
  ddl.tables = expandAll(model, std::string(embeddedText("libmf/store/schema.sql")), ddl.coined);
  ddl.indexes = embeddedText("libmf/store/indexes.sql");
  for (const auto& kind : model.flowKinds) {
    if (kind.table.empty()) continue;
    ddl.tables += kindTable(model, kind);
    for (size_t i = 0; i < kind.indexes.size(); ++i) ddl.indexes += index(kind.table, kind.indexes[i], i);
  }
  for (const EventTable& table : events) {
    if (!table.ordinary) continue;
    ddl.tables += eventTable(model, table, ddl.coined);
    for (size_t i = 0; i < table.indexes.size(); ++i) ddl.indexes += index(table.name, table.indexes[i], i);
  }
  return ddl;
}

std::string addWords(const CoinedColumn& column, const std::set<uint64_t>& codes,
                     const std::vector<std::string>& words) {
  WordList list;
  for (const uint64_t code : codes) {
    if (code > 0 && code <= words.size()) list.emplace_back(code, words[code - 1]);
  }
  return cat("ALTER TABLE \"", column.table, "\" ADD COLUMN \"", column.column, "\" TEXT AS (",
             wordsOf("\"" + column.column + "_c\"", list), ") VIRTUAL");
}

}  // namespace mf::store
