#include "libmf/anchors/tree.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "libmf/base/file.h"
#include "libmf/base/text.h"

namespace {

namespace fs = std::filesystem;
using mf::cat;
using mf::Error;
using mf::Status;
using mf::anchors::Answer;
using mf::anchors::Instrumentation;
using mf::anchors::parseDescription;
using mf::anchors::Tree;

constexpr const char* DESCRIPTION = R"(simulator toy "Toy"
needs src/a.cc
group core core "instructions"
file src/a.cc
in f
for inst.fetch
before `x` `mf::fetched(), `
for inst.retire
end ` mf::retired(); `
file src/b.cc
in g
start ` mf::g(); `
group! extra cache "extras"
file extra/c.cc
in h
for cache.fill
before `y` `mf::y(), `
)";

class TreeTest : public testing::Test {
 protected:
  TreeTest() {
    char name[] = "/tmp/anchors.XXXXXX";
    root_ = mkdtemp(name);
    for (const char* folder : {"src", "inc", "extra"}) fs::create_directory(root_ + "/" + folder);
    write("src/a.cc", "int f() {\n  return x;\n}\n");
    write("src/b.cc", "void g() {}\n");
    write("extra/c.cc", "int h() { return y; }\n");
    toy_.description = parseDescription(DESCRIPTION, "toy.txt");
    toy_.added = {{"inc/ours.h", "// ours\n"}};
  }
  ~TreeTest() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const { std::ofstream(root_ + "/" + path) << text; }
  std::string read(const std::string& path) const { return mf::readWholeFile(root_ + "/" + path); }
  Tree tree() const { return {root_, toy_}; }

  std::map<std::string, std::string> everything() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(root_)) {
      if (entry.is_regular_file()) all[entry.path().string()] = mf::readWholeFile(entry.path().string());
    }
    return all;
  }

  std::string messageOf(Answer (Tree::*act)() const) const {
    try {
      (tree().*act)();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  std::string root_;
  Instrumentation toy_;
};

TEST_F(TreeTest, InAndOutAgainLeavesEveryByte) {
  chmod((root_ + "/src/a.cc").c_str(), 0640);
  const auto before = everything();
  EXPECT_EQ(tree().apply().status, Status::DONE);
  EXPECT_EQ(read("src/a.cc"), "int f() {\n  return /*mf:1*/mf::fetched(), /*mf*/x;\n/*mf:2*/ mf::retired(); /*mf*/}\n");
  EXPECT_EQ(read("inc/ours.h"), "// ours\n");
  struct stat now;
  ASSERT_EQ(stat((root_ + "/src/a.cc").c_str(), &now), 0);
  EXPECT_EQ(now.st_mode & 0777u, 0640u);
  EXPECT_EQ(tree().check().lines.front(), root_ + ": Toy, instrumented");
  EXPECT_EQ(tree().apply().lines.front(), root_ + ": already instrumented, nothing to do");
  EXPECT_EQ(tree().revert().status, Status::DONE);
  EXPECT_EQ(everything(), before);
  EXPECT_FALSE(fs::exists(root_ + "/.microflow"));
  EXPECT_EQ(tree().revert().lines.front(), root_ + ": not instrumented, nothing to do");
}

TEST_F(TreeTest, ATreeThatIsEditedElsewhere) {
  write("src/a.cc", "// a user's\nint f() {\n  int y = 1;\n  return x;\n}\n");
  EXPECT_EQ(tree().apply().status, Status::DONE);
  write("src/a.cc", "// more\n" + read("src/a.cc") + "int more;\n");
  EXPECT_EQ(tree().revert().status, Status::DONE);
  EXPECT_EQ(read("src/a.cc"), "// more\n// a user's\nint f() {\n  int y = 1;\n  return x;\n}\nint more;\n");
}

TEST_F(TreeTest, MissingAndDoubleAnchorsAreNamedAndNothingIsDone) {
  write("src/a.cc", "int f() {\n  return x + x;\n}\n");
  write("src/b.cc", "void k() {}\n");
  const auto before = everything();
  const Answer answer = tree().apply();
  EXPECT_EQ(answer.status, Status::NO);
  EXPECT_EQ(answer.lines, (std::vector<std::string>{
                              "missing: src/a.cc: f: 'x': found 2 times, for inst.fetch",
                              "missing: src/b.cc: g: no definition of g, for inst.retire",
                              root_ + ": nothing was changed",
                          }));
  EXPECT_EQ(everything(), before);
  EXPECT_EQ(tree().check().status, Status::NO);
}

TEST_F(TreeTest, AnOptionalGroupIsLeftOutWhole) {
  fs::remove(root_ + "/extra/c.cc");
  const Answer answer = tree().apply();
  EXPECT_EQ(answer.status, Status::DONE);
  EXPECT_EQ(answer.lines[0], "missing: extra/c.cc: no such file, for cache.fill");
  EXPECT_EQ(answer.lines[1], "left out: extras");
  EXPECT_EQ(tree().check().status, Status::DONE);
}

TEST_F(TreeTest, WhatAModuleNeedsIsCheckedAndPutsNothingIn) {
  toy_.description = parseDescription(cat(R"(module beside core "by a module"
file src/b.cc
in file
for inst.squash
has `void g()`
in g
for phase
has `z`
)",
                                          DESCRIPTION),
                                      "toy.txt");
  write("src/b.cc", "void g() { z; z; }\n");
  const Answer good = tree().check();
  EXPECT_EQ(good.status, Status::DONE);
  EXPECT_EQ(good.lines, (std::vector<std::string>{
                            root_ + ": Toy, not instrumented",
                            "by the module, with no edit:",
                            "yes  beside: by a module (domains core; 2 of 2 requirements): inst.squash",
                            "by the calls of --apply, beside the module:",
                            "yes  core: instructions (domains core; 3 of 3 anchors): inst.fetch inst.retire",
                            "yes  extra: extras (domains cache; 1 of 1 anchors): cache.fill",
                        }));
  EXPECT_EQ(tree().apply().lines.back(), root_ + ": 4 calls in 3 files, 1 file added");
  EXPECT_EQ(read("src/b.cc"), "void g() {/*mf:5*/ mf::g(); /*mf*/ z; z; }\n");
  EXPECT_EQ(tree().check().status, Status::DONE);
  tree().revert();

  write("src/b.cc", "void g() {}\n");
  const Answer bad = tree().check();
  EXPECT_EQ(bad.status, Status::NO);
  EXPECT_EQ(bad.lines[2], "no   beside: by a module (domains core; 1 of 2 requirements): inst.squash");
  EXPECT_EQ(bad.lines.back(), "missing: src/b.cc: g: 'z': not found, for phase");
  EXPECT_EQ(tree().apply().lines.back(), root_ + ": nothing was changed");
}

