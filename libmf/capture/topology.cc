#include "libmf/capture/topology.h"

#include <algorithm>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::capture {

namespace {

using Properties = schema::Node::Builder;
using SetProperty = void (*)(Properties&, uint64_t);

const std::map<std::string, SetProperty, std::less<>>& properties() {
  static const std::map<std::string, SetProperty, std::less<>> ALL = {
      {"capacity", [](Properties& node, uint64_t value) { node.setCapacity(value); }},
      {"width", [](Properties& node, uint64_t value) { node.setWidth(static_cast<uint32_t>(value)); }},
      {"sets", [](Properties& node, uint64_t value) { node.setSets(static_cast<uint32_t>(value)); }},
      {"ways", [](Properties& node, uint64_t value) { node.setWays(static_cast<uint32_t>(value)); }},
      {"line_shift", [](Properties& node, uint64_t value) { node.setLineShift(static_cast<uint8_t>(value)); }},
      {"page_shift", [](Properties& node, uint64_t value) { node.setPageShift(static_cast<uint8_t>(value)); }},
      {"lat_hit", [](Properties& node, uint64_t value) { node.setLatHit(value); }},
      {"lat_nominal", [](Properties& node, uint64_t value) { node.setLatNominal(value); }},
      {"release_next_cycle", [](Properties& node, uint64_t value) { node.setReleaseNextCycle(value != 0); }},
      {"unbounded", [](Properties& node, uint64_t value) { node.setUnbounded(value != 0); }}};
  return ALL;
}

uint64_t number(std::string_view text) {
  const auto value = parseUnsigned(text);
  if (!value) throw Error(cat("the simulator's description has ", quoted(text), " where a number belongs"));
  return *value;
}

}  // namespace

std::vector<NativeEvent> parseSchema(const std::string& text) {
  std::vector<NativeEvent> events;
  for (const std::string& line : split(text, '\n')) {
    if (line.empty()) continue;
    const auto words = split(line, ' ');
    const auto at = [&](size_t i) { return static_cast<uint32_t>(number(words[i])); };
    if (words[0] == "event" && words.size() == 4) {
      events.push_back({words[1], words[2], at(3), {}});
    } else if (words[0] == "field" && words.size() == 6 && !events.empty()) {
      events.back().fields.push_back({words[1], words[2], words[3] == "-" ? "" : words[3], at(4), at(5)});
    } else {
      throw Error(cat("the simulator's schema has a line that is none: ", quoted(line)));
    }
  }
  for (const NativeEvent& event : events) {
    for (const NativeField& field : event.fields) {
      const bool widthIsGood = field.width == 1 || field.width == 2 || field.width == 4 || field.width == 8;
      if (!widthIsGood || event.size % 8 != 0 || field.offset + field.width > event.size) {
        throw Error(cat("the simulator's schema: field ", quoted(field.name), " of event ", quoted(event.name), " lies outside"));
      }
    }
  }
  return events;
}

Topology::Node& Topology::node(uint16_t id) {
  const auto found = byId_.find(id);
  if (found == byId_.end()) throw Error(cat("the simulator's probe sets a property of node ", id, ", which it did not declare"));
  return nodes_[found->second];
}

void Topology::complete() {
  std::vector<std::string> names;
  for (const Node& node : nodes_) names.push_back(node.name);
  const auto find = [&](const std::string& name) -> Node& {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return nodes_[static_cast<size_t>(found - names.begin())];
    throw Error(cat("the simulator's probe links node ", quoted(name), ", which it did not declare", didYouMean(name, names)));
  };
  for (const auto& [from, to] : links_) find(to).serves.push_back(find(from).name);
  links_.clear();
}

void Topology::takeNode(const std::vector<std::string_view>& texts) {
  Node node;
  node.id = static_cast<uint16_t>(number(texts[1]));
  node.name = texts[2];
  node.kind = texts[3];
  node.parent = texts[4];
  node.core = static_cast<int>(parseSigned(texts[5]).value_or(-1));
  node.clock = texts[6];
  node.domain = texts[7];
  if (!byId_.emplace(node.id, nodes_.size()).second) {
    throw Error(cat("the simulator's probe declares node ", node.id, " twice: ", nodes_[byId_[node.id]].name, " and ", node.name));
  }
  nodes_.push_back(std::move(node));
}

void Topology::take(const std::vector<std::string_view>& texts) {
  const std::string_view verb = texts.empty() ? std::string_view() : texts[0];
  if (verb == "attach" && texts.size() == 4) {
    simulator_ = texts[1];
    profile_ = texts[2];
    tick_ = texts[3];
  } else if (verb == "clock" && texts.size() == 4) {
    clocks_.push_back({std::string(texts[1]), number(texts[2]), number(texts[3])});
  } else if (verb == "node" && texts.size() == 8) {
    takeNode(texts);
  } else if (verb == "set" && texts.size() == 4) {
    const std::string what(texts[2]);
    if (properties().count(what) == 0) throw Error(cat("the simulator's probe sets unknown node property ", quoted(what)));
    node(static_cast<uint16_t>(number(texts[1]))).properties.emplace_back(what, number(texts[3]));
  } else if (verb == "link" && texts.size() == 3) {
    links_.emplace_back(texts[1], texts[2]);
  } else if (verb == "workload" && texts.size() == 3) {
    workload_ = texts[1];
    variant_ = texts[2];
  } else {
    throw Error(cat("the simulator's description has an unknown part ", quoted(verb)));
  }
}

void Topology::fill(schema::Header::Builder header) const {
  header.setSimulator(simulator_);
  header.setProfileName(profile_);
  header.setTick(tick_);
  header.setWorkload(workload_);
  header.setVariant(variant_);
  auto clocks = header.initClocks(static_cast<unsigned>(clocks_.size()));
  for (unsigned i = 0; i < clocks_.size(); i++) {
    clocks[i].setName(clocks_[i].name);
    clocks[i].setPeriod(clocks_[i].period);
    clocks[i].setPhase(clocks_[i].phase);
  }
  auto nodes = header.initNodes(static_cast<unsigned>(nodes_.size()));
  for (unsigned i = 0; i < nodes_.size(); i++) {
    const Node& from = nodes_[i];
    schema::Node::Builder to = nodes[i];
    to.setId(from.id);
    to.setName(from.name);
    to.setKind(from.kind);
    to.setParent(from.parent);
    to.setCore(static_cast<int16_t>(from.core));
    to.setClock(from.clock);
    to.setDomain(from.domain);
    for (const auto& [what, value] : from.properties) properties().at(what)(to, value);
    auto serves = to.initServes(static_cast<unsigned>(from.serves.size()));
    for (unsigned j = 0; j < from.serves.size(); j++) serves.set(j, from.serves[j]);
  }
}

}  // namespace mf::capture
