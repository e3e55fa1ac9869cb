#include <capnp/message.h>
#include <capnp/serialize-text.h>

#include <algorithm>

#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"
#include "libmf/mfir/convert.h"
#include "libmf/mfir/text_form.h"

namespace mf::mfir {

namespace {

constexpr uint32_t BATCH_EVENTS = 4096;
constexpr uint32_t BATCH_ROWS = 4096;

// Lines of a descriptor, numbered; a value in parentheses may run over several.
class Lines {
 public:
  Lines(int fd, std::string first, std::string name) : fd_(fd), text_(std::move(first)), name_(std::move(name)) {
    bytes_ = text_.size();
  }

  bool next(std::string& line) {
    if (!one(line)) return false;
    start_ = number_;
    int depth = balance(line);
    std::string more;
    while (depth > 0) {
      if (!one(more)) throw Error(cat("line ", start_, " of ", name_, ": a parenthesis is never closed"));
      line += '\n' + more;
      depth += balance(more);
    }
    return true;
  }

  std::string place() const { return cat("line ", start_, " of ", name_); }
  uint64_t bytes() const { return bytes_; }

 private:
  bool one(std::string& line) {
    size_t end;
    while ((end = text_.find('\n', at_)) == std::string::npos) {
      text_.erase(0, at_);
      at_ = 0;
      char buffer[65536];
      const size_t got = readFully(fd_, buffer, sizeof buffer, name_);
      bytes_ += got;
      if (got == 0) {
        if (text_.empty()) return false;
        end = text_.size();
        text_ += '\n';
        break;
      }
      text_.append(buffer, got);
    }
    line = text_.substr(at_, end - at_);
    at_ = end + 1;
    ++number_;
    return true;
  }

  // Open parentheses less closed ones, outside strings and remarks.
  static int balance(std::string& line) {
    int depth = 0;
    bool string = false;
    for (size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (string) {
        if (c == '\\') ++i;
        else if (c == '"') string = false;
      } else if (c == '"') {
        string = true;
      } else if (c == ';') {
        line.resize(i);
        break;
      } else if (c == '(') {
        ++depth;
      } else if (c == ')') {
        --depth;
      }
    }
    return depth;
  }

  int fd_;
  std::string text_;
  std::string name_;
  size_t at_ = 0;
  uint64_t number_ = 0;
  uint64_t start_ = 0;
  uint64_t bytes_ = 0;
};

std::vector<std::string> tokens(const std::string& line) {
  std::vector<std::string> parts;
  for (std::string& part : split(line, ' ')) {
    const std::string_view word = trim(part);
    if (!word.empty()) parts.emplace_back(word);
  }
  return parts;
}

class TextReader {
 public:
  TextReader(Lines& lines, Sink& sink, const CompleteHeader& complete) : lines_(lines), sink_(sink), complete_(complete) {}

  void run() {
    std::string line;
    lines_.next(line);  // the magic
    while (lines_.next(line)) {
      during([&] { return cat("reading ", lines_.place()); }, [&] { take(line); });
    }
    if (!names_) throw Error("a text stream without a header");
    if (!ended_) throw Error(cat("the text is truncated: no end after ", lines_.place()));
    sink_.end(std::move(end_));
  }

 private:
  void take(const std::string& line) {
    const auto parts = tokens(line);
    if (parts.empty()) return;
    if (ended_) throw Error("something stands behind the end");
    if (parts[0] == "header") return takeHeader(line);
    if (!names_) throw Error("no header yet");
    if (parts[0] == "row") return takeRow(parts);
    if (parts[0] == "words") return takeWords(parts);
    if (parts[0] == "gate") {
      flush();
      return sink_.gate(unpack(decode<schema::Gate>(line.substr(line.find("gate") + 4)).asReader()));
    }
    if (parts[0] == "end") return takeEnd(line.substr(line.find("end") + 3));
    takeEvent(parts);
  }

  template <typename Type>
  typename Type::Builder decode(const std::string& text) {
    if (nestingOf(text) > DEEPEST_NESTING) throw Error(cat("brackets nest deeper than ", DEEPEST_NESTING, " levels"));
    message_ = std::make_unique<capnp::MallocMessageBuilder>();
    auto root = message_->initRoot<Type>();
    try {
      capnp::TextCodec().decode(std::string(trim(text)).c_str(), root);
    } catch (const kj::Exception& error) {
      throw Error(cat("not what the form wants: ", error.getDescription().cStr()));
    }
    return root;
  }

