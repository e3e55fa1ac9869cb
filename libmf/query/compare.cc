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

// Names and values in the order of the answers, so that what differs first is told first.
struct Measures {
  std::vector<std::string> names;
  std::map<std::string, Cell> values;

  void put(const std::string& name, const Cell& value) {
    if (values.insert_or_assign(name, value).second) names.push_back(name);
  }
  double valueOf(const std::string& name) const {
    const auto found = values.find(name);
    return found == values.end() ? 0 : found->second.number;
  }
};

Measures measuresOf(Session& session, const Analysis* analysis, const Arguments& arguments) {
  RowList list;
  session.runSql(MEASURES, list);
  Measures measures;
  for (const Row& row : list.rows) measures.put(row[0].text, row[1]);
  if (!analysis) return measures;
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
      if (row[i].isNumber()) measures.put(analysis->name + " " + name + answer.columns[i], row[i]);
    }
  }
  return measures;
}

}  // namespace

Comparison compare(Session& a, Session& b, const Analysis* analysis, const Arguments& arguments, double tolerance) {
  const Measures left = measuresOf(a, analysis, arguments), right = measuresOf(b, analysis, arguments);
  Comparison result;
  result.rows.columns = {"what", "a", "b", "delta", "pct", "beyond"};
  Measures all = left;
  for (const std::string& name : right.names) all.put(name, right.values.at(name));
  for (const std::string& name : all.names) {
    const Cell& cell = all.values.at(name);
    const double x = left.valueOf(name), y = right.valueOf(name);
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
