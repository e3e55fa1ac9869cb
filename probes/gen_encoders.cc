// Makes the encoders that probes call from the event schemas of the catalogs.
//
//     gen_encoders [--package DIR]... [--every FILE] OUTPUT-DIRECTORY
//
// Writes mf_encoders.h, a C99 header with one inline function for each event and a
// constant for each word of each enum, and mf_schema.cc, which tells mf-capture how
// the records are laid out and connects mf_decide() with the event pf.decide. --every
// writes a function that calls each encoder with values of its own: for the tests.
//
// A record is the event's number, two bytes, and its fields, each aligned to its own
// width at the lowest free place, so that small ones fill the first eight bytes. The
// number is the event's place in the schema text; nothing outside one build relies on it.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"
#include "libmf/catalog/load.h"

namespace {

using mf::cat;
using mf::Error;
using mf::quoted;
using mf::schema::ValueType;

struct Field {
  std::string name, type, of;
  std::string cType;
  uint32_t width = 0;
  uint32_t offset = 0;
  bool optional = false;
};

struct Event {
  std::string name, domain, doc;
  std::vector<Field> fields;  // as declared
  uint32_t size = 0;
};

struct Enum {
  std::string name;
  std::vector<std::string> words;
};

struct Schema {
  std::vector<Enum> enums;
  std::vector<Event> events;
};

struct Storage {
  const char* word;
  const char* cType;
  uint32_t width;
};

Storage storageOf(ValueType type) {
  switch (type) {
    case ValueType::U64: return {"u64", "uint64_t", 8};
    case ValueType::U32: return {"u32", "uint32_t", 4};
    case ValueType::U16: return {"u16", "uint16_t", 2};
    case ValueType::U8: return {"u8", "uint8_t", 1};
    case ValueType::I64: return {"i64", "int64_t", 8};
    case ValueType::FLAG: return {"flag", "uint8_t", 1};
    case ValueType::WORD: return {"word", "uint8_t", 1};
    case ValueType::NAME: return {"name", "uint16_t", 2};
    case ValueType::KEY: return {"key", "uint64_t", 8};
    case ValueType::ADDRESS: return {"address", "uint64_t", 8};
    case ValueType::TIME: return {"time", "uint64_t", 8};
    case ValueType::NODE: return {"node", "uint16_t", 2};
  }
  throw Error("a field has a type that this program does not know");
}

// A name that is one in C and C++ alike.
std::string identifier(std::string_view name) {
  static const std::set<std::string> TAKEN = {"auto", "case", "char", "class", "const", "default", "delete", "do",
      "double", "else", "enum", "export", "extern", "float", "for", "if", "inline", "int", "long", "namespace", "new",
      "operator", "private", "public", "register", "return", "short", "signed", "sizeof", "static", "struct", "switch",
      "template", "this", "throw", "try", "typedef", "union", "unsigned", "using", "virtual", "void", "while", "record"};
  std::string text;
  for (const char c : name) text += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return TAKEN.count(text) != 0 ? text + "_" : text;
}

std::string upperCase(std::string_view name) {
  std::string text = identifier(name);
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

void layOut(Event& event) {
  std::vector<Field*> byWidth;
  for (Field& field : event.fields) byWidth.push_back(&field);
  std::stable_sort(byWidth.begin(), byWidth.end(), [](const Field* a, const Field* b) { return a->width > b->width; });
  std::vector<bool> taken(2 + 8 * (event.fields.size() + 2), false);
  taken[0] = taken[1] = true;
  uint32_t end = 2;
  for (Field* field : byWidth) {
    const auto isFree = [&](uint32_t at) {
      for (uint32_t i = 0; i < field->width; i++) {
        if (taken[at + i]) return false;
      }
      return true;
    };
    while (!isFree(field->offset)) field->offset += field->width;
    for (uint32_t i = 0; i < field->width; i++) taken[field->offset + i] = true;
    end = std::max(end, field->offset + field->width);
  }
  event.size = (end + 7) / 8 * 8;
}

Event readEvent(mf::schema::Event::Reader reader) {
  Event event{reader.getName().cStr(), reader.getDomain().cStr(), reader.getDoc().cStr(), {}, 0};
  for (const auto field : reader.getFields()) {
    const Storage storage = storageOf(field.getType());
    event.fields.push_back({field.getName().cStr(), storage.word, field.getOf().cStr(), storage.cType, storage.width, 0, field.getOptional()});
  }
  layOut(event);
  return event;
}

Schema readSchema(const std::vector<std::string>& directories) {
  const mf::catalog::Library library(directories);
  std::vector<mf::catalog::Problem> problems;
  const auto packages = library.packages(library.packageNames(), problems);
  mf::catalog::throwIfAny(problems);
  Schema schema;
  std::set<std::string> names;
  for (const auto& package : packages) {
    for (const auto& file : package.files) {
      for (const auto reader : file.get().getEnums()) {
        Enum words{reader.getName().cStr(), {}};
        for (const auto word : reader.getWords()) words.words.push_back(word.getName().cStr());
        schema.enums.push_back(std::move(words));
      }
      for (const auto reader : file.get().getEvents()) {
        schema.events.push_back(readEvent(reader));
        const std::string& name = schema.events.back().name;
        if (!names.insert(name).second) throw Error(cat("event ", quoted(name), " is declared twice"));
      }
    }
  }
  return schema;
}

std::string gateOf(const Event& event) {
  static const std::vector<std::string> DOMAINS = {"core", "cache", "tlb", "prefetcher", "predictor", "dram"};
  if (std::find(DOMAINS.begin(), DOMAINS.end(), event.domain) != DOMAINS.end()) {
    return "mf_on(MF_" + upperCase(event.domain) + ")";
  }
  const bool hasNode = std::any_of(event.fields.begin(), event.fields.end(),
                                   [](const Field& field) { return field.name == "node" && field.type == "node"; });
  if (event.domain == "node" && hasNode) return "mf_node_on(node)";
  if (event.domain == "node") throw Error(cat("event ", quoted(event.name), " is of its node's domain but has no field 'node'"));
  throw Error(cat("event ", quoted(event.name), ": domain ", quoted(event.domain), " is unknown",
                  mf::didYouMean(event.domain, DOMAINS)));
}

// Optional fields that no other follows may be left out in C++: a probe goes on as it was when a schema grows.
std::string parameters(const Event& event) {
  size_t needed = event.fields.size();
  while (needed > 0 && event.fields[needed - 1].optional) --needed;
  std::vector<std::string> texts;
  for (size_t i = 0; i < event.fields.size(); ++i) {
    texts.push_back(event.fields[i].cType + " " + identifier(event.fields[i].name) + (i < needed ? "" : " MF_OPTIONAL"));
  }
  return texts.empty() ? "void" : mf::join(texts, ", ");
}

// As a struct whose members lie where layOut() put them: by offset, natural alignment does that.
std::string encoder(const Event& event, size_t number) {
  const std::string name = identifier(event.name);
  std::vector<Field> byOffset = event.fields;
  std::sort(byOffset.begin(), byOffset.end(), [](const Field& a, const Field& b) { return a.offset < b.offset; });
  std::string text = cat("\n/* ", event.name, event.doc.empty() ? "" : ": " + event.doc, " */\n");
  text += cat("struct mf_record_", name, " {\n  uint16_t record_kind;\n");
  for (const Field& field : byOffset) text += cat("  ", field.cType, " ", identifier(field.name), ";\n");
  text += cat("};\nstatic inline void mf_", name, "(", parameters(event), ") {\n  struct mf_record_", name, "* record;\n");
  text += cat("  if (!", gateOf(event), ") return;\n");
  text += cat("  record = (struct mf_record_", name, "*)mf_reserve(", event.size, ");\n");
  text += cat("  record->record_kind = ", number, ";\n");
  for (const Field& field : event.fields) {
    text += cat("  record->", identifier(field.name), " = ", identifier(field.name), ";\n");
  }
  text += cat("  mf_publish(", event.size, ");\n}\n");
  return text;
}

std::string enumConstants(const Enum& words) {
  std::string text = cat("\nenum { /* ", words.name, " */\n");
  for (size_t i = 0; i < words.words.size(); i++) {
    text += cat("  MF_", upperCase(words.name), "_", upperCase(words.words[i]), " = ", i,
                i + 1 < words.words.size() ? ",\n" : "\n");
  }
  return text + "};\n";
}

std::string header(const Schema& schema) {
  std::string text =
      "/* Generated from the catalogs by gen_encoders; do not edit. One function for each event. */\n"
      "#ifndef MICROFLOW_ENCODERS_H\n#define MICROFLOW_ENCODERS_H\n\n#include \"microtracer.h\"\n\n"
      "#ifdef __cplusplus\n#define MF_OPTIONAL = 0\n#else\n#define MF_OPTIONAL\n#endif\n\n"
      "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (const Enum& words : schema.enums) text += enumConstants(words);
  for (size_t i = 0; i < schema.events.size(); i++) text += encoder(schema.events[i], i);
  return text + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

// mf_decide() and mf_choose() know the fields of pf.decide by name only here.
std::string decisionRecorder(const Schema& schema) {
  static const std::set<std::string> KNOWN = {"node", "packet", "chain", "site", "ord", "serial", "outcome", "reason",
      "value", "threshold", "choice", "line", "page", "natural", "forced", "retry"};
  const auto event = std::find_if(schema.events.begin(), schema.events.end(),
                                  [](const Event& e) { return e.name == "pf.decide"; });
  if (event == schema.events.end()) {
    return "int mf_decision_on(uint16_t) { return 0; }\nvoid mf_decision_record(const mf_decision*) {}\n";
  }
  std::vector<std::string> values;
  for (const Field& field : event->fields) {
    if (KNOWN.count(field.name) == 0) throw Error(cat("event 'pf.decide': nothing fills field ", quoted(field.name)));
    values.push_back("decision->" + field.name);
  }
  return cat("int mf_decision_on(uint16_t node) {\n  (void)node;\n  return ", gateOf(*event), ";\n}\n",
             "void mf_decision_record(const mf_decision* decision) {\n  mf_pf_decide(", mf::join(values, ", "), ");\n}\n");
}

// Lines "event NAME DOMAIN BYTES" and, below each, "field NAME TYPE OF OFFSET BYTES"; OF may be "-".
std::string schemaText(const Schema& schema) {
  std::string text;
  for (const Event& event : schema.events) {
    text += cat("event ", event.name, " ", event.domain, " ", event.size, "\n");
    for (const Field& field : event.fields) {
      text += cat("field ", field.name, " ", field.type, " ", field.of.empty() ? "-" : field.of, " ", field.offset, " ",
                  field.width, "\n");
    }
  }
  return text;
}

std::string schemaSource(const Schema& schema) {
  std::string text =
      "// Generated from the catalogs by gen_encoders; do not edit. What mf-capture is told of the encoders.\n"
      "#include \"mf_encoders.h\"\n#include \"mf_state.h\"\n\nextern \"C\" {\n\nconst char mf_schema_text[] =";
  for (const std::string& line : mf::split(schemaText(schema), '\n')) {
    if (!line.empty()) text += cat("\n    \"", line, "\\n\"");
  }
  text += cat(";\nconst size_t mf_schema_size = sizeof mf_schema_text - 1;\n\n", decisionRecorder(schema));
  return text + "\n}\n";
}

// Field j of event i gets (seed + 1000 i + j) times an odd constant, cut to its width; the event's own node is 2.
std::string everyEvent(const Schema& schema) {
  std::string text =
      "/* Generated from the catalogs by gen_encoders --every; do not edit. */\n#include \"mf_encoders.h\"\n\n"
      "static inline uint64_t everyValue(uint64_t seed, uint64_t event, uint64_t field) {\n"
      "  return (seed + 1000 * event + field) * 0x9E3779B97F4A7C15u;\n}\n"
      "static inline void everyEvent(uint64_t seed) {\n";
  for (size_t i = 0; i < schema.events.size(); i++) {
    const Event& event = schema.events[i];
    std::vector<std::string> values;
    for (size_t j = 0; j < event.fields.size(); j++) {
      const bool isOwnNode = event.fields[j].name == "node";
      values.push_back(isOwnNode ? "2" : cat("(", event.fields[j].cType, ")everyValue(seed, ", i, ", ", j, ")"));
    }
    text += cat("  mf_", identifier(event.name), "(", mf::join(values, ", "), ");\n");
  }
  return text + "}\n";
}

void writeFile(const std::string& path, const std::string& text) {
  mf::OutputFile file(path);
  file.write(text.data(), text.size());
  file.commit();
}

int run(const std::vector<std::string>& arguments) {
  const Error usage("usage: gen_encoders [--package DIR]... [--every FILE] OUTPUT-DIRECTORY", mf::Status::MISUSE);
  std::vector<std::string> directories;
  std::string output, every;
  for (size_t i = 0; i < arguments.size(); i++) {
    const bool hasNext = i + 1 < arguments.size();
    if (arguments[i] == "--package" && hasNext) {
      directories.push_back(arguments[++i]);
    } else if (arguments[i] == "--every" && hasNext) {
      every = arguments[++i];
    } else if (output.empty() && !arguments[i].empty() && arguments[i][0] != '-') {
      output = arguments[i];
    } else {
      throw usage;
    }
  }
  if (output.empty()) throw usage;
  const Schema schema = readSchema(directories);
  writeFile(output + "/mf_encoders.h", header(schema));
  writeFile(output + "/mf_schema.cc", schemaSource(schema));
  if (!every.empty()) writeFile(every, everyEvent(schema));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const Error& error) {
    std::cerr << "gen_encoders: " << error.what() << "\n";
    return static_cast<int>(error.status());
  }
}