  void takeHeader(const std::string& line) {
    if (names_) throw Error("a second header");
    Header header(decode<schema::Header>(line.substr(line.find("header") + 6)).asReader());
    if (complete_) complete_(header);
    names_ = std::make_unique<Names>(header.get());
    for (const auto word : header.get().getWords()) words_.emplace_back(word.cStr());
    mfir_ = header.get().getKind() == schema::StreamKind::MFIR;
    isResolved_ = header.hasPass("resolve");
    hasTenancies_ = header.hasPass("tenancy");
    sink_.header(header);
  }

  // Before the events that use them: a code is a place in this list.
  void takeWords(const std::vector<std::string>& parts) {
    flush();
    for (size_t i = 1; i < parts.size(); ++i) coin(unescaped(parts[i]));
  }

  void coin(const std::string& word) {
    words_.push_back(word);
    batch_.words.push_back(word);
  }

  static std::string unescaped(const std::string& token) {
    std::string word;
    for (size_t i = 0; i < token.size(); ++i) {
      const auto byte = token[i] == '%' ? parseUnsigned("0x" + token.substr(i + 1, 2)) : std::nullopt;
      if (token[i] == '%' && !byte) throw Error(cat("no word: ", quoted(token)));
      word += byte ? static_cast<char>(*byte) : token[i];
      if (byte) i += 2;
    }
    return word;
  }

  void takeEvent(const std::vector<std::string>& parts) {
    size_t at = 0;
    if (parts[at][0] == '#') {
      const auto ev = parseUnsigned(std::string_view(parts[at]).substr(1));
      if (!ev || *ev != lastEv_ + 1) throw Error(cat("expected #", lastEv_ + 1, ", found ", quoted(parts[at])));
      ++at;
    }
    const auto time = at < parts.size() ? parseUnsigned(parts[at++]) : std::nullopt;
    if (!time) throw Error(cat("a line begins with a time, header, row, gate or end; found ", quoted(parts[0])));
    uint8_t snapshot = 0;
    uint64_t thread = 0;
    if (at < parts.size() && parts[at] == "snap") {
      snapshot = 1;
      ++at;
    }
    if (at < parts.size() && parts[at].starts_with("t=")) thread = number(parts[at++].substr(2));
    if (at == parts.size()) throw Error("a time and no event");
    const int type = names_->event(parts[at]);
    if (type < 0) {
      std::vector<std::string> known;
      for (const EventName& event : names_->events) known.push_back(event.name);
      throw Error(cat("no event ", quoted(parts[at]), didYouMean(parts[at], known)));
    }
    begin(static_cast<uint16_t>(type), *time, snapshot, static_cast<uint16_t>(thread));
    for (++at; at < parts.size(); ++at) assign(static_cast<uint16_t>(type), parts[at]);
    if (batch_.count == BATCH_EVENTS) flush();
  }

  void begin(uint16_t type, uint64_t time, uint8_t snapshot, uint16_t thread) {
    if (batch_.count == 0 && mfir_) batch_.firstEv = lastEv_ + 1;
    ++lastEv_;
    ++batch_.count;
    batch_.type.push_back(type);
    batch_.time.push_back(time);
    batch_.snapshot.push_back(snapshot);
    batch_.thread.push_back(thread);
    for (Values* added : {&batch_.flow, &batch_.prev, &batch_.prevGap, &batch_.tenancy}) added->push_back(0);
    EventGroup& group = batch_.group(type);
    const EventName& event = names_->events[type];
    group.fields.resize(event.fields.size());
    group.refs.resize(static_cast<size_t>(
        std::count_if(event.fields.begin(), event.fields.end(), [](const FieldName& f) { return f.type == schema::ValueType::KEY; })));
    ++group.count;
    for (Values& column : group.fields) column.push_back(0);
    for (Values& column : group.refs) column.push_back(0);
  }

  void assign(uint16_t type, const std::string& part) {
    const size_t equals = part.find('=');
    if (equals == std::string::npos) throw Error(cat("expected field=value, found ", quoted(part)));
    const std::string name = part.substr(0, equals);
    const std::string value = part.substr(equals + 1);
    if (isResolved_ && name == "flow") return void(batch_.flow.back() = number(value));
    if (isResolved_ && name == "prev") return void(batch_.prev.back() = number(value));
    if (isResolved_ && name == "gap") return void(batch_.prevGap.back() = number(value));
    if (hasTenancies_ && name == "ten") return void(batch_.tenancy.back() = number(value));
    EventGroup& group = batch_.group(type);
    const EventName& event = names_->events[type];
    size_t ref = 0;
    std::vector<std::string> known;
    for (size_t i = 0; i < event.fields.size(); ++i) {
      if (event.fields[i].name == name) return void(group.fields[i].back() = parse(event.fields[i], value));
      if (event.fields[i].type == schema::ValueType::KEY) {
        if (isResolved_ && name == "ref." + event.fields[i].name) return void(group.refs[ref].back() = number(value));
        ++ref;
      }
      known.push_back(event.fields[i].name);
    }
    throw Error(cat("event ", event.name, " has no field ", quoted(name), didYouMean(name, known)));
  }

