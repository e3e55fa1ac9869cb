#include "libmf/store/invariants.h"

#include <algorithm>

#include "libmf/base/embedded.h"
#include "libmf/store/ddl.h"

namespace mf::store {

std::vector<Violation> checkInvariants(const Database& db, const std::vector<Violation>& known) {
  std::vector<Violation> violations;
  const auto note = [&](const Violation& each) {
    if (each.count > 0) violations.push_back(each);
  };
  std::string_view rest = embeddedText("libmf/store/check.sql");
  while (rest.find("SELECT") != std::string_view::npos) {
    const size_t end = rest.find(";\n");
    const std::string_view sql = rest.substr(0, end);
    const auto asked = std::find_if(known.begin(), known.end(), [&](const Violation& each) {
      return sql.find(sqlQuoted(each.invariant)) != std::string_view::npos;
    });
    if (asked != known.end()) {
      note(*asked);
    } else {
      Statement query = db.prepare(sql);
      while (query.step()) note({query.text(0), query.integer(1)});
    }
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 2);
  }
  return violations;
}

}  // namespace mf::store
