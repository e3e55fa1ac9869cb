// The linker's working state; link.cc, link_flows.cc and link_topology.cc each do a part.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "libmf/base/text.h"
#include "libmf/catalog/link.h"

namespace mf::catalog {

// A value of one catalog file, for messages: which file, and the path in it.
struct At {
  const CatalogInput* input;
  std::string path;
  At operator/(std::string_view step) const { return {input, path.empty() ? std::string(step) : cat(path, "/", step)}; }
  At operator/(size_t index) const { return {input, cat(path, "/", index)}; }
};

class Linker {
 public:
  Linker(const LinkInput& input, std::vector<Problem>& problems) : input_(input), problems_(problems) {}
  Model run();

 private:
  // link.cc
  void declareNames();
  void linkEnums(const At& at);
  void linkEvents(const At& at);
  void linkClaims(const At& at);
  void linkEvent(schema::Event::Reader event, const At& at);
  void linkField(schema::Field::Reader field, Event& event, const At& at);
  void linkClaim(schema::Claim::Reader claim, Event& event, const At& at);
  void checkTenancyFields(const Event& event, schema::Role role, const Tenancy& tenancy, const At& at);
  void checkCarries(const Event& event, const FlowKind& kind, const At& at);
  void linkKey(schema::Claim::Reader claim, const Event& event, Claim& linked, const At& at);
  void checkSignature(const Event& event, const Claim& claim, const At& at);

  // link_flows.cc
  void linkFlow(schema::Flow::Reader flow, const At& at);
  void linkColumns(schema::Flow::Reader flow, FlowKind& kind, const At& at);
  Source linkSource(schema::Source::Reader source, const FlowKind& kind, const At& at);
  void linkTenancy(schema::Tenancy::Reader tenancy, const At& at);
  void linkSite(schema::Site::Reader site, const At& at);
  void linkEpisode(schema::Episode::Reader episode, const At& at);
  void linkEpoch(schema::Epoch::Reader epoch, const At& at);
  void linkFlows(const At& at);
  void inheritCloses();

  // link_topology.cc
  void linkClocks();
  void linkNodes();
  void linkNode(schema::Node::Reader node);
  void applyProfile();

  // Shared: names to indexes, with a problem and the nearest name when there is none.
  template <typename Items>
  Index named(const Items& items, std::string_view name, std::string_view what, const At& at);
  Index eventNamed(std::string_view name, const At& at) { return named(model_.events, name, "event", at); }
  Index fieldNamed(const Event& event, std::string_view name, const At& at);
  Index fieldIfGiven(Index event, std::string_view name, const At& at);
  Index keyIfGiven(Index event, std::string_view name, const At& at);
  When linkWhen(schema::When::Reader when, const Event& event, const At& at);

  void problem(const At& at, std::string text);
  void profileProblem(const std::string& path, std::string text);

  const LinkInput& input_;
  std::vector<Problem>& problems_;
  Model model_;
  std::map<std::string, At> declared_;      // "event inst.fetch" -> first declaration
  std::map<std::string, std::pair<std::string, At>> signatures_;  // "namespace wake" -> signature and where first seen
  std::map<std::string, std::string> stateKeys_;
};

template <typename Items>
Index Linker::named(const Items& items, std::string_view name, std::string_view what, const At& at) {
  std::vector<std::string> names;
  for (Index i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return i;
    names.push_back(items[i].name);
  }
  problem(at, cat("no ", what, " ", quoted(name), didYouMean(name, names)));
  return NONE;
}

}  // namespace mf::catalog
