#include "libmf/catalog/model.h"

#include <unordered_set>

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

std::vector<EdgeRule> Model::edgeRules() const {
  std::vector<EdgeRule> rules;
  for (const std::string& name : namespaces) rules.push_back({Channel::VALUE, name});
  for (const Tenancy& tenancy : tenancies) rules.push_back({Channel::OCCUPANCY, tenancy.name});
  for (const std::string& kind : arbiterKinds) rules.push_back({Channel::ARBITRATION, kind});
  for (const std::string& name : namespaces) rules.push_back({Channel::SPECULATION, name});
  for (const State& state : states) rules.push_back({Channel::STATE, state.name});
  return rules;
}

Index Model::edgeRule(Channel channel, Index object) const {
  const auto names = static_cast<Index>(namespaces.size());
  const auto held = static_cast<Index>(tenancies.size());
  const auto arbiters = static_cast<Index>(arbiterKinds.size());
  switch (channel) {
    case Channel::VALUE: return object;
    case Channel::OCCUPANCY: return names + object;
    case Channel::ARBITRATION: return names + held + object;
    case Channel::SPECULATION: return names + held + arbiters + object;
    case Channel::STATE: return 2 * names + held + arbiters + object;
  }
  return NONE;
}

std::vector<std::string> Model::words() const {
  std::vector<std::string> all{"key_reused", "unnamed", "unseen"};
  for (const FlowKind& kind : flowKinds) {
    for (const Close& close : kind.closes) all.push_back(close.reason);
  }
  for (const Site& site : sites) all.push_back(site.name);
  for (const Enum& each : enums) all.insert(all.end(), each.words.begin(), each.words.end());
  std::unordered_set<std::string> seen{""};
  std::vector<std::string> once;
  for (const std::string& word : all) {
    if (seen.insert(word).second) once.push_back(word);
  }
  return once;
}

}  // namespace mf::catalog
