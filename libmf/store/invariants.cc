#include "libmf/store/invariants.h"

#include "libmf/base/embedded.h"
#include "libmf/base/error.h"

namespace mf::store {

std::vector<Violation> checkInvariants(const Database& db, bool timeOrder) {
  std::vector<Violation> violations;
  for (const EmbeddedFile& file : embeddedFiles()) {
    if (file.path != "libmf/store/check.sql") continue;
    std::string_view rest = file.text;
    while (rest.find("SELECT") != std::string_view::npos) {
      const size_t end = rest.find(";\n");
      const std::string_view sql = rest.substr(0, end);
      const bool wanted = timeOrder || sql.find("'I1 ") == std::string_view::npos;
      Statement query = db.prepare(wanted ? sql : "SELECT '', 0");
      while (query.step()) {
        if (query.integer(1) > 0) violations.push_back({query.text(0), query.integer(1)});
      }
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 2);
    }
    return violations;
  }
  throw Error("the program lacks 'libmf/store/check.sql'");
}

}  // namespace mf::store
