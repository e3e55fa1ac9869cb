#include "libmf/base/text.h"

#include <gtest/gtest.h>

#include <iomanip>   // whose std::quoted must not be taken for ours

namespace mf {

namespace {

TEST(Text, QuotesInSingleQuotes) {
  std::string text = "a b";
  const std::string constant = "a b";
  EXPECT_EQ(cat(quoted(text)), "'a b'");
  EXPECT_EQ(cat(quoted(constant)), "'a b'");
  EXPECT_EQ(cat(quoted("a b")), "'a b'");
  EXPECT_EQ(quoted("a\nb\x7f"), "'a\\x0ab\\x7f'");
}

TEST(Text, SplitsAndTrims) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), std::vector<std::string>{""});
  EXPECT_EQ(trim("  a b\t\n"), "a b");
  EXPECT_EQ(trim(" \n"), "");
  EXPECT_EQ(join({"a", "b"}, ", "), "a, b");
  EXPECT_EQ(join({"", "b"}, ","), ",b");
}

TEST(Text, ReadsWholeNumbersOnly) {
  EXPECT_EQ(parseUnsigned("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(parseUnsigned("18446744073709551616"), std::nullopt);
  EXPECT_EQ(parseUnsigned("0xFf"), 255u);
  for (const char* text : {"", "0x", "-1", "1 ", " 1", "1x", "0x1g"}) EXPECT_EQ(parseUnsigned(text), std::nullopt) << text;
  EXPECT_EQ(parseSigned("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(parseSigned("9223372036854775808"), std::nullopt);
}

TEST(Text, CountsHowDeepBracketsNest) {
  EXPECT_EQ(nestingOf(""), 0u);
  EXPECT_EQ(nestingOf("(a = [(b = 1), (c = 2)])"), 3u);
  EXPECT_EQ(nestingOf("\"((\\\"((\" (x) # (((\n{}"), 1u);
  EXPECT_EQ(nestingOf(")))(("), 2u);
  EXPECT_EQ(nestingOf("(\"[[[ without an end \\"), 1u);
  EXPECT_EQ(nestingOf("( # without an end"), 1u);
  EXPECT_EQ(nestingOf(std::string(1000, '[')), 1000u);
}

TEST(Text, KnowsWhatWasMeant) {
  const std::vector<std::string> names{"inst.fetch", "inst.fetched", "cache.fill"};
  EXPECT_EQ(nearest("inst.fecth", names), "inst.fetch");
  EXPECT_EQ(nearest("something.else", names), std::nullopt);
  EXPECT_EQ(didYouMean("cache.fil", names), "; did you mean 'cache.fill'?");
  EXPECT_EQ(didYouMean("cache.fil", {}), "");
}

}  // namespace

}  // namespace mf
