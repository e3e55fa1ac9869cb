// Which model event each native event of a capture is, and where its fields come from.
#pragma once

#include <string>
#include <vector>

#include "libmf/catalog/model.h"
#include "libmf/schema/mfir.capnp.h"

namespace mf::passes {

struct FieldBinding {
  catalog::Index from = catalog::NONE;   // native field; NONE: reads 0
  uint64_t num = 1, den = 1;
  std::vector<uint64_t> words;           // native code -> shared code; empty: as it is
  bool isName = false;                   // the capture's code of a word it coined
  bool isTime = false;                   // ticks, to be made base units
};

struct EventBinding {
  catalog::Index event = catalog::NONE;  // NONE: no shared event has this name; counted and left out
  std::string native;
  size_t nativeFields = 0;
  std::vector<FieldBinding> fields;      // by model field
  // Native condition of a map (Map.whenField): fields[whenField] in whenValues.
  catalog::When when;
};

// By native type. Throws an Error that names every event and required field that the
// catalogs want and the capture does not give, and every enumerator it cannot map.
std::vector<EventBinding> bindEvents(schema::Header::Reader capture, const catalog::Model& model, schema::Profile::Reader profile);

}  // namespace mf::passes
