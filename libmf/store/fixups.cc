#include "libmf/store/fixups.h"

#include "libmf/base/text.h"

namespace mf::store {

namespace {

bool hasColumns(const Database& db, const char* table, std::initializer_list<const char*> columns) {
  for (const char* column : columns) {
    Statement query = db.prepare("SELECT 1 FROM pragma_table_xinfo(?1) WHERE name = ?2");
    query.bind(1, std::string_view(table));
    query.bind(2, std::string_view(column));
    if (!query.step()) return false;
  }
  return true;
}

// Median service time of each node that lacks a nominal one: of the prefetches that it
// answered, and for a cache with a prefetcher of all that this one sent down.
constexpr const char* MEDIANS =
    "WITH sample(node, d) AS ("
    "  SELECT served_by, t_fill - t_issue FROM prefetches WHERE served_by IS NOT NULL AND t_fill > t_issue"
    "  UNION ALL SELECT n.parent, p.t_fill - p.t_issue FROM prefetches p JOIN nodes n ON n.node = p.node"
    "  WHERE p.t_fill > p.t_issue), "
    "ranked AS (SELECT s.node, s.d, row_number() OVER (PARTITION BY s.node ORDER BY s.d) AS i,"
    "  count(*) OVER (PARTITION BY s.node) AS n FROM sample s JOIN nodes ON nodes.node = s.node"
    "  WHERE nodes.lat_nominal IS NULL) "
    "SELECT r.node, x.name, r.d, r.n FROM ranked r JOIN nodes x ON x.node = r.node WHERE r.i = (r.n + 1) / 2 ORDER BY "
    "1";

}  // namespace

void linkEffects(const Database& db) {
  if (!hasColumns(db, "prefetches", {"dec"})) return;
  db.prepare(
        "UPDATE decisions SET effect = p.flow FROM (SELECT dec, flow FROM prefetches WHERE dec IS NOT NULL) p "
        "WHERE p.dec = decisions.dec AND decisions.effect IS NULL")
      .run();
}

std::vector<mfir::Diagnostic> fillNominalLatencies(const Database& db) {
  std::vector<mfir::Diagnostic> notes;
  if (!hasColumns(db, "prefetches", {"served_by", "t_fill", "t_issue", "node"})) return notes;
  Statement medians = db.prepare(MEDIANS);
  Statement fill = db.prepare("UPDATE nodes SET lat_nominal = ?2 WHERE node = ?1");
  std::vector<std::pair<int64_t, int64_t>> found;
  while (medians.step()) {
    found.emplace_back(medians.integer(0), medians.integer(2));
    mfir::Diagnostic note{"store", "nominal_from_median", medians.text(1), schema::Severity::INFO, 0, 0, ""};
    note.count = static_cast<uint64_t>(medians.integer(3));
    notes.push_back(std::move(note));
  }
  for (const auto& [node, latency] : found) {
    fill.bind(1, node);
    fill.bind(2, latency);
    fill.run();
  }
  return notes;
}

}  // namespace mf::store
