// Chunk tables answer as ordinary tables do: every query below is asked of both.
#include <gtest/gtest.h>

#include <filesystem>

#include "libmf/base/text.h"
#include "libmf/store/chunks/attach.h"
#include "libmf/store/materialise.h"
#include "tests/support/hand_stream.h"

namespace mf::store {
namespace {

constexpr uint32_t BATCHES = 9, ROWS = 1500;

std::unique_ptr<Materialiser> filled(bool ordinary) {
  const catalog::Model model = test::handModel();
  Materialiser::Options options;
  options.ordinaryEvents = ordinary;
  options.check = false;
  auto bundle = std::make_unique<Materialiser>(
      "", [=](schema::Header::Reader) { return model; }, options);
  std::mt19937_64 random(7);
  bundle->header(mfir::Header());
  for (uint32_t i = 0; i < BATCHES; ++i)
    bundle->events(test::randomEvents(model, 1 + uint64_t{i} * ROWS, ROWS, random));
  bundle->end(test::handEnd(1 + uint64_t{BATCHES} * ROWS * 3 + 99));
  return bundle;
}

std::string ask(Materialiser& bundle, const std::string& sql) {
  Statement query = bundle.database().prepare(sql);
  std::string out;
  while (query.step()) {
    for (int i = 0; i < query.columnCount(); ++i) out += query.isNull(i) ? "NULL|" : query.text(i) + "|";
    out += "\n";
  }
  return out;
}

class Chunks : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    chunked = filled(false).release();
    ordinary = filled(true).release();
  }
  static void TearDownTestSuite() {
    delete chunked;
    delete ordinary;
  }
  static void same(const std::string& sql) {
    const std::string expected = ask(*ordinary, sql);
    ASSERT_FALSE(expected.empty()) << sql;
    ASSERT_EQ(ask(*chunked, sql), expected) << sql;
  }
  static Materialiser *chunked, *ordinary;
};
Materialiser *Chunks::chunked, *Chunks::ordinary;

TEST_F(Chunks, EveryTableHasTheSameRows) {
  for (const EventTable& table : eventTables(test::handModel(), false)) {
    std::string columns = "ev";
    for (const EventColumn& column : table.columns) {
      if (column.from == From::EV) continue;
      columns += cat(", \"", column.stored(), '"', column.kind == Kind::CODE ? ", \"" + column.name + "\"" : "");
    }
    same(cat("SELECT ", columns, " FROM ", table.name, " ORDER BY ev"));
  }
}

TEST_F(Chunks, EventsAreNotRowsOfATable) {
  EXPECT_EQ(ask(*chunked, "SELECT count(*) FROM sqlite_schema WHERE name = 'events'"), "0|\n");
  EXPECT_NE(ask(*chunked, "EXPLAIN QUERY PLAN SELECT t FROM events").find("VIRTUAL TABLE"), std::string::npos);
}

TEST_F(Chunks, RangesAndPoints) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 60; ++i) {
    const int64_t a = static_cast<int64_t>(random() % 14000) - 100, b = a + static_cast<int64_t>(random() % 6000);
    same(cat("SELECT count(*), sum(ev), min(t), max(flow) FROM events WHERE ev BETWEEN ", a, " AND ", b));
    same(cat("SELECT count(*), sum(ev) FROM events WHERE ev > ", a, " AND ev < ", b, ".5"));
    same(cat("SELECT count(*), sum(ev) FROM events WHERE t >= ", 3 * a, " AND t < ", 3 * b));
    same(cat("SELECT count(*), sum(ev) FROM ev_decide WHERE ev >= ", a, " AND t <= ", 3 * b));
    same(cat("SELECT count(*), sum(ev), max(reason) FROM ev_cache_fill JOIN (SELECT 'x' AS reason) WHERE ev = ",
             a + 100));
    same(cat("SELECT count(*), max(prev), max(ten) FROM events WHERE ev = ", a));
    same(cat("SELECT count(*), sum(ev) FROM events WHERE type = ", random() % 20, " AND ev > ", a));
  }
  same("SELECT count(*) FROM events WHERE ev = 'x'");
  same("SELECT count(*) FROM events WHERE ev = NULL");
  same("SELECT count(*) FROM events WHERE ev < 'x'");
  same("SELECT count(*) FROM events WHERE ev = 17.0 OR ev = 17.5");
  same("SELECT count(*) FROM events WHERE flow = '105' OR flow IS NULL");
  same("SELECT count(*) FROM events WHERE node IS 3");
  same("SELECT rowid, t FROM events WHERE rowid = 4097");
  same("SELECT ev FROM events ORDER BY ev DESC LIMIT 3");
  same("SELECT ev FROM events ORDER BY t, ev LIMIT 5");
}

TEST_F(Chunks, JoinsAndWalks) {
  same("SELECT count(*), sum(a.t - b.t) FROM events a JOIN events b ON b.ev = a.prev");
  same("SELECT site, reason, count(*) FROM ev_decide GROUP BY site, reason ORDER BY 1, 2");
  same("SELECT sum(value), min(threshold), max(choice) FROM ev_decide WHERE outcome = 'suppress' AND outcome_c = 1");
  same(
      "WITH RECURSIVE w(ev, n) AS (SELECT 13000, 0 UNION ALL SELECT e.prev, n + 1 FROM w JOIN events e ON e.ev = w.ev "
      "WHERE e.prev IS NOT NULL AND n < 50) SELECT group_concat(ev) FROM w");
  same("SELECT v, u, chan FROM v_pred WHERE v BETWEEN 100 AND 120");
}

}  // namespace
}  // namespace mf::store
