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
group core core,cache "instructions"
file a.cc
in f
for inst.fetch
before `g(` `h(`
end ` x; `
group! extra cache "more"
after `y` ` z`
)";

TEST(Description, ReadsAnchorsWithWhatStandsBefore) {
  const Description all = parseDescription(GOOD, "toy.txt");
  EXPECT_EQ(all.simulator, "toy");
  EXPECT_EQ(all.title, "Toy");
  EXPECT_EQ(all.needs, (std::vector<std::string>{"a.cc", "b.h"}));
  ASSERT_EQ(all.groups.size(), 2u);
  EXPECT_FALSE(all.groups[0].optional);
  EXPECT_TRUE(all.groups[1].optional);
  ASSERT_EQ(all.anchors.size(), 3u);
  EXPECT_EQ(all.anchors[0].where, Where::BEFORE);
  EXPECT_EQ(all.anchors[0].pattern, "g(");
  EXPECT_EQ(all.anchors[0].text, "h(");
  EXPECT_EQ(all.anchors[1].where, Where::END);
  EXPECT_EQ(all.anchors[1].text, " x; ");
  EXPECT_EQ(all.anchors[2].group, 1u);
  EXPECT_EQ(all.anchors[2].file, "a.cc");
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
  EXPECT_EQ(messageOf("before `a` `b`"), "toy.txt:1: an anchor needs a group, a file, a scope (in) and a purpose (for) before it");
  EXPECT_EQ(messageOf("group a"), "toy.txt:1: a group needs a name, domains and a \"title\"");
  EXPECT_EQ(messageOf("# nothing"), "toy.txt: names no simulator");
}

}  // namespace
