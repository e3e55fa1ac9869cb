// What the header of a stream says of its events: enough to write and read them as
// text. Captures describe themselves (schema); MFIR streams carry their catalogs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "libmf/mfir/stream.h"

namespace mf::mfir {

struct FieldName {
  std::string name;
  schema::ValueType type = schema::ValueType::U64;
  std::string enumeration;
};

struct EventName {
  std::string name;
  std::vector<FieldName> fields;
};

struct Names {
  explicit Names(schema::Header::Reader header);

  std::vector<EventName> events;                         // by type
  std::map<std::string, std::vector<std::string>> enums;

  // -1 when there is none.
  int event(const std::string& name) const;
};

const char* valueTypeName(schema::ValueType type);
// U64 for an unknown one.
schema::ValueType valueTypeNamed(const std::string& name);

}  // namespace mf::mfir
