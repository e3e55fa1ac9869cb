#include "libmf/query/print.h"

#include <algorithm>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::query {

namespace {

// Columns on a screen: code points, since continuation bytes take no room.
size_t widthOf(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

class Streamed : public RowSink {
 public:
  explicit Streamed(Write write) : write_(std::move(write)) {}
  void begin(const std::vector<std::string>& columns) override {
    columns_ = columns;
    Row head;
    for (const std::string& name : columns) head.push_back(textCell(name));
    print(headLine(head));
  }
  void row(Row next) override { print(line(next)); }
  void end() override {
    if (!pending_.empty()) write_(pending_);
    pending_.clear();
  }

 protected:
  virtual std::string headLine(const Row& row) const { return line(row); }
  virtual std::string line(const Row& row) const = 0;
  std::vector<std::string> columns_;

 private:
  void print(const std::string& text) {
    constexpr size_t ENOUGH = 65536;
    pending_ += text;
    if (pending_.size() < ENOUGH) return;
    write_(pending_);
    pending_.clear();
  }
  Write write_;
  std::string pending_;
};

class Csv : public Streamed {
 public:
  using Streamed::Streamed;
  std::string line(const Row& row) const override {
    std::string out;
    for (size_t i = 0; i < row.size(); ++i) out += cat(i ? "," : "", field(row[i].text));
    return out + "\n";
  }

 private:
  static std::string field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
  }
};

class Tsv : public Streamed {
 public:
  using Streamed::Streamed;
  std::string line(const Row& row) const override {
    std::string out;
    for (size_t i = 0; i < row.size(); ++i) {
      std::string text = row[i].text;
      std::replace_if(
          text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
      out += cat(i ? "\t" : "", text);
    }
    return out + "\n";
  }
};

std::string jsonCell(const Cell& cell) {
  if (cell.kind == Cell::Kind::NOTHING) return "null";
  return cell.isNumber() ? cell.text : jsonText(cell.text);
}

std::string jsonObject(const std::vector<std::string>& columns, const Row& row) {
  std::string out = "{";
  for (size_t i = 0; i < row.size(); ++i) out += cat(i ? ", " : "", jsonText(columns[i]), ": ", jsonCell(row[i]));
  return out + "}";
}

class JsonLines : public Streamed {
 public:
  using Streamed::Streamed;
  std::string headLine(const Row&) const override { return ""; }
  std::string line(const Row& row) const override { return jsonObject(columns_, row) + "\n"; }
};

class Gathered : public RowSink {
 public:
  explicit Gathered(Write write) : write_(std::move(write)) {}
  void begin(const std::vector<std::string>& columns) override {
    columns_ = columns;
    rows_.clear();
  }
  void row(Row next) override { rows_.push_back(std::move(next)); }
  void end() override { write_(whole()); }

 protected:
  virtual std::string whole() const = 0;
  static std::string shown(const Cell& cell) {
    if (cell.kind == Cell::Kind::NOTHING) return "n/a";
    std::string text = cell.text;
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }
  std::vector<size_t> widths() const {
    std::vector<size_t> all;
    for (const std::string& name : columns_) all.push_back(widthOf(name));
    for (const Row& row : rows_) {
      for (size_t i = 0; i < row.size(); ++i) all[i] = std::max(all[i], widthOf(shown(row[i])));
    }
    return all;
  }
  // Numbers to the right: a column is one when its first value is.
  bool isNumeric(size_t column) const {
    const auto found = std::find_if(rows_.begin(), rows_.end(),
                                    [&](const Row& row) { return row[column].kind != Cell::Kind::NOTHING; });
    return found != rows_.end() && (*found)[column].isNumber();
  }
  static std::string pad(const std::string& text, size_t width, bool right) {
    const std::string space(width - std::min(width, widthOf(text)), ' ');
    return right ? space + text : text + space;
  }
  // Cells between `left`, `middle` and `right`; `text` gives the cell of a column.
  template <typename Text>
  std::string cells(const std::vector<size_t>& widths, const char* left, const char* middle, const char* right,
                    Text text) const {
    std::string out = left;
    for (size_t i = 0; i < columns_.size(); ++i) out += cat(i ? middle : "", pad(text(i), widths[i], isNumeric(i)));
    out += right;
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  }

