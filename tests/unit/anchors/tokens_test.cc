#include "libmf/anchors/tokens.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using mf::anchors::closingBracket;
using mf::anchors::Token;
using mf::anchors::tokenise;

std::string joined(std::string_view text) {
  std::string all;
  for (const Token& token : tokenise(text)) all.append(all.empty() ? "" : " ").append(token.text);
  return all;
}

TEST(Tokens, CommentsAndSpaceAreNothing) {
  EXPECT_EQ(joined("a /* b { */ = // c }\n\t1;"), "a = 1 ;");
  EXPECT_EQ(joined("a \\\n b"), "a b");
  EXPECT_EQ(joined("/* never ended"), "");
  EXPECT_EQ(joined("// last line"), "");
}

TEST(Tokens, LiteralsAreWhole) {
  EXPECT_EQ(joined(R"(f("a \" /* b", '"', '\''))"), R"(f ( "a \" /* b" , '"' , '\'' ))");
  EXPECT_EQ(joined("1'000.5e3f + 0x1F"), "1'000.5e3f + 0x1F");
  EXPECT_EQ(joined("R\"x(a )\" b)x\" c"), "R\"x(a )\" b)x\" c");
  EXPECT_EQ(joined("\"open\nnext"), "\"open\n next");
}

TEST(Tokens, EverySignIsOne) { EXPECT_EQ(joined("a::b->c<=d"), "a : : b - > c < = d"); }

TEST(Tokens, BracketsClose) {
  const auto tokens = tokenise("f(a[1], { (2) }) x");
  EXPECT_EQ(tokens[closingBracket(tokens, 1)].text, ")");
  EXPECT_EQ(closingBracket(tokens, 1), tokens.size() - 2);
  const auto open = tokenise("f((a)");
  EXPECT_EQ(closingBracket(open, 1), open.size());
}

}  // namespace
