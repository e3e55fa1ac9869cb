// Between the decoded parts of a stream and their Cap'n Proto form.
#pragma once

#include "libmf/mfir/stream.h"

namespace mf::mfir {

void pack(const EventBatch& batch, schema::EventBatch::Builder out);
void pack(const RowBatch& batch, schema::RowBatch::Builder out);
void pack(const Gate& gate, schema::Gate::Builder out);
void pack(const End& end, schema::End::Builder out);

// Throw Error on columns that do not hold what they claim to.
EventBatch unpack(schema::EventBatch::Reader in);
RowBatch unpack(schema::RowBatch::Reader in);
Gate unpack(schema::Gate::Reader in);
End unpack(schema::End::Reader in);

}  // namespace mf::mfir
