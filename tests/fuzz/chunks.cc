// The first two bytes say how many rows are wanted, the rest is the coded column.
#include <vector>

#include "libmf/store/chunks/column_codec.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace mf;
  if (size < 2) return 0;
  std::vector<uint64_t> values(size_t{data[0]} | size_t{data[1]} % 16 << 8), again(values.size());
  store::ColumnDecoder decoder;
  if (!decoder.decode(fuzz::textOf(data + 2, size - 2), values)) return 0;
  std::string coded;
  store::ColumnEncoder().encode(values, coded);
  fuzz::expect(decoder.decode(coded, again) && again == values, "a column is not what it was coded from");
  return 0;
}
