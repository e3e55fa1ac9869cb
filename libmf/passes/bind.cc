#include "libmf/passes/bind.h"

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::passes {

namespace {

using catalog::Index;
using catalog::NONE;

const schema::Map::Reader* findMap(const std::vector<schema::Map::Reader>& maps, const std::string& native) {
  for (const auto& map : maps) {
    if (native == map.getNative().cStr()) return &map;
  }
  return nullptr;
}

Index nativeField(schema::NativeEvent::Reader native, const std::string& name) {
  const auto fields = native.getFields();
  for (unsigned i = 0; i < fields.size(); ++i) {
    if (name == fields[i].getName().cStr()) return i;
  }
  return NONE;
}

FieldBinding bindField(schema::NativeEvent::Reader native, const catalog::Field& field, const catalog::Model& model,
                       const schema::Map::Reader* map, std::vector<std::string>& problems) {
  FieldBinding binding;
  std::string from = field.name;
  binding.isTime = field.type == schema::ValueType::TIME;
  binding.isName = field.type == schema::ValueType::NAME;
  if (map != nullptr) {
    for (const auto rule : map->getFields()) {
      if (field.name != rule.getTo().cStr()) continue;
      from = rule.getFrom().cStr();
      binding.num = rule.getNum();
      binding.den = rule.getDen();
      if (binding.den == 0) problems.push_back(cat("the map of ", native.getName().cStr(), ".", from, " divides by 0"));
      for (const auto word : rule.getWords()) {
        // Codes of native words are positions in the map: a foreign enum travels as numbers.
        const auto code = field.enumeration == NONE ? std::nullopt : model.enums[field.enumeration].code(word.getTo().cStr());
        if (!code) problems.push_back(cat("no word ", quoted(word.getTo().cStr()), " for field ", field.name, " of ", native.getName().cStr()));
        binding.words.push_back(code.value_or(0));
      }
    }
  }
  binding.from = nativeField(native, from);
  if (binding.from == NONE && !field.optional) {
    problems.push_back(cat("event ", quoted(native.getName().cStr()), " of the capture has no field ", quoted(from), ", which the catalog requires"));
  }
  return binding;
}

}  // namespace

std::vector<EventBinding> bindEvents(schema::Header::Reader capture, const catalog::Model& model, schema::Profile::Reader profile) {
  std::vector<schema::Map::Reader> maps;
  for (const auto map : profile.getMaps()) maps.push_back(map);
  std::vector<EventBinding> bindings;
  std::vector<std::string> problems;
  for (const auto native : capture.getSchema()) {
    EventBinding& binding = bindings.emplace_back();
    binding.native = native.getName().cStr();
    binding.nativeFields = native.getFields().size();
    const schema::Map::Reader* map = findMap(maps, binding.native);
    const std::string shared = map != nullptr ? map->getEvent().cStr() : binding.native;
    binding.event = model.event(shared);
    if (binding.event == NONE) {
      if (map != nullptr) problems.push_back(cat("the profile maps ", quoted(binding.native), " to ", quoted(shared), ", which no catalog declares"));
      continue;
    }
    for (const catalog::Field& field : model.events[binding.event].fields) {
      binding.fields.push_back(bindField(native, field, model, map, problems));
    }
    if (map == nullptr || map->getWhenField().size() == 0) continue;
    binding.when.field = nativeField(native, map->getWhenField().cStr());
    if (binding.when.field == NONE) problems.push_back(cat("event ", quoted(binding.native), " has no field ", quoted(map->getWhenField().cStr())));
    for (const auto word : map->getWhenWords()) {
      const auto value = parseUnsigned(word.cStr());
      if (!value || *value > 63) problems.push_back(cat("condition ", quoted(word.cStr()), " of ", binding.native, " is no number below 64"));
      else binding.when.values |= uint64_t{1} << *value;
    }
  }
  if (!problems.empty()) throw Error(cat("capture and catalogs do not fit\n  ", join(problems, "\n  ")));
  return bindings;
}

}  // namespace mf::passes