  uint64_t parse(const FieldName& field, const std::string& value) {
    if (field.type == schema::ValueType::WORD) {
      const auto& words = names_->enums[field.enumeration];
      const auto found = std::find(words.begin(), words.end(), value);
      if (found != words.end()) return static_cast<uint64_t>(found - words.begin());
      if (!parseUnsigned(value)) throw Error(cat("no word ", quoted(value), " of ", field.enumeration, didYouMean(value, words)));
    }
    if (field.type == schema::ValueType::NAME) {
      const std::string word = unescaped(value);
      const auto found = std::find(words_.begin(), words_.end(), word);
      if (found != words_.end()) return static_cast<uint64_t>(found - words_.begin()) + 1;
      coin(word);
      return words_.size();
    }
    if (field.type == schema::ValueType::I64) {
      const auto parsed = parseSigned(value);
      if (!parsed) throw Error(cat("no number: ", quoted(value)));
      return static_cast<uint64_t>(*parsed);
    }
    return number(value);
  }

  static uint64_t number(const std::string& value) {
    const auto parsed = parseUnsigned(value);
    if (!parsed) throw Error(cat("no number: ", quoted(value)));
    return *parsed;
  }

  void takeRow(const std::vector<std::string>& parts) {
    if (parts.size() < 2) throw Error("a row of no table");
    std::vector<std::string> names;
    for (size_t i = 2; i < parts.size(); ++i) names.push_back(parts[i].substr(0, parts[i].find('=')));
    const bool same = rows_.table == parts[1] && names.size() == rows_.columns.size() &&
                      std::equal(names.begin(), names.end(), rows_.columns.begin(), [](const auto& a, const auto& b) { return a == b.name; });
    if (!same || batch_.count > 0 || rows_.count == BATCH_ROWS) {
      flush();
      rows_ = RowBatch(parts[1], names);
    }
    for (size_t i = 2; i < parts.size(); ++i) {
      const size_t equals = parts[i].find('=');
      if (equals == std::string::npos) throw Error(cat("expected column=value, found ", quoted(parts[i])));
      const std::string value = parts[i].substr(equals + 1);
      if (value == "-") {
        rows_.putNull();
      } else {
        rows_.put(number(value));
      }
    }
    rows_.endRow();
  }

  void takeEnd(const std::string& text) {
    flush();
    ended_ = true;
    if (!trim(text).empty()) end_ = unpack(decode<schema::End>(text).asReader());
    end_.events = lastEv_;
    if (end_.words.empty()) end_.words = words_;
  }

  // Columns that no line of the batch used are dropped, and those of passes that were not applied.
  void flush() {
    if (rows_.count > 0) {
      RowBatch rows(rows_.table, {});
      rows = std::move(rows_);
      rows_ = RowBatch();
      sink_.rows(std::move(rows));
    }
    if (batch_.count == 0 && batch_.words.empty()) return;
    if (batch_.count == 0) batch_.firstEv = mfir_ ? lastEv_ + 1 : 0;
    const auto unused = [](const auto& column) { return std::all_of(column.begin(), column.end(), [](auto v) { return v == 0; }); };
    if (unused(batch_.snapshot)) batch_.snapshot.clear();
    if (unused(batch_.thread)) batch_.thread.clear();
    if (!hasTenancies_) batch_.tenancy.clear();
    if (!isResolved_) {
      for (Values* added : {&batch_.flow, &batch_.prev, &batch_.prevGap}) added->clear();
      for (EventGroup& group : batch_.groups) group.refs.clear();
    }
    EventBatch batch = std::move(batch_);
    batch_ = EventBatch();
    sink_.events(std::move(batch));
  }

  Lines& lines_;
  Sink& sink_;
  const CompleteHeader& complete_;
  std::unique_ptr<capnp::MallocMessageBuilder> message_;
  std::unique_ptr<Names> names_;
  std::vector<std::string> words_;
  EventBatch batch_;
  RowBatch rows_;
  uint64_t lastEv_ = 0;
  bool mfir_ = false;
  bool isResolved_ = false, hasTenancies_ = false;   // the passes that added columns
  bool ended_ = false;
  End end_;
};

}  // namespace

uint64_t readText(int fd, const std::string& first, const std::string& name, Sink& sink, const CompleteHeader& complete) {
  Lines lines(fd, first, name);
  TextReader(lines, sink, complete).run();
  return lines.bytes();
}

}  // namespace mf::mfir
