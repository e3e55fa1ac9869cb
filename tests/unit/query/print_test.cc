#include "libmf/query/print.h"

#include <gtest/gtest.h>

#include "libmf/base/error.h"

namespace mf::query {
namespace {

std::string printed(const std::string& format) {
  std::string out;
  const auto printer = makePrinter(format, [&](std::string_view text) { out += text; });
  printer->begin({"name", "n"});
  printer->row({textCell("a,\"b\""), integerCell(5)});
  printer->row({textCell("é|x"), realCell(12.5, 2)});
  printer->row({Cell{}, Cell{}});
  printer->end();
  return out;
}

TEST(Print, EveryFormat) {
  EXPECT_EQ(printed("csv"), "name,n\n\"a,\"\"b\"\"\",5\né|x,12.50\n,\n");
  EXPECT_EQ(printed("tsv"), "name\tn\na,\"b\"\t5\né|x\t12.50\n\t\n");
  EXPECT_EQ(
      printed("jsonl"),
      "{\"name\": \"a,\\\"b\\\"\", \"n\": 5}\n{\"name\": \"é|x\", \"n\": 12.50}\n{\"name\": null, \"n\": null}\n");
  EXPECT_EQ(printed("json"),
            "[{\"name\": \"a,\\\"b\\\"\", \"n\": 5},\n {\"name\": \"é|x\", \"n\": 12.50},\n {\"name\": null, \"n\": "
            "null}]\n");
  EXPECT_EQ(printed("table"), "name       n\n-----  -----\na,\"b\"      5\né|x    12.50\nn/a      n/a\n");
  EXPECT_EQ(printed("markdown"),
            "| name  |     n |\n| ----- | ----: |\n| a,\"b\" |     5 |\n| é\\|x  | 12.50 |\n| n/a   |   n/a |\n");
  EXPECT_EQ(printed("box").substr(0, 3), "┌");
  EXPECT_THROW(makePrinter("xml", {}), Error);
}

}  // namespace
}  // namespace mf::query
