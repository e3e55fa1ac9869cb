#include "libmf/anchors/description.h"

#include <gtest/gtest.h>

#include "libmf/base/error.h"

namespace {

using mf::anchors::Description;
using mf::anchors::parseDescription;
using mf::anchors::Where;

constexpr const char* GOOD = R"(# a comment
simulator toy "Toy"
needs a.cc b.h
place .h inc
place ours.cc src/deep
group core core,cache "instructions"
file a.cc
in f
for inst.fetch
before `g(` `h(`
end ` x; `
group! extra cache "more"
after `y` ` z`
has `needed`
module beside core "by a module"
has `void f(int _)`
)";

TEST(Description, ReadsAnchorsWithWhatStandsBefore) {
  const Description all = parseDescription(GOOD, "toy.txt");
  EXPECT_EQ(all.simulator, "toy");
  EXPECT_EQ(all.title, "Toy");
  EXPECT_EQ(all.needs, (std::vector<std::string>{"a.cc", "b.h"}));
  ASSERT_EQ(all.groups.size(), 3u);
  EXPECT_FALSE(all.groups[0].optional);
  EXPECT_TRUE(all.groups[1].optional);
  EXPECT_FALSE(all.groups[1].module);
  EXPECT_TRUE(all.groups[2].module);
  EXPECT_FALSE(all.groups[2].optional);
  EXPECT_TRUE(all.hasModule());
  ASSERT_EQ(all.anchors.size(), 5u);
  EXPECT_EQ(all.anchors[0].where, Where::BEFORE);
  EXPECT_EQ(all.anchors[0].pattern, "g(");
  EXPECT_EQ(all.anchors[0].text, "h(");
  EXPECT_EQ(all.anchors[1].where, Where::END);
  EXPECT_EQ(all.anchors[1].text, " x; ");
  EXPECT_EQ(all.anchors[2].group, 1u);
  EXPECT_EQ(all.anchors[2].file, "a.cc");
  EXPECT_EQ(all.anchors[4].where, Where::HAS);
  EXPECT_EQ(all.anchors[4].pattern, "void f(int _)");
  EXPECT_EQ(all.anchors[4].text, "");
}

TEST(Description, FilesOfTheProbeHavePlaces) {
  const Description all = parseDescription(GOOD, "toy.txt");
  EXPECT_EQ(all.placeOf("x.h"), "inc/x.h");
  EXPECT_EQ(all.placeOf("ours.cc"), "src/deep/ours.cc");
  EXPECT_EQ(all.placeOf("theirs.cc"), std::nullopt);
  EXPECT_FALSE(parseDescription("simulator toy", "toy.txt").hasModule());
}

std::string messageOf(const std::string& text) {
  try {
    parseDescription(text, "toy.txt");
  } catch (const mf::Error& error) {
    return error.what();
  }
  return "";
}

TEST(Description, NamesTheLineThatIsWrong) {
  const std::string head = "simulator toy\ngroup a b \"c\"\nfile f\nin g\nfor h\n";
  EXPECT_EQ(messageOf(head + "beside `a` `b`"), "toy.txt:6: unknown word 'beside'");
  EXPECT_EQ(messageOf(head + "before `a`"), "toy.txt:6: 'before' takes `a pattern` and `a text`");
  EXPECT_EQ(messageOf(head + "end `a` `b`"), "toy.txt:6: 'end' takes `a text`");
  EXPECT_EQ(messageOf(head + "before `` `b`"), "toy.txt:6: 'before' takes `a pattern` and `a text`");
  EXPECT_EQ(messageOf(head + "has `a` `b`"), "toy.txt:6: 'has' takes `a pattern`");
  EXPECT_EQ(messageOf(head + "has ``"), "toy.txt:6: 'has' takes `a pattern`");
  EXPECT_EQ(messageOf(head + "module m b \"c\"\nend `a`"), "toy.txt:7: a module edits nothing: it takes 'has' alone");
  EXPECT_EQ(messageOf("place .h"), "toy.txt:1: a place needs an ending and a folder");
  EXPECT_EQ(messageOf("place .h a b"), "toy.txt:1: a place needs an ending and a folder");
  EXPECT_EQ(messageOf("before `a` `b`"), "toy.txt:1: an anchor needs a group, a file, a scope (in) and a purpose (for) before it");
  EXPECT_EQ(messageOf("group a"), "toy.txt:1: a group needs a name, domains and a \"title\"");
  EXPECT_EQ(messageOf("# nothing"), "toy.txt: names no simulator");
}

}  // namespace
