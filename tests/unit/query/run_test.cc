#include "libmf/query/run.h"

#include <gtest/gtest.h>

#include "libmf/base/error.h"
#include "libmf/store/materialise.h"
#include "tests/support/hand_stream.h"

namespace mf::query {
namespace {

class Run : public testing::Test {
 protected:
  void SetUp() override {
    catalog::Model model = test::handModel();
    model.absent = {{"squash.*", "no wrong path"}, {"wrongpath", "none"}};
    bundle = std::make_unique<store::Materialiser>(
        "", [=](schema::Header::Reader) { return model; }, store::Materialiser::Options{});
    bundle->header(mfir::Header());
    bundle->end(test::handEnd(10));
    session = std::make_unique<Session>(bundle->database(), library);
  }
  std::string ask(const std::string& sql) {
    RowList rows;
    session->runSql(sql, rows);
    std::string out;
    for (const Row& row : rows.rows) {
      for (const Cell& cell : row) out += cell.text + " ";
    }
    return out;
  }
  Status statusOf(const std::string& sql) {
    try {
      ask(sql);
      return Status::DONE;
    } catch (const Error& error) {
      return error.status();
    }
  }
  Library library;
  std::unique_ptr<store::Materialiser> bundle;
  std::unique_ptr<Session> session;
};

TEST_F(Run, MedianAndQuantileAreNearestRank) {
  EXPECT_EQ(ask("SELECT median(column1), quantile(column1, 0.9), quantile(column1, 0) FROM (VALUES (12), (23), (17), "
                "(20), (NULL))"),
            "17 23 12 ");
  EXPECT_EQ(ask("SELECT median(column1) FROM (VALUES (1.5), (2.5))"), "1.5 ");
  EXPECT_EQ(ask("SELECT coalesce(median(column1), 'none') FROM (VALUES (1)) WHERE 0"), "none ");
  EXPECT_EQ(ask("SELECT overlap(0, 10, 5, 20), overlap(0, 5, 5, 9), overlap(0, 9, 3, 4)"), "5 0 1 ");
}

TEST_F(Run, OnlyReads) {
  for (const char* sql :
       {"DELETE FROM run", "DROP TABLE run", "CREATE TABLE x(a)", "VACUUM", "VACUUM INTO 'x'", "REINDEX",
        "PRAGMA user_version = 7", "INSERT INTO words VALUES (9, 'x')", "ALTER TABLE run ADD COLUMN z", "ANALYZE"}) {
    EXPECT_EQ(statusOf(sql), Status::MISUSE) << sql;
  }
  EXPECT_EQ(ask("CREATE TEMP TABLE t AS SELECT 3 AS a; INSERT INTO temp.t VALUES (4); SELECT sum(a) FROM t"), "7 ");
  EXPECT_EQ(ask("SELECT count(*) FROM events; -- a remark\n;SELECT 2"), "0 2 ");
  EXPECT_EQ(statusOf("SELEC 1"), Status::MISUSE);
}

TEST_F(Run, AbsentEvidenceIsNotModelled) {
  const auto why = [&](const std::string& need) {
    Analysis a = parseAnalysis("x.y", "here", "-- T.\n-- @needs " + need + "\nSELECT 1");
    return session->unmet(a);
  };
  EXPECT_EQ(why("prefetch"), "");
  EXPECT_EQ(why("inst.fetch"), "this run did not record domain core, to which inst.fetch belongs");
  bundle->database().execute(
      "INSERT INTO coverage(domain, t0, t1, complete, snapshot, from_start) VALUES ('core', 0, 10, 1, 1, 1)");
  EXPECT_EQ(why("inst.fetch"), "");
  EXPECT_EQ(why("node:mshr"), "");
  EXPECT_EQ(why("squash.begin"), "squash.begin is not modelled: no wrong path");
  EXPECT_EQ(why("wrongpath"), "wrongpath is not modelled: none");
  EXPECT_EQ(why("node:walker"), "this machine has no walker");
  EXPECT_EQ(why("rows:run"), "");
  EXPECT_EQ(why("rows:chains"), "this run recorded no chains");
  EXPECT_EQ(why("vector"), "package vector is not in this run");
  RowList rows;
  const Analysis a = parseAnalysis("x.y", "here", "-- T.\n-- @needs wrongpath\nSELECT 1");
  try {
    session->run(a, {}, rows);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::NOT_MODELLED);
  }
}

TEST_F(Run, ParametersAreCheckedAndBound) {
  const Analysis a = parseAnalysis(
      "x.y", "here",
      "-- T.\n-- @param :n INTEGER 3 how many\n-- @param :s TEXT - which\n-- @column a INTEGER\nSELECT :n || :s AS a");
  RowList rows;
  session->run(a, {{"s", "x"}}, rows);
  EXPECT_EQ(rows.rows[0][0].text, "3x");
  EXPECT_THROW(session->run(a, {}, rows), Error);
  EXPECT_THROW(session->run(a, {{"s", "x"}, {"n", "many"}}, rows), Error);
}

}  // namespace
}  // namespace mf::query
