#include "libmf/catalog/model.h"

namespace mf::catalog {

namespace {

template <typename Items>
Index indexOf(const Items& items, std::string_view name) {
  for (Index i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return i;
  }
  return NONE;
}

}  // namespace

std::optional<uint64_t> Enum::code(std::string_view word) const {
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word) return i;
  }
  return std::nullopt;
}

Index Event::find(std::string_view fieldName) const { return indexOf(fields, fieldName); }

Index Model::event(std::string_view name) const { return indexOf(events, name); }
Index Model::flowKind(std::string_view name) const { return indexOf(flowKinds, name); }
Index Model::enumeration(std::string_view name) const { return indexOf(enums, name); }
Index Model::nodeByName(std::string_view name) const { return indexOf(nodes, name); }

Index Model::nodeIndex(uint64_t id) const { return id < byId.size() ? byId[id] : NONE; }

Index Model::onlyChild(Index node, std::string_view kind) const {
  Index found = NONE;
  for (Index i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent != node || nodes[i].kind != kind) continue;
    if (found != NONE) return NONE;
    found = i;
  }
  return found;
}

Index Model::related(Index node, std::string_view kind) const {
  if (node == NONE) return NONE;
  if (nodes[node].kind == kind) return node;
  const Index child = onlyChild(node, kind);
  const Index parent = nodes[node].parent;
  if (child != NONE || parent == NONE) return child;
  return nodes[parent].kind == kind ? parent : onlyChild(parent, kind);
}

}  // namespace mf::catalog
