#include "libmf/cli/options.h"

#include <gtest/gtest.h>

#include "libmf/base/error.h"
#include "libmf/cli/tool.h"

namespace mf::cli {

namespace {

Status refusal(const std::vector<std::string>& arguments) {
  StreamOptions stream;
  CommandLine line("mf-x", "[FILE]", "Does x.");
  addStream(line.table(), stream);
  line.positional("input", 1);
  try {
    line.parse(arguments);
    return Status::DONE;
  } catch (const Error& error) {
    return error.status();
  }
}

TEST(Options, AreReadByLetterAndByName) {
  StreamOptions stream;
  CatalogOptions catalogs;
  CommandLine line("mf-x", "[FILE]", "Does x.");
  addStream(line.table(), stream);
  addCatalog(line.table(), catalogs);
  line.positional("input", 1);
  ASSERT_TRUE(line.parse({"-o", "out", "--compress=7", "--package", "a", "--package", "b", "-qp", "champsim/default", "in"}));
  EXPECT_EQ(stream.output, "out");
  EXPECT_EQ(stream.level, 7);
  EXPECT_TRUE(stream.quiet);
  EXPECT_FALSE(stream.text);
  EXPECT_EQ(catalogs.profile, "champsim/default");
  EXPECT_EQ(catalogs.packages, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(line.values()["input"].as<std::vector<std::string>>(), std::vector<std::string>{"in"});
}

TEST(Options, WrongUseIsMisuse) {
  EXPECT_EQ(refusal({"-"}), Status::DONE);
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"--compres", "3"}, {"-x"}, {"-z"}, {"-z", "three"}, {"a", "b"}, {"-o", "a", "-o", "b"}, {"--text=yes"}}) {
    EXPECT_EQ(refusal(arguments), Status::MISUSE) << arguments[0];
  }
}

TEST(Tool, StatusIsWhatWasThrown) {
  EXPECT_EQ(run("mf-x", [] { return Status::NO; }), 1);
  EXPECT_EQ(run("mf-x", []() -> Status { throw Error("x", Status::NOT_MODELLED); }), 4);
  EXPECT_EQ(run("mf-x", []() -> Status { throw Error("x"); }), 3);
  EXPECT_EQ(run("mf-x", []() -> Status { throw std::bad_alloc(); }), 3);
  EXPECT_EQ(run("mf-x", []() -> Status { throw std::logic_error("x"); }), 3);
}

}  // namespace

}  // namespace mf::cli
