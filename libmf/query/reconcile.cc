#include "libmf/query/reconcile.h"

#include <sqlite3.h>

#include <cmath>
#include <map>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::query {

namespace {

struct Known {
  std::map<std::string, Cell> values;
  std::vector<std::pair<std::string, std::string>> reasons;  // pattern, why it is not recorded
};

Known knownOf(const RowList& list) {
  Known known;
  for (const Row& row : list.rows) {
    if (row.size() != 3) throw Error("a reconciliation gives three columns: path, value, reason");
    if (row[1].kind == Cell::Kind::NOTHING) {
      known.reasons.emplace_back(row[0].text, row[2].text);
    } else {
      known.values[row[0].text] = row[1];
    }
  }
  return known;
}

// Equal as the simulator printed it: it may have rounded a mean to a few digits.
bool isSame(const std::string& printed, double ours) {
  char* end = nullptr;
  const double theirs = std::strtod(printed.c_str(), &end);
  if (printed.empty() || *end != '\0') return false;
  if (theirs == ours) return true;
  const bool whole = printed.find_first_of(".eE") == std::string::npos;
  return !whole && std::fabs(theirs - ours) <= 1e-5 * std::fabs(theirs);
}

}  // namespace

Reconciliation reconcile(Session& session, const Analysis& analysis, const Statistics& statistics) {
  RowList list;
  session.run(analysis, {}, list);
  const Known known = knownOf(list);
  Reconciliation result;
  result.rows.columns = {"statistic", "simulator", "recorded", "verdict", "reason"};
  for (const auto& [path, printed] : statistics) {
    Row row{textCell(path), textCell(printed)};
    const auto value = known.values.find(path);
    if (value != known.values.end()) {
      const bool same = isSame(printed, value->second.number);
      ++(same ? result.matched : result.differing);
      row.insert(row.end(), {value->second, textCell(same ? "matched" : "differs"), Cell{}});
    } else {
      const std::string* why = nullptr;
      for (const auto& [pattern, reason] : known.reasons) {
        if (sqlite3_strglob(pattern.c_str(), path.c_str()) == 0) why = &reason;
      }
      ++(why ? result.notRecorded : result.unlisted);
      row.insert(row.end(), {Cell{}, textCell(why ? "not recorded" : "unlisted"), why ? textCell(*why) : Cell{}});
    }
    result.rows.rows.push_back(std::move(row));
  }
  return result;
}

}  // namespace mf::query
