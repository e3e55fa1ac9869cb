#include "libmf/mfir/names.h"

#include <array>

namespace mf::mfir {

namespace {

constexpr std::array<const char*, 12> TYPE_NAMES{"u64", "u32", "u16", "u8", "i64", "flag", "word", "name", "key", "address", "time", "node"};

}  // namespace

const char* valueTypeName(schema::ValueType type) { return TYPE_NAMES.at(static_cast<size_t>(type)); }

schema::ValueType valueTypeNamed(const std::string& name) {
  for (size_t i = 0; i < TYPE_NAMES.size(); ++i) {
    if (name == TYPE_NAMES[i]) return static_cast<schema::ValueType>(i);
  }
  return schema::ValueType::U64;
}

Names::Names(schema::Header::Reader header) {
  const bool capture = header.getKind() == schema::StreamKind::CAPTURE;
  for (const auto package : header.getPackages()) {
    for (const auto file : package.getFiles()) {
      for (const auto each : file.getEnums()) {
        for (const auto word : each.getWords()) enums[each.getName().cStr()].push_back(word.getName().cStr());
      }
      if (capture) continue;
      for (const auto event : file.getEvents()) {
        EventName& named = events.emplace_back();
        named.name = event.getName().cStr();
        for (const auto field : event.getFields()) named.fields.push_back({field.getName().cStr(), field.getType(), field.getOf().cStr()});
      }
    }
  }
  if (!capture) return;
  for (const auto event : header.getSchema()) {
    EventName& named = events.emplace_back();
    named.name = event.getName().cStr();
    for (const auto field : event.getFields()) {
      named.fields.push_back({field.getName().cStr(), valueTypeNamed(field.getType().cStr()), field.getOf().cStr()});
    }
  }
}

int Names::event(const std::string& name) const {
  for (size_t i = 0; i < events.size(); ++i) {
    if (events[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace mf::mfir
