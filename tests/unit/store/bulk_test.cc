// The pages that we write must be what SQLite itself would read back: its integrity
// check, and every value, over sizes of page and table that give one to four levels.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "libmf/store/bulk/bulk_load.h"

namespace mf::store {
namespace {

class Bulk : public testing::Test {
 protected:
  void SetUp() override {
    path = cat(testing::TempDir(), "/bulk-", ::getpid(), ".db");
    std::filesystem::remove(path);
  }
  void TearDown() override { std::filesystem::remove(path); }

  BulkLoad load(unsigned pageSize, const std::string& tables) {
    Database db = Database::create(path);
    db.execute(cat("PRAGMA page_size = ", pageSize, "; PRAGMA journal_mode = OFF; ", tables));
    return BulkLoad(path, "'the file'", tableShapes(db));
  }
  std::string path;
};

constexpr const char* CHUNKS = "CREATE TABLE chunks (id INTEGER PRIMARY KEY, n, ev1, t0, t1, data BLOB); ";
constexpr const char* PAIRS = "CREATE TABLE p (id INTEGER PRIMARY KEY, a INTEGER, twice INTEGER AS (2 * a) VIRTUAL, b)";

void putRow(TableWriter& table, uint64_t id, uint64_t a) {
  const std::vector<uint64_t> cells{id, a, ~a};
  table.add(cells, 0);
}

TEST_F(Bulk, TablesOfEverySizeAreWhole) {
  for (const unsigned pageSize : {512U, 1024U, 8192U, 65536U}) {
    for (const uint64_t rows : {0U, 1U, 2U, 15U, 16U, 17U, 600U, 1000U, 1017U, 40000U}) {
      SetUp();
      BulkLoad bulk = load(pageSize, PAIRS);
      for (uint64_t i = 1; i <= rows; ++i) putRow(*bulk.table("p"), i * i, i);
      bulk.finish();
      Database db = Database::create(path);
      EXPECT_EQ(db.word("PRAGMA integrity_check"), "ok") << pageSize << " " << rows;
      EXPECT_EQ(db.number("SELECT count(*) FROM p WHERE id = a * a AND b = ~a AND twice = 2 * a"),
                static_cast<int64_t>(rows));
      EXPECT_EQ(db.number(cat("SELECT a FROM p WHERE id = ", rows * rows)), static_cast<int64_t>(rows));
      db.execute(
          "PRAGMA synchronous = OFF; BEGIN; INSERT INTO p(id, a) VALUES (3, 0); CREATE TABLE q AS SELECT * FROM p; "
          "DELETE FROM p WHERE a % 3 = 0; COMMIT");
      EXPECT_EQ(db.word("PRAGMA integrity_check"), "ok") << "after changes by SQLite";
    }
  }
}

TEST_F(Bulk, EveryIntegerComesBack) {
  std::vector<int64_t> numbers{0, 1, -1, INT64_MIN, INT64_MAX};
  for (unsigned bit = 0; bit < 63; ++bit) {
    for (const int64_t near : {-1, 0, 1}) {
      numbers.push_back((int64_t{1} << bit) + near);
      numbers.push_back(-(int64_t{1} << bit) + near);
    }
  }
  BulkLoad bulk = load(1024, PAIRS);
  for (size_t i = 0; i < numbers.size(); ++i) putRow(*bulk.table("p"), i, static_cast<uint64_t>(numbers[i]));
  const std::vector<uint64_t> cells{numbers.size(), 0, 7};
  bulk.table("p")->add(cells, 2);
  bulk.finish();
  Database db = Database::create(path);
  Statement all = db.prepare("SELECT a, typeof(a), b FROM p ORDER BY id");
  for (const int64_t number : numbers) {
    ASSERT_TRUE(all.step());
    EXPECT_EQ(all.integer(0), number);
    EXPECT_EQ(all.text(1), "integer");
    EXPECT_EQ(all.integer(2), ~number);
  }
  ASSERT_TRUE(all.step());
  EXPECT_TRUE(all.isNull(0));
  EXPECT_EQ(all.integer(2), 7);
  EXPECT_EQ(db.number("SELECT count(*) FROM p WHERE id > 100 AND typeof(id) = 'integer'"),
            static_cast<int64_t>(numbers.size()) - 100);
}

TEST_F(Bulk, RowsOutOfOrderFindTheirPlace) {
  std::mt19937_64 random(3);
  std::vector<uint64_t> ids;
  for (uint64_t i = 1; i <= 200000; ++i) ids.push_back(i);
  for (size_t i = 0; i + 1000 < ids.size(); ++i) std::swap(ids[i], ids[i + random() % 1000]);
  for (size_t i = 0; i < 50; ++i) std::swap(ids[i * 31], ids[ids.size() - 1 - i * 17]);  // beyond any window
  BulkLoad bulk = load(4096, cat(CHUNKS, PAIRS));
  for (const uint64_t id : ids) putRow(*bulk.table("p"), id, id * 3);
  bulk.finish();
  Database db = Database::create(path);
  EXPECT_LT(db.number("SELECT count(*) FROM p"), 200000) << "the test must have late rows";
  bulk.insertRest(db);
  EXPECT_EQ(db.number("SELECT count(*) FROM p WHERE a = 3 * id"), 200000);
  EXPECT_EQ(db.word("PRAGMA integrity_check"), "ok");
}

TEST_F(Bulk, ManyTablesAndChunksShareTheFile) {
  BulkLoad bulk = load(1024, cat(CHUNKS, PAIRS,
                                 "; CREATE TABLE r (x, id INTEGER PRIMARY KEY); "
                                 "CREATE TABLE w (a PRIMARY KEY, b) WITHOUT ROWID"));
  EXPECT_EQ(bulk.table("w"), nullptr) << "a table without rowids is SQLite's business";
  EXPECT_EQ(bulk.table("absent"), nullptr);
  for (uint64_t i = 1; i <= 5000; ++i) {
    putRow(*bulk.table("p"), i, i);
    const std::vector<uint64_t> cells{i * 7, i};
    bulk.table("r")->add(cells, 0);
    if (i % 100 == 0) bulk.chunks().add({static_cast<int64_t>(9000 - i), 1, 2, 3, 4}, std::string(i, 'x'));
  }
  bulk.finish();
  Database db = Database::create(path);
  bulk.insertRest(db);
  EXPECT_EQ(db.number("SELECT count(*) FROM p JOIN r USING (id) WHERE x = 7 * a"), 5000);
  EXPECT_EQ(db.number("SELECT count(*) FROM chunks WHERE length(data) = 9000 - id AND t1 = 4"), 50);
  EXPECT_EQ(db.word("PRAGMA integrity_check"), "ok");
}

// Row 7 is late; column c holds the least number of all once, which an index cannot tell from NULL.
void fillForIndexes(BulkLoad& bulk, uint64_t rows) {
  std::mt19937_64 random(11);
  for (uint64_t i = 1; i <= rows; ++i) {
    if (i == 7) continue;
    const std::vector<uint64_t> row{i, random() % 1000 - 500, random() % 5, i == 9 ? uint64_t{1} << 63 : random()};
    bulk.table("t")->add(row, random() % 8 == 0 ? 4 + 2 * (random() % 2) : 0);
  }
  bulk.table("t")->add(std::vector<uint64_t>{7, 1, 2, 3}, 0);
  bulk.finish();
}

TEST_F(Bulk, IndexesOfEveryKindAgreeWithTheirTable) {
  BulkLoad bulk =
      load(4096, cat(CHUNKS,
                     "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, c INTEGER, d AS (a + 1));"
                     "CREATE INDEX one ON t(a); CREATE INDEX two ON t(b, a); CREATE INDEX three ON t(b, a, id);"
                     "CREATE INDEX partial ON t(a) WHERE b > 0; CREATE INDEX generated ON t(d);"
                     "CREATE INDEX expression ON t(a + b); CREATE INDEX descending ON t(c DESC);"
                     "CREATE INDEX four ON t(c, b, a, id); CREATE INDEX least ON t(c)"));
  fillForIndexes(bulk, 40000);
  Database db = Database::create(path);
  db.execute("PRAGMA synchronous = OFF");
  bulk.insertRest(db);
  EXPECT_EQ(db.word("PRAGMA integrity_check"), "ok");
  const std::string among = "SELECT count(*) FROM t INDEXED BY ";
  EXPECT_EQ(db.number(among + "one WHERE a = 77"), db.number("SELECT count(*) FROM t NOT INDEXED WHERE a = 77"));
  EXPECT_EQ(db.number(among + "two WHERE b IS NULL"), db.number("SELECT count(*) FROM t NOT INDEXED WHERE b IS NULL"));
  EXPECT_EQ(db.number(among + "partial WHERE b > 0"), db.number("SELECT count(*) FROM t NOT INDEXED WHERE b > 0"));
}

// 1.5 million entries of three numbers do not fit the memory that sorts them.
TEST_F(Bulk, AnIndexOfManyIsMergedFromRuns) {
  BulkLoad bulk = load(8192, cat(CHUNKS,
                                 "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, c INTEGER);"
                                 "CREATE INDEX many ON t(a, b)"));
  fillForIndexes(bulk, 1500000);
  Database db = Database::create(path);
  db.execute("PRAGMA synchronous = OFF");
  bulk.insertRest(db);
  EXPECT_EQ(db.word("PRAGMA integrity_check"), "ok");
}

TEST_F(Bulk, AKeyTwiceAndAMissingValueAreErrors) {
  BulkLoad bulk = load(1024, "CREATE TABLE s (id INTEGER PRIMARY KEY, a INTEGER NOT NULL)");
  const std::vector<uint64_t> row{5, 1};
  bulk.table("s")->add(row, 0);
  bulk.table("s")->add(row, 0);
  try {
    bulk.table("s")->add(row, 2);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "a row of table 's' lacks its 'a'");
  }
  bulk.finish();
  Database db = Database::create(path);
  EXPECT_THROW(bulk.insertRest(db), Error);
}

// SQLite keeps its file locks in the page at 1 GiB, which no table may have.
TEST_F(Bulk, ThePageOfTheLocksIsLeftOut) {
  Database::create(path).execute(cat("PRAGMA page_size = 65536; PRAGMA journal_mode = OFF; ", PAIRS));
  {  // as if 1 GiB less a page were there already: a file with a hole
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(28).write("\0\0\x3f\xff", 4);
  }
  PageFile pages(path, "'the file'");
  std::vector<unsigned char> page(65536, 'x');
  EXPECT_EQ(pages.append(page), 16384U);
  EXPECT_EQ(pages.append(page), 16386U);
  EXPECT_EQ(pages.append(page), 16387U);
  pages.finish();
  EXPECT_EQ(std::filesystem::file_size(path), 16387U * 65536);
  std::ifstream file(path, std::ios::binary);
  for (const auto& [number, byte] : {std::pair(16384, 'x'), {16385, '\0'}, {16386, 'x'}, {16387, 'x'}}) {
    file.seekg(int64_t{65536} * (number - 1));
    EXPECT_EQ(file.get(), byte) << number;
  }
}

}  // namespace
}  // namespace mf::store
