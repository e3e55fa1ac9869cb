// Codes columns of integers as bytes, in whichever of the codings of mfir.capnp takes few.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libmf/schema/mfir.capnp.h"

namespace mf::mfir {

void encodeColumn(std::span<const uint64_t> values, schema::ColumnData::Builder out);
void encodeColumn(std::span<const uint16_t> values, schema::ColumnData::Builder out);
void encodeColumn(std::span<const uint8_t> values, schema::ColumnData::Builder out);
// The columns of one event type, of equal lengths. Keys in one event are of flows that live together: they lie
// near each other where they do not repeat.
void encodeColumns(const std::vector<std::vector<uint64_t>>& columns, capnp::List<schema::ColumnData>::Builder out);

// `count` values; throws Error when the data are not of that many.
void decodeColumn(schema::ColumnData::Reader in, uint32_t count, std::vector<uint64_t>& values);
void decodeColumn(schema::ColumnData::Reader in, uint32_t count, std::vector<uint16_t>& values);
void decodeColumn(schema::ColumnData::Reader in, uint32_t count, std::vector<uint8_t>& values);
void decodeColumns(capnp::List<schema::ColumnData>::Reader in, uint32_t count, std::vector<std::vector<uint64_t>>& columns);

}  // namespace mf::mfir
