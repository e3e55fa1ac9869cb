#include "libmf/query/statistics.h"

#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  mf::fuzz::accepted([&] { mf::query::readStatistics(mf::fuzz::textOf(data, size), "input"); });
  return 0;
}