TEST_F(TreeTest, AFolderForAnAddedFileComesAndGoes) {
  toy_.added.push_back({"src/ours/ours.hh", "// ours\n"});
  const auto before = everything();
  EXPECT_EQ(tree().apply().status, Status::DONE);
  EXPECT_EQ(read("src/ours/ours.hh"), "// ours\n");
  write("src/ours/theirs", "x");
  tree().revert();
  EXPECT_TRUE(fs::exists(root_ + "/src/ours/theirs"));
  fs::remove_all(root_ + "/src/ours");
  tree().apply();
  tree().revert();
  EXPECT_FALSE(fs::exists(root_ + "/src/ours"));
  EXPECT_EQ(everything(), before);
}

TEST_F(TreeTest, ChangedLinesAreNotReverted) {
  tree().apply();
  std::string text = read("src/a.cc");
  const auto applied = text;
  write("src/a.cc", text.replace(text.find("return "), 7, "return 1 + "));
  const auto before = everything();
  const std::string start = "'" + root_ + "' was changed since it was instrumented; nothing was done\n  ";
  EXPECT_EQ(messageOf(&Tree::revert), start + "src/a.cc:2: the line was changed since");
  EXPECT_EQ(everything(), before);
  write("src/a.cc", std::string(applied).replace(applied.find("fetched"), 7, "brought"));
  EXPECT_EQ(messageOf(&Tree::revert), start + "src/a.cc:2: a call of ours was changed since");
  write("src/a.cc", "int f() {\n  return x;\n}\n");
  EXPECT_EQ(messageOf(&Tree::revert), start + "src/a.cc:2: a call of ours that was put there is gone\n  src/a.cc:3: a call of ours that was put there is gone");
  write("src/a.cc", applied);
  write("inc/ours.h", "// theirs\n");
  EXPECT_EQ(messageOf(&Tree::revert), start + "inc/ours.h was changed since");
  EXPECT_EQ(tree().check().status, Status::NO);
}

TEST_F(TreeTest, HalfInstrumentedIsSaid) {
  tree().apply();
  fs::remove(root_ + "/.microflow/manifest");
  const std::string start = "'" + root_ + "' is partly instrumented or was changed since; nothing was done\n  ";
  EXPECT_EQ(messageOf(&Tree::apply).substr(0, start.size()), start);
}

TEST_F(TreeTest, AnotherVersionIsSaid) {
  tree().apply();
  toy_.added.front().text = "// newer\n";
  EXPECT_EQ(messageOf(&Tree::apply), "'" + root_ + "' was instrumented by another version of this program; take that out first (--revert)");
  EXPECT_EQ(tree().revert().status, Status::DONE);
}

TEST_F(TreeTest, NoSuchTree) {
  EXPECT_THROW(Tree(root_ + "/none", toy_), Error);
  EXPECT_THROW(Tree(root_ + "/src/a.cc", toy_), Error);
  try {
    Tree(root_ + "/inc", toy_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), "'" + root_ + "/inc' is not a tree of Toy: it has no src/a.cc");
    EXPECT_EQ(error.status(), Status::FAILED);
  }
}

TEST_F(TreeTest, WhatCannotBeWrittenLeavesAllAsItWas) {
  // A folder where a file of ours should go stops the last step, also for root.
  toy_.added.push_back({"new/x", "x"});
  toy_.added.push_back({"inc/taken", "x"});
  fs::create_directories(root_ + "/inc/taken/full");
  const auto before = everything();
  EXPECT_NE(messageOf(&Tree::apply), "");
  EXPECT_EQ(everything(), before);
  EXPECT_FALSE(fs::exists(root_ + "/.microflow"));
  EXPECT_FALSE(fs::exists(root_ + "/new"));
}

}  // namespace
