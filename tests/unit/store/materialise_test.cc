#include "libmf/store/materialise.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "libmf/base/file.h"
#include "libmf/base/text.h"
#include "tests/support/hand_stream.h"

namespace mf::store {
namespace {

namespace fs = std::filesystem;

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/mf-store-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    folder = name;
  }
  void TearDown() override { fs::remove_all(folder); }
  std::string path(const std::string& name) const { return folder + "/" + name; }
  size_t fileCount() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }
  std::string folder;
};

Materialiser::Link linkHand() {
  return [model = test::handModel()](schema::Header::Reader) { return model; };
}

mfir::RowBatch flows(const std::vector<uint64_t>& ids) {
  mfir::RowBatch batch("flows", {"flow", "kind", "key", "incarnation", "parent", "inst", "core", "thread", "ev_open",
                                 "ev_close", "t_open", "t_close", "close_reason", "flags"});
  for (const uint64_t id : ids) {
    for (const uint64_t cell : {id, id % 3 == 0 ? CARRIED : uint64_t{0}, 2 * id, uint64_t{0}}) batch.put(cell);
    batch.putNull();
    batch.putNull();
    for (const uint64_t cell : {uint64_t{0}, uint64_t{0}, id, id + 1, 10 * id, 10 * id + 4, id % 4, uint64_t{0}})
      batch.put(cell);
    batch.endRow();
  }
  return batch;
}

mfir::RowBatch decisions() {
  mfir::RowBatch batch("decisions", {"dec", "ev", "site_name", "node", "ord", "subject", "outcome", "reason", "choice",
                                     "target", "page", "value", "threshold", "natural", "forced", "retry"});
  for (uint64_t dec = 1; dec <= 4; ++dec) {
    for (const uint64_t cell :
         {dec, dec, uint64_t{0}, uint64_t{4}, dec, dec, dec % 2, dec % 2 ? uint64_t{2} : uint64_t{0}})
      batch.put(cell);
    for (int i = 0; i < 3; ++i) batch.putNull();
    batch.put(0 - dec);
    for (const uint64_t cell : {uint64_t{25}, uint64_t{0}, uint64_t{0}, uint64_t{0}}) batch.put(cell);
    batch.endRow();
  }
  return batch;
}

void fill(Materialiser& bundle) {
  bundle.header(mfir::Header());
  std::mt19937_64 random(5);
  bundle.events(test::randomEvents(test::handModel(), 1, 2000, random));
  std::vector<uint64_t> ids;
  for (uint64_t i = 1; i <= 30000; ++i) ids.push_back(i);
  for (size_t i = 0; i + 20 < ids.size(); i += 7) std::swap(ids[i], ids[i + random() % 20]);
  bundle.rows(flows(ids));
  bundle.rows(decisions());
  bundle.end(test::handEnd(40000));
}

std::string write(const std::string& path, Materialiser::Options options = {}) {
  Materialiser bundle(path, linkHand(), options);
  fill(bundle);
  bundle.commit();
  return readWholeFile(path);
}

TEST_F(Folder, RowsComeBackWithTheirWords) {
  write(path("run.db"));
  const Database db = Database::openBundle(path("run.db"));
  EXPECT_EQ(db.number("SELECT count(*) FROM flows"), 30000);
  EXPECT_EQ(
      db.word(
          "SELECT group_concat(flow || kind || coalesce(close_reason, '-') || cycles, ' ') FROM flows WHERE flow < 5"),
      "1packetpf_issue2.0 2packetconfidence2.0 3carriedfilter2.0 4packet-2.0");
  EXPECT_EQ(db.word("SELECT s.name || s.node || d.outcome || d.reason || d.value FROM decisions d JOIN sites s ON "
                    "s.site = d.site WHERE dec = 3"),
            "pf_issue4suppressconfidence-3");
  EXPECT_EQ(db.word("SELECT coalesce(reason, 'none') FROM decisions WHERE dec = 2"), "none");
  EXPECT_EQ(db.word("PRAGMA integrity_check"), "ok");
  EXPECT_EQ(db.number("SELECT span FROM k"), 40000 - db.number("SELECT t_begin FROM run"));
}

TEST_F(Folder, TheSameStreamGivesTheSameBytes) {
  EXPECT_TRUE(write(path("a.db")) == write(path("b.db")));
  EXPECT_EQ(fileCount(), 2u) << "nothing else is left behind";
}

TEST_F(Folder, ABundleIsReplacedAndNothingElse) {
  write(path("run.db"));
  EXPECT_NO_THROW(write(path("run.db")));
  std::ofstream(path("notes.txt")) << std::string(500, 'x');
  try {
    write(path("notes.txt"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("is not a Microflow bundle"), std::string::npos) << error.what();
    EXPECT_EQ(error.status(), Status::FAILED);
  }
  EXPECT_EQ(readWholeFile(path("notes.txt")), std::string(500, 'x'));
  EXPECT_THROW(write(folder), Error);
  EXPECT_THROW(write(path("nowhere/run.db")), Error);
  EXPECT_EQ(fileCount(), 2u);
}

TEST_F(Folder, WhatIsNotCommittedIsGone) {
  write(path("run.db"));
  const std::string before = readWholeFile(path("run.db"));
  {
    Materialiser bundle(path("run.db"), linkHand(), {});
    bundle.header(mfir::Header());
    std::mt19937_64 random(5);
    bundle.events(test::randomEvents(test::handModel(), 1, 2000, random));
    EXPECT_EQ(fileCount(), 2u);
    EXPECT_THROW(bundle.commit(), Error) << "the stream has not ended";
  }
  EXPECT_EQ(fileCount(), 1u);
  EXPECT_EQ(readWholeFile(path("run.db")), before);
}

TEST_F(Folder, RowsThatNobodyDeclaredAreNamed) {
  Materialiser bundle(path("run.db"), linkHand(), {});
  bundle.header(mfir::Header());
  const auto message = [&](mfir::RowBatch batch) -> std::string {
    try {
      batch.put(1);
      batch.endRow();
      bundle.rows(std::move(batch));
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  EXPECT_NE(message(mfir::RowBatch("walks", {"flow"})).find("'walks'"), std::string::npos);
  EXPECT_NE(message(mfir::RowBatch("flows", {"colour"})).find("'colour'"), std::string::npos);
  EXPECT_NE(message(mfir::RowBatch("flows", {"key"})).find("key 'flow'"), std::string::npos);
}

TEST_F(Folder, OpeningWhatIsNoBundle) {
  std::ofstream(path("x.db")) << "hello";
  std::ofstream(path("empty.db"));
  for (const char* name : {"x.db", "empty.db", "absent.db", ""})
    EXPECT_THROW(Database::openBundle(path(name)), Error) << name;
}

TEST_F(Folder, ProvenanceCanBeLeftOut) {
  Materialiser::Options options;
  options.provenance = false;
  Materialiser bundle(path("run.db"), linkHand(), options);
  mfir::Header header;
  header.addProvenance("mf-x", "1", {"secret"});
  bundle.header(header);
  mfir::End end = test::handEnd(10);
  end.passLog.push_back({"resolve", "1", 1.5, 1, 1, 1, 1, 1, 1});
  bundle.end(std::move(end));
  bundle.commit();
  EXPECT_EQ(readWholeFile(path("run.db")).find("secret"), std::string::npos);
  const Database db = Database::openBundle(path("run.db"));
  EXPECT_EQ(db.number("SELECT count(*) FROM pass_log"), 0);
}

}  // namespace
}  // namespace mf::store
