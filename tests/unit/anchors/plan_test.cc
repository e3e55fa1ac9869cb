#include "libmf/anchors/plan.h"

#include <gtest/gtest.h>

#include "libmf/anchors/pieces.h"

namespace {

using mf::anchors::Anchor;
using mf::anchors::FilePlan;
using mf::anchors::planFile;
using mf::anchors::Where;

Anchor anchor(Where where, const std::string& pattern, const std::string& scope = "f") {
  Anchor made;
  made.scope = scope;
  made.where = where;
  made.pattern = pattern;
  return made;
}

// The text with @ where an anchor falls, or what is wrong.
std::string placed(const std::string& text, const Anchor& wanted) {
  const FilePlan plan = planFile(text, {&wanted});
  if (plan.pieces.empty()) return plan.problems.front().what;
  std::string with = text;
  return with.insert(plan.pieces.front().offset, "@");
}

TEST(Plan, EachPlace) {
  const std::string text = "int f() {\n  a = g(h(1), 2);\n  if (a) { b; }\n}\n";
  EXPECT_EQ(placed(text, anchor(Where::BEFORE, "g (")), "int f() {\n  a = @g(h(1), 2);\n  if (a) { b; }\n}\n");
  EXPECT_EQ(placed(text, anchor(Where::AFTER, "a=g")), "int f() {\n  a = g@(h(1), 2);\n  if (a) { b; }\n}\n");
  EXPECT_EQ(placed(text, anchor(Where::STATEMENT, "a = g")), "int f() {\n  a = g(h(1), 2);@\n  if (a) { b; }\n}\n");
  EXPECT_EQ(placed(text, anchor(Where::BRACKET, "g(h")), "int f() {\n  a = g(h(1), 2)@;\n  if (a) { b; }\n}\n");
  EXPECT_EQ(placed(text, anchor(Where::INSIDE, "if (a)")), "int f() {\n  a = g(h(1), 2);\n  if (a) {@ b; }\n}\n");
  EXPECT_EQ(placed(text, anchor(Where::LINE, "if (")), "int f() {\n  a = g(h(1), 2);\n@  if (a) { b; }\n}\n");
  EXPECT_EQ(placed(text, anchor(Where::START, "")), "int f() {@\n  a = g(h(1), 2);\n  if (a) { b; }\n}\n");
  EXPECT_EQ(placed(text, anchor(Where::END, "")), "int f() {\n  a = g(h(1), 2);\n  if (a) { b; }\n@}\n");
}

TEST(Plan, ProblemsAreNamed) {
  const std::string text = "int f() { a; a; b }\nint g() {}\nint g(int) {}\n";
  EXPECT_EQ(placed(text, anchor(Where::BEFORE, "c")), "not found");
  EXPECT_EQ(placed(text, anchor(Where::BEFORE, "a")), "found 2 times");
  EXPECT_EQ(placed(text, anchor(Where::STATEMENT, "b")), "found, but what follows is not as expected");
  EXPECT_EQ(placed(text, anchor(Where::BEFORE, "a", "h")), "no definition of h");
  EXPECT_EQ(placed(text, anchor(Where::BEFORE, "a", "g")), "2 definitions of g");
}

TEST(Plan, WhatHasToBeThereOnceOrMore) {
  const std::string text = "struct S { int a; int a; };\nvoid f(int);\nvoid f(int x) { g(x); }\nvoid f(long) {}\n";
  const auto lack = [&](const std::string& pattern, const std::string& scope) {
    const Anchor wanted = anchor(Where::HAS, pattern, scope);
    const FilePlan plan = planFile(text, {&wanted});
    EXPECT_TRUE(plan.pieces.empty());
    return plan.problems.empty() ? "" : plan.problems.front().what;
  };
  EXPECT_EQ(lack("int a;", "struct S"), "");
  EXPECT_EQ(lack("int b;", "struct S"), "not found");
  EXPECT_EQ(lack("int a;", "struct T"), "no definition of struct T");
  EXPECT_EQ(lack("g(x)", "f"), "");  // in one of its two definitions
  EXPECT_EQ(lack("void f(int _)", "file"), "");
  EXPECT_EQ(lack("void f(int _, int _)", "file"), "not found");
  EXPECT_EQ(lack("int a;", "f"), "not found");
}

TEST(Plan, PatternsEndWithTheirScope) { EXPECT_EQ(placed("int f() { } int b;", anchor(Where::BEFORE, "int b")), "not found"); }

TEST(Plan, AtOnePlaceInTheOrderOfTheDescription) {
  const Anchor first = anchor(Where::START, ""), second = anchor(Where::END, "");
  const FilePlan plan = planFile("int f() {}", {&second, &first});
  ASSERT_EQ(plan.pieces.size(), 2u);
  EXPECT_EQ(plan.pieces[0].anchor, &second);
}

}  // namespace
