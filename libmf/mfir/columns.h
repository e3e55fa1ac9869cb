// Codes a column of integers as bytes: the smallest of four codings (mfir.capnp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libmf/schema/mfir.capnp.h"

namespace mf::mfir {

void encodeColumn(std::span<const uint64_t> values, schema::ColumnData::Builder out);
void encodeColumn(std::span<const uint16_t> values, schema::ColumnData::Builder out);
void encodeColumn(std::span<const uint8_t> values, schema::ColumnData::Builder out);

// `count` values; throws Error when the data are not of that many.
void decodeColumn(schema::ColumnData::Reader in, uint32_t count, std::vector<uint64_t>& values);
void decodeColumn(schema::ColumnData::Reader in, uint32_t count, std::vector<uint16_t>& values);
void decodeColumn(schema::ColumnData::Reader in, uint32_t count, std::vector<uint8_t>& values);

}  // namespace mf::mfir
