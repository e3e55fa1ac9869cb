// A named analysis: one .sql file, whose header comment is its documentation, its
// options and what it needs. One parser serves -l, -H, the parameters as options,
// and mf-analyses(7).
//
//   -- First line: what it answers.
//   --
//   -- Longer text.
//   --
//   -- @table  NAME key(a, b)         a SELECT kept in a keyed temporary table
//   -- @view   NAME                   a SELECT that others use as a view
//   -- @uses   core.head_block        made first
//   -- @needs  prefetch               a package, an event whose domain was recorded, node:KIND,
//                                     or rows:TABLE (one at least)
//   -- @param  :top INTEGER 20        name, type, default ('-': must be given), text
//   -- @column leaf TEXT              name, type, text
//   -- @share  pct num den            pct is 100 num / den; den '*': the run's sum of num
//   -- @key    leaf                   what names a row when runs are reduced or compared
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mf::query {

struct Parameter {
  std::string name, type, standard, doc;  // standard: "-" when it must be given
};

struct Column {
  std::string name, type, doc;
};

struct Share {
  std::string column, part, whole;  // whole: a column, or "*"
};

struct Analysis {
  enum class Form { SELECT, VIEW, TABLE };
  std::string name;  // prefetch.cascade
  std::string from;  // "built in", or the file
  std::string title, text, sql;
  Form form = Form::SELECT;
  std::string object;                  // of a view or table
  std::vector<std::string> objectKey;  // of a table
  std::vector<std::string> uses, needs, key;
  std::vector<Parameter> parameters;
  std::vector<Column> columns;
  std::vector<Share> shares;

  std::string package() const { return name.substr(0, name.find('.')); }
};

// Throws an Error that names the file and line of a header it cannot read.
Analysis parseAnalysis(const std::string& name, const std::string& from, std::string_view text);

// The header as a page for a terminal.
std::string describe(const Analysis& analysis);

}  // namespace mf::query
