#include "libmf/base/file.h"

#include <gtest/gtest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "libmf/base/error.h"

namespace mf {

namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "mf-file-test-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
  }
  void TearDown() override { fs::remove_all(folder); }
  std::string path(const std::string& name) const { return (folder / name).string(); }
  size_t count() const { return static_cast<size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator())); }

  fs::path folder;
};

TEST_F(Files, AppearWhenTheyAreWhole) {
  OutputFile out(path("a"));
  out.write("text", 4);
  EXPECT_FALSE(fs::exists(path("a")));
  out.commit();
  EXPECT_EQ(readWholeFile(path("a")), "text");
  EXPECT_EQ(count(), 1u);
}

TEST_F(Files, LeaveTheOldOneWhenTheyDoNot) {
  { OutputFile(path("a")).commit(); }
  {
    OutputFile out(path("a"));
    out.write("half", 4);
    EXPECT_EQ(readWholeFile(path("a")), "");
  }
  EXPECT_EQ(readWholeFile(path("a")), "");
  EXPECT_EQ(count(), 1u);
}

TEST_F(Files, GoWithASignal) {
  OutputFile out(path("a"));
  EXPECT_EQ(count(), 1u);
  removeTemporaries();   // what the handler does
  EXPECT_EQ(count(), 0u);
}

TEST_F(Files, SayWhyNot) {
  EXPECT_THROW(OutputFile(folder.string()), Error);
  EXPECT_THROW(OutputFile(path("no/where")), Error);
  EXPECT_THROW(openInput(path("nothing")), Error);
  EXPECT_THROW(openInput(folder.string()), Error);
}

TEST_F(Files, PipesAndDevicesAreWrittenDirectly) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const FileDescriptor reader(::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK));
  OutputFile out(path("pipe"));
  EXPECT_EQ(out.temporary(), "");
  out.write("x", 1);
  out.commit();
  char byte = 0;
  EXPECT_EQ(readFully(reader.get(), &byte, 1, "pipe"), 1u);
  EXPECT_EQ(byte, 'x');
}

TEST(Errors, TellWhereTheyPassed) {
  const auto inner = [] { during([] { return "reading a batch"; }, [] { throw Error("no end", Status::NO); }); };
  try {
    during([] { return "reading a stream"; }, inner);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "no end\n  while reading a batch\n  while reading a stream");
    EXPECT_EQ(error.status(), Status::NO);
  }
}

}  // namespace

}  // namespace mf
