// The header of every shipped analysis is tested, not believed: it is run on an empty
// bundle, and its columns, its parameters and its plan must be what they should be.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>

#include "libmf/query/run.h"
#include "libmf/store/materialise.h"
#include "tests/support/hand_stream.h"

namespace mf::query {
namespace {

class Headers : public testing::Test {
 protected:
  void SetUp() override {
    const catalog::Model model = test::handModel();
    bundle = std::make_unique<store::Materialiser>(
        "", [=](schema::Header::Reader) { return model; }, store::Materialiser::Options{});
    bundle->header(mfir::Header());
    bundle->end(test::handEnd(10));
    bundle->database().execute("INSERT INTO chains(flow, node, steps) VALUES (1, 4, 0)");  // what `rows:` asks for
    bundle->database().execute(
        "INSERT INTO coverage(domain, t0, t1, complete, snapshot, from_start) SELECT DISTINCT domain, 0, 10, 1, 1, 1 "
        "FROM event_types");
    session = std::make_unique<Session>(bundle->database(), library);
  }
  // Packages beyond these have catalogs of their own and tests of their own.
  static bool isOurs(const Analysis& a) {
    return a.package() == "core" || a.package() == "prefetch" || a.package() == "wrongpath" ||
           a.package() == "champsim";
  }
  static Arguments needed(const Analysis& a, const Library& all) {
    Arguments given;
    for (const Parameter& p : parametersOf(a, all)) {
      if (p.standard == "-") given[p.name] = p.type == "TEXT" ? "x" : "1";
    }
    return given;
  }
  Library library;
  std::unique_ptr<store::Materialiser> bundle;
  std::unique_ptr<Session> session;
};

TEST_F(Headers, ColumnsAreThoseDeclared) {
  size_t count = 0;
  for (const auto& [name, analysis] : library.all()) {
    if (!isOurs(analysis)) continue;
    ++count;
    RowList rows;
    ASSERT_NO_THROW(session->run(analysis, needed(analysis, library), rows)) << name;
    std::vector<std::string> declared;
    for (const Column& column : analysis.columns) declared.push_back(column.name);
    EXPECT_EQ(rows.columns, declared) << name;
    EXPECT_FALSE(analysis.title.empty()) << name;
    EXPECT_TRUE(analysis.title.ends_with(".")) << name;
  }
  EXPECT_GE(count, 39u);
}

TEST_F(Headers, ParametersAreUsed) {
  for (const auto& [name, analysis] : library.all()) {
    for (const Parameter& parameter : analysis.parameters) {
      EXPECT_TRUE(std::regex_search(analysis.sql, std::regex(":" + parameter.name + "\\b")))
          << name << " " << parameter.name;
    }
    for (const Share& share : analysis.shares) {
      for (const std::string& column : {share.column, share.part, share.whole}) {
        const bool known = column == "*" || std::any_of(analysis.columns.begin(), analysis.columns.end(),
                                                        [&](const Column& each) { return each.name == column; });
        EXPECT_TRUE(known) << name << " @share " << column;
      }
    }
  }
}

// A chunk table may be scanned from end to end once, not once for every row of another.
TEST_F(Headers, NoChunkTableIsScannedInALoop) {
  for (const auto& [name, analysis] : library.all()) {
    if (!isOurs(analysis)) continue;
    RowList rows;
    session->run(analysis, needed(analysis, library), rows);
    store::Statement plan = session->database().prepare("EXPLAIN QUERY PLAN " + analysis.sql);
    std::map<int64_t, std::string> parents;
    std::map<int64_t, int> loops;  // by parent: tables visited so far
    while (plan.step()) {
      const int64_t id = plan.integer(0), parent = plan.integer(1);
      const std::string detail = plan.text(3);
      parents[id] = detail;
      const bool visits = detail.starts_with("SCAN") || detail.starts_with("SEARCH");
      // Without a bound on ev or t (the lower six bits of the plan) all chunks are read.
      const size_t at = detail.find("VIRTUAL TABLE INDEX ");
      const bool full = at != std::string::npos && (std::stoul(detail.substr(at + 20)) & 63) == 0;
      if (full) {
        EXPECT_EQ(loops[parent], 0) << name << ": " << detail;
        EXPECT_EQ(parents[parent].find("CORRELATED"), std::string::npos) << name << ": " << detail;
      }
      if (visits) ++loops[parent];
    }
  }
}

}  // namespace
}  // namespace mf::query
