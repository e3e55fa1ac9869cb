// Clocks, nodes and what the profile says of them.
#include <numeric>

#include "libmf/catalog/linker.h"

namespace mf::catalog {

namespace {

// Ticks of one base unit: the greatest that divides every clock's period and phase.
uint64_t commonUnit(const std::vector<schema::Clock::Reader>& clocks) {
  uint64_t unit = 0;
  for (const auto& clock : clocks) unit = std::gcd(std::gcd(unit, clock.getPeriod()), clock.getPhase());
  return unit == 0 ? 1 : unit;
}

}  // namespace

void Linker::linkClocks() {
  std::vector<schema::Clock::Reader> clocks = input_.clocks;
  if (clocks.empty() && input_.profile) {
    for (const auto clock : input_.profile->getClocks()) clocks.push_back(clock);
  }
  const uint64_t unit = commonUnit(clocks);
  for (const auto& clock : clocks) {
    if (clock.getPeriod() == 0) problems_.push_back({"topology", {}, cat("clock ", quoted(clock.getName().cStr()), " has period 0")});
    model_.clocks.push_back({clock.getName().cStr(), clock.getPeriod() / unit, clock.getPhase() / unit});
  }
  if (model_.clocks.empty()) model_.clocks.push_back({"clock", 1, 0});
  model_.ticksPerUnit = unit;
  model_.baseUnit = unit == 1 ? cat("1 ", input_.tick) : cat(unit, " ", input_.tick);
  model_.refPeriod = model_.clocks[0].period;
  model_.simulator = input_.simulator;
}

void Linker::linkNodes() {
  std::vector<schema::Node::Reader> nodes = input_.nodes;
  if (nodes.empty() && input_.profile) {
    for (const auto node : input_.profile->getNodes()) nodes.push_back(node);
  }
  for (const auto& node : nodes) linkNode(node);
  // Parents and links by name, now that all are known.
  for (Index i = 0; i < nodes.size(); ++i) {
    const std::string parent = nodes[i].getParent().cStr();
    const auto find = [&](const std::string& name, const char* what) {
      const Index index = model_.nodeByName(name);
      if (index == NONE) problems_.push_back({"topology", {}, cat(what, " ", quoted(name), " of node ", quoted(model_.nodes[i].name), " is no node")});
      return index;
    };
    if (!parent.empty()) model_.nodes[i].parent = find(parent, "parent");
    if (nodes[i].getInclusiveOf().size() != 0) model_.nodes[i].inclusiveOf = find(nodes[i].getInclusiveOf().cStr(), "inclusiveOf");
    for (const auto served : nodes[i].getServes()) {
      const Index from = find(served.cStr(), "source");
      if (from != NONE) model_.links.emplace_back(from, i);
    }
  }
}

void Linker::linkNode(schema::Node::Reader node) {
  Node linked;
  linked.id = node.getId();
  linked.name = node.getName().cStr();
  linked.kind = node.getKind().cStr();
  linked.domain = node.getDomain().cStr();
  linked.core = node.getCore();
  for (Index i = 0; i < model_.clocks.size(); ++i) {
    if (model_.clocks[i].name == node.getClock().cStr()) linked.clock = i;
  }
  if (node.getCapacity() != 0 && !node.getUnbounded()) linked.capacity = node.getCapacity();
  linked.width = node.getWidth();
  linked.sets = node.getSets();
  linked.ways = node.getWays();
  linked.lineShift = node.getLineShift();
  linked.pageShift = node.getPageShift();
  if (node.getLatHit() != 0) linked.latHit = node.getLatHit() / model_.ticksPerUnit;
  if (node.getLatNominal() != 0) linked.latNominal = node.getLatNominal() / model_.ticksPerUnit;
  linked.releaseNextCycle = node.getReleaseNextCycle();
  if (model_.nodeByName(linked.name) != NONE) problems_.push_back({"topology", {}, cat("node ", quoted(linked.name), " is declared twice")});
  if (model_.nodeIndex(linked.id) != NONE) problems_.push_back({"topology", {}, cat("node id ", linked.id, " is given twice")});
  if (model_.byId.size() <= linked.id) model_.byId.resize(size_t{linked.id} + 1, NONE);
  model_.byId[linked.id] = static_cast<Index>(model_.nodes.size());
  model_.nodes.push_back(std::move(linked));
}

void Linker::applyProfile() {
  if (!input_.profile) return;
  const schema::Profile::Reader profile = *input_.profile;
  model_.profile = profile.getName().cStr();
  model_.reconcile = profile.getReconcile().cStr();
  if (model_.simulator.empty()) model_.simulator = profile.getSimulator().cStr();
  for (const auto absent : profile.getAbsent()) model_.absent.emplace_back(absent.getWhat().cStr(), absent.getWhy().cStr());
  for (const Clock& clock : model_.clocks) {
    if (clock.name == profile.getReference().cStr()) model_.refPeriod = clock.period;
  }
  for (const auto rule : profile.getKinds()) {
    for (Node& node : model_.nodes) {
      if (node.kind != rule.getKind().cStr()) continue;
      if (rule.getReleaseNextCycle()) node.releaseNextCycle = true;
      if (rule.getPromisedAhead()) node.promisedAhead = true;
      if (rule.getUnbounded()) node.capacity.reset();
    }
  }
  const auto changes = profile.getChanges();
  for (unsigned i = 0; i < changes.size(); ++i) {
    const Index node = model_.nodeByName(changes[i].getNode().cStr());
    if (node == NONE) {
      if (!model_.nodes.empty()) profileProblem(cat("changes/", i, "/node"), cat("no node ", quoted(changes[i].getNode().cStr()), " to change"));
      continue;
    }
    if (changes[i].getCapacity() != 0) model_.nodes[node].capacity = changes[i].getCapacity();
    if (changes[i].getLatNominal() != 0) model_.nodes[node].latNominal = changes[i].getLatNominal() / model_.ticksPerUnit;
  }
}

}  // namespace mf::catalog
