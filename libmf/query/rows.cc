#include "libmf/query/rows.h"

#include <cstdio>

namespace mf::query {

Cell textCell(std::string text) { return {Cell::Kind::TEXT, std::move(text), 0}; }

Cell realCell(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return {Cell::Kind::REAL, text, value};
}

Cell integerCell(long long value) { return {Cell::Kind::INTEGER, std::to_string(value), static_cast<double>(value)}; }

}  // namespace mf::query