  std::vector<std::string> columns_;
  std::vector<Row> rows_;

 private:
  Write write_;
};

class Json : public Gathered {
 public:
  using Gathered::Gathered;
  std::string whole() const override {
    std::string out = "[";
    for (size_t i = 0; i < rows_.size(); ++i) out += cat(i ? ",\n " : "", jsonObject(columns_, rows_[i]));
    return out + "]\n";
  }
};

std::string repeated(const char* text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

class Table : public Gathered {
 public:
  using Gathered::Gathered;
  std::string whole() const override {
    const auto all = widths();
    std::string out = cells(all, "", "  ", "", [&](size_t i) { return columns_[i]; });
    out += cells(all, "", "  ", "", [&](size_t i) { return repeated("-", all[i]); });
    for (const Row& row : rows_) out += cells(all, "", "  ", "", [&](size_t i) { return shown(row[i]); });
    return out;
  }
};

class Markdown : public Gathered {
 public:
  using Gathered::Gathered;
  std::string whole() const override {
    const auto all = widths();
    std::string out = cells(all, "| ", " | ", " |", [&](size_t i) { return columns_[i]; });
    out += cells(all, "| ", " | ", " |", [&](size_t i) {
      const size_t width = std::max<size_t>(all[i], 2);
      return isNumeric(i) ? repeated("-", width - 1) + ":" : repeated("-", width);
    });
    for (const Row& row : rows_) {
      out += cells(all, "| ", " | ", " |", [&](size_t i) { return escaped(shown(row[i])); });
    }
    return out;
  }

 private:
  static std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
  }
};

class Box : public Gathered {
 public:
  using Gathered::Gathered;
  std::string whole() const override {
    const auto all = widths();
    const auto rule = [&](const char* left, const char* middle, const char* right) {
      std::string out = left;
      for (size_t i = 0; i < all.size(); ++i) out += cat(i ? middle : "", repeated("─", all[i] + 2));
      return out + right + "\n";
    };
    std::string out = rule("┌", "┬", "┐") + cells(all, "│ ", " │ ", " │", [&](size_t i) { return columns_[i]; });
    out += rule("├", "┼", "┤");
    for (const Row& row : rows_) out += cells(all, "│ ", " │ ", " │", [&](size_t i) { return shown(row[i]); });
    return out + rule("└", "┴", "┘");
  }
};

}  // namespace

const std::vector<std::string>& formats() {
  static const std::vector<std::string> ALL{"table", "csv", "tsv", "json", "jsonl", "markdown", "box"};
  return ALL;
}

std::unique_ptr<RowSink> makePrinter(const std::string& format, Write write) {
  if (format == "table") return std::make_unique<Table>(std::move(write));
  if (format == "csv") return std::make_unique<Csv>(std::move(write));
  if (format == "tsv") return std::make_unique<Tsv>(std::move(write));
  if (format == "json") return std::make_unique<Json>(std::move(write));
  if (format == "jsonl") return std::make_unique<JsonLines>(std::move(write));
  if (format == "markdown") return std::make_unique<Markdown>(std::move(write));
  if (format == "box") return std::make_unique<Box>(std::move(write));
  throw Error(cat("there is no format ", quoted(format), "; there are ", join(formats(), ", ")), Status::MISUSE);
}

std::string jsonText(std::string_view text) {
  constexpr char DIGITS[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20) {
      out += {'\\', 'u', '0', '0', DIGITS[byte >> 4], DIGITS[byte & 15]};
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace mf::query
