// Rows of an answer, on their way to a printer or to a reduction.
#pragma once

#include <string>
#include <vector>

namespace mf::query {

struct Cell {
  enum class Kind { NOTHING, INTEGER, REAL, TEXT };
  Kind kind = Kind::NOTHING;
  std::string text;   // as SQLite prints it
  double number = 0;  // INTEGER and REAL
  bool isNumber() const { return kind == Kind::INTEGER || kind == Kind::REAL; }
};

using Row = std::vector<Cell>;

class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual void begin(const std::vector<std::string>& columns) = 0;
  virtual void row(Row row) = 0;
  virtual void end() = 0;
};

// Keeps everything.
class RowList : public RowSink {
 public:
  void begin(const std::vector<std::string>& names) override { columns = names; }
  void row(Row next) override { rows.push_back(std::move(next)); }
  void end() override {}
  std::vector<std::string> columns;
  std::vector<Row> rows;
};

Cell textCell(std::string text);
Cell realCell(double value, int decimals);
Cell integerCell(long long value);

}  // namespace mf::query
