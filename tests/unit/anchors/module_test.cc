#include "libmf/anchors/module.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "libmf/base/file.h"

namespace {

namespace fs = std::filesystem;
using mf::Error;
using mf::Status;
using mf::anchors::AddedFile;
using mf::anchors::Answer;
using mf::anchors::writeModule;

class ModuleTest : public testing::Test {
 protected:
  ModuleTest() {
    char name[] = "/tmp/module.XXXXXX";
    root_ = mkdtemp(name);
    folder_ = root_ + "/mod";
  }
  ~ModuleTest() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ + "/" + name) << text; }

  // Files by name, the manifest left out.
  std::map<std::string, std::string> everything() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      if (entry.is_regular_file()) all[entry.path().filename().string()] = mf::readWholeFile(entry.path().string());
    }
    return all;
  }

  std::string messageOf(const std::vector<AddedFile>& files) const {
    try {
      writeModule(folder_, "toy", files);
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::FAILED);
      return error.what();
    }
    return "";
  }

  std::string root_, folder_;
  const std::vector<AddedFile> files_ = {{"SConscript", "build\n"}, {"a.cc", "one\n"}};
};

using Files = std::map<std::string, std::string>;

TEST_F(ModuleTest, IsWrittenOnce) {
  const Answer written = writeModule(folder_, "toy", files_);
  EXPECT_EQ(written.status, Status::DONE);
  EXPECT_EQ(written.lines, std::vector<std::string>{folder_ + ": 2 files of the module of toy"});
  EXPECT_EQ(everything(), (Files{{"SConscript", "build\n"}, {"a.cc", "one\n"}}));
  EXPECT_EQ(writeModule(folder_, "toy", files_).lines,
            std::vector<std::string>{folder_ + ": already there, nothing to do"});
}

TEST_F(ModuleTest, ANewerOneReplacesItAndLeavesOtherFiles) {
  writeModule(folder_, "toy", files_);
  write("theirs.cc", "x");
  writeModule(folder_, "toy", {{"SConscript", "build\n"}, {"b.cc", "two\n"}});
  EXPECT_EQ(everything(), (Files{{"SConscript", "build\n"}, {"b.cc", "two\n"}, {"theirs.cc", "x"}}));
}

TEST_F(ModuleTest, AFileThatIsGoneIsWrittenAgain) {
  writeModule(folder_, "toy", files_);
  fs::remove(folder_ + "/a.cc");
  writeModule(folder_, "toy", files_);
  EXPECT_EQ(everything().at("a.cc"), "one\n");
}

TEST_F(ModuleTest, NothingOfTheUsersIsOverwritten) {
  fs::create_directory(folder_);
  write("a.cc", "theirs\n");
  const std::string start = "files in '" + folder_ + "' are in the way; nothing was done\n  ";
  EXPECT_EQ(messageOf(files_), start + "a.cc is not ours");
  EXPECT_EQ(everything(), (Files{{"a.cc", "theirs\n"}}));
  EXPECT_FALSE(fs::exists(folder_ + "/.microflow"));

  fs::remove_all(folder_);
  writeModule(folder_, "toy", files_);
  write("a.cc", "edited\n");
  EXPECT_EQ(messageOf(files_), start + "a.cc was changed since");
  EXPECT_EQ(messageOf({{"SConscript", "build\n"}}), start + "a.cc was changed since");
  EXPECT_EQ(everything().at("a.cc"), "edited\n");
}

// What a run that was killed leaves: new files beside the old manifest, or beside none.
TEST_F(ModuleTest, ARunCutShortIsFinishedByTheNext) {
  fs::create_directory(folder_);
  write("a.cc", "one\n");
  writeModule(folder_, "toy", files_);
  write("a.cc", "two\n");
  const std::vector<AddedFile> newer = {{"SConscript", "build 2\n"}, {"a.cc", "two\n"}};
  writeModule(folder_, "toy", newer);
  EXPECT_EQ(everything(), (Files{{"SConscript", "build 2\n"}, {"a.cc", "two\n"}}));
  EXPECT_EQ(messageOf(files_), "");
}

TEST_F(ModuleTest, AFolderOfAnotherKindIsRefused) {
  fs::create_directories(folder_ + "/.microflow");
  write(".microflow/manifest", "mf-probe manifest 1\nsimulator toy\nversion 1\n");
  EXPECT_EQ(messageOf(files_), "'" + folder_ + "/.microflow/manifest' is of 'toy': another folder is needed");
  EXPECT_EQ(everything(), Files{});
}

TEST_F(ModuleTest, WhatCannotBeWrittenLeavesNothing) {
  const std::string wanted = folder_;
  folder_ = root_ + "/none/mod";
  EXPECT_EQ(messageOf(files_), "cannot make '" + folder_ + "': No such file or directory");
  std::ofstream(root_ + "/file") << "x";
  folder_ = root_ + "/file";
  EXPECT_EQ(messageOf(files_), "'" + folder_ + "' is not a directory");
  EXPECT_EQ(mf::readWholeFile(folder_), "x");
  folder_ = wanted;
  EXPECT_NE(messageOf({{"a.cc", "one\n"}, {"sub/deep/b.cc", "two\n"}}), "");  // one folder is made, not two
  EXPECT_FALSE(fs::exists(folder_));
}

}  // namespace
