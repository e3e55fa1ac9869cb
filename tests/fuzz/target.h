// What the fuzz targets share. A target is one function that libFuzzer calls with any bytes:
// it may throw nothing but Error, and what a reader accepts must come out whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "libmf/base/error.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace mf::fuzz {

inline std::string_view textOf(const uint8_t* data, size_t size) { return {reinterpret_cast<const char*>(data), size}; }

// Refusals are right; anything else that is thrown is a find.
template <typename Body>
bool accepted(Body body) {
  try {
    body();
    return true;
  } catch (const Error&) {
    return false;
  }
}

inline void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "find: %s\n", what);
  std::abort();
}

}  // namespace mf::fuzz
