#include "libmf/query/compare.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "libmf/base/text.h"

namespace mf::query {

namespace {

// Name and value of what any two runs can be compared by.
constexpr const char* MEASURES =
    "SELECT 'core ' || core || ' cycles', span * 1.0 / P FROM k "
    "UNION ALL SELECT 'instructions', insts_retired FROM run "
    "UNION ALL SELECT 'events', events FROM run "
    "UNION ALL SELECT 'core ' || e.core || ' ' || e.kind || ' ' || e.class || ' ' || e.reason || ' cycles', "
    "sum(e.cycles) "
    "FROM episodes e GROUP BY e.core, e.kind, e.class, e.reason "
    "UNION ALL SELECT 'decisions ' || coalesce(n.name, '') || '/' || s.name || ' ' || d.outcome || coalesce(' ' || "
    "d.reason, ''), count(*) "
    "FROM decisions d JOIN sites s ON s.site = d.site LEFT JOIN nodes n ON n.node = s.node GROUP BY 1 "
    "UNION ALL SELECT 'retired stream ' || coalesce(retired_hash, 'unknown'), 1 FROM run";

std::map<std::string, Cell> measuresOf(Session& session, const Analysis* analysis, const Arguments& arguments) {
  RowList list;
  session.runSql(MEASURES, list);
  std::map<std::string, Cell> values;
  for (const Row& row : list.rows) values[row[0].text] = row[1];
  if (!analysis) return values;
  RowList answer;
  session.run(*analysis, arguments, answer);
  for (size_t number = 0; number < answer.rows.size(); ++number) {
    const Row& row = answer.rows[number];
    std::string name;
    for (size_t i = 0; i < row.size(); ++i) {
      const auto& key = analysis->key;
      if (std::find(key.begin(), key.end(), answer.columns[i]) != key.end()) name += row[i].text + " ";
    }
    if (name.empty()) name = cat("row ", number + 1, " ");
    for (size_t i = 0; i < row.size(); ++i) {
      if (row[i].isNumber()) values[analysis->name + " " + name + answer.columns[i]] = row[i];
    }
  }
  return values;
}

double valueOf(const std::map<std::string, Cell>& values, const std::string& name) {
  const auto found = values.find(name);
  return found == values.end() ? 0 : found->second.number;
}

}  // namespace

Comparison compare(Session& a, Session& b, const Analysis* analysis, const Arguments& arguments, double tolerance) {
  const auto left = measuresOf(a, analysis, arguments), right = measuresOf(b, analysis, arguments);
  Comparison result;
  result.rows.columns = {"what", "a", "b", "delta", "pct", "beyond"};
  std::map<std::string, Cell> all = left;
  all.insert(right.begin(), right.end());
  for (const auto& [name, cell] : all) {
    const double x = valueOf(left, name), y = valueOf(right, name);
    if (x == y) continue;
    const bool beyond = std::fabs(y - x) > tolerance * std::fabs(x);
    result.beyond += beyond ? 1 : 0;
    const int decimals = cell.kind == Cell::Kind::INTEGER ? 0 : 3;
    Row row{textCell(name), realCell(x, decimals), realCell(y, decimals), realCell(y - x, decimals)};
    row.push_back(x == 0 ? Cell{} : realCell(100 * (y - x) / x, 2));
    row.push_back(textCell(beyond ? "yes" : "no"));
    result.rows.rows.push_back(std::move(row));
  }
  return result;
}

}  // namespace mf::query
