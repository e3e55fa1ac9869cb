#include "libmf/query/analysis.h"

#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  mf::fuzz::accepted(
      [&] { mf::query::describe(mf::query::parseAnalysis("fuzz.input", "the fuzzer", mf::fuzz::textOf(data, size))); });
  return 0;
}
