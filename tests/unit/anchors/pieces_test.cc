#include "libmf/anchors/pieces.h"

#include <gtest/gtest.h>

namespace {

using mf::anchors::Anchor;
using mf::anchors::Cleaned;
using mf::anchors::FilePlan;
using mf::anchors::planFile;
using mf::anchors::Where;
using mf::anchors::withoutPieces;
using mf::anchors::withPieces;

std::vector<Anchor> someAnchors() {
  Anchor line, call, wrap;
  line.id = 1;
  line.scope = "file";
  line.where = Where::LINE;
  line.pattern = "#include \"a.h\"";
  line.text = "#include \"ours.h\"";
  call = line;
  call.id = 2;
  call.scope = "f";
  call.where = Where::STATEMENT;
  call.pattern = "a";
  call.text = " ours();";
  wrap = call;
  wrap.id = 3;
  wrap.where = Where::BEFORE;
  wrap.pattern = "b";
  wrap.text = "ours(";
  return {line, call, wrap};
}

std::string instrumented(const std::string& text) {
  const std::vector<Anchor> anchors = someAnchors();
  const FilePlan plan = planFile(text, {&anchors[0], &anchors[1], &anchors[2]});
  return withPieces(text, plan.pieces);
}

TEST(Pieces, StandInTheirLinesAndComeOutWhole) {
  const std::string text = "#include \"a.h\"\nvoid f() {\n  a; b;  // c\n}";
  const std::string with = instrumented(text);
  EXPECT_EQ(with, "/*mf+:1*/\n#include \"ours.h\"\n/*mf*/\n#include \"a.h\"\nvoid f() {\n  a;/*mf:2*/ ours();/*mf*/ /*mf:3*/ours(/*mf*/b;  // c\n}");
  const Cleaned cleaned = withoutPieces(with);
  EXPECT_EQ(cleaned.text, text);
  ASSERT_EQ(cleaned.pieces.size(), 3u);
  EXPECT_EQ(cleaned.pieces[0].line, 1u);
  EXPECT_EQ(cleaned.pieces[2].line, 6u);
  EXPECT_EQ(cleaned.pieces[1].lineHash, cleaned.pieces[2].lineHash);
  EXPECT_EQ(cleaned.brokenLine, 0u);
}

TEST(Pieces, LinesMayEndAsOnWindows) {
  const std::string text = "#include \"a.h\"\r\nvoid f() { a; b; }\r\n";
  const std::string with = instrumented(text);
  EXPECT_NE(with.find("/*mf*/\r\n#include"), std::string::npos);
  EXPECT_EQ(withoutPieces(with).text, text);
}

TEST(Pieces, BrokenMarksAreFound) {
  EXPECT_EQ(withoutPieces("\n/*mf:1*/ x").brokenLine, 2u);
  EXPECT_EQ(withoutPieces("/*mf:1*/ x /*mf:2*/ y /*mf*/").brokenLine, 1u);
  EXPECT_EQ(withoutPieces("\n\nx /*mf*/").brokenLine, 3u);
  EXPECT_EQ(withoutPieces("/*mf:z*/ x /*mf*/").brokenLine, 1u);
}

}  // namespace
