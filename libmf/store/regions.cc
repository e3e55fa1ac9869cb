#include "libmf/store/regions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace mf::store {

namespace {

struct OpenDomain {
  Coverage coverage;
  std::set<int> cores;
};

class Walk {
 public:
  Walk(const std::vector<int>& cores, Regions& out) : cores_(cores), out_(out) {}

  void apply(const mfir::Gate& gate) {
    const std::vector<int> cores = gate.core < 0 ? cores_ : std::vector<int>{gate.core};
    if (gate.roi) {   // says nothing of domains: those have gates of their own
      for (const int core : cores) moveRegion(gate, core);
      return;
    }
    for (const std::string& domain : gate.shut) shut(domain, cores, gate.time, true);
    for (const std::string& domain : gate.open) open(domain, cores, gate);
  }

  void finish(uint64_t lastTime, bool endedEarly) {
    for (auto& [core, region] : regions_) close(core, lastTime);
    std::vector<std::string> domains;
    for (const auto& [domain, each] : domains_) domains.push_back(domain);
    for (const std::string& domain : domains) {
      shut(domain, cores_, lastTime, true);
      if (endedEarly) out_.coverage.push_back({domain, lastTime, lastTime + 1, false, false, false});
    }
  }

 private:
  void moveRegion(const mfir::Gate& gate, int core) {
    if (gate.open.empty()) return close(core, gate.time);
    auto& region = regions_[core];
    if (!region) region = Region{core, gate.time, gate.time, gate.trigger};
  }

  void close(int core, uint64_t time) {
    auto& region = regions_[core];
    if (!region) return;
    region->t1 = time;
    if (region->t1 > region->t0) out_.roi.push_back(*region);
    region.reset();
  }

  void open(const std::string& domain, const std::vector<int>& cores, const mfir::Gate& gate) {
    auto [at, isNew] = domains_.try_emplace(domain);
    if (isNew) at->second.coverage = {domain, gate.time, gate.time, true, gate.snapshot, gate.fromStart};
    at->second.cores.insert(cores.begin(), cores.end());
  }

  void shut(const std::string& domain, const std::vector<int>& cores, uint64_t time, bool complete) {
    const auto at = domains_.find(domain);
    if (at == domains_.end()) return;
    for (const int core : cores) at->second.cores.erase(core);
    if (!at->second.cores.empty()) return;
    Coverage& coverage = at->second.coverage;
    coverage.t1 = time;
    coverage.complete = complete;
    if (coverage.t1 > coverage.t0) out_.coverage.push_back(coverage);
    domains_.erase(at);
  }

  const std::vector<int>& cores_;
  Regions& out_;
  std::map<int, std::optional<Region>> regions_;
  std::map<std::string, OpenDomain> domains_;
};

}  // namespace

Regions regionsOf(const std::vector<mfir::Gate>& gates, const std::vector<int>& cores, uint64_t firstTime,
                  uint64_t lastTime, bool endedEarly) {
  Regions out;
  Walk walk(cores, out);
  for (const mfir::Gate& gate : gates) walk.apply(gate);
  walk.finish(lastTime, endedEarly);
  if (out.roi.empty()) {
    for (const int core : cores) out.roi.push_back({core, firstTime, std::max(lastTime, firstTime), "all"});
  }
  const auto regionKey = [](const Region& r) { return std::tuple(r.core, r.t0); };
  const auto coverageKey = [](const Coverage& c) { return std::tuple(c.domain, c.t0); };
  std::sort(out.roi.begin(), out.roi.end(), [&](auto& a, auto& b) { return regionKey(a) < regionKey(b); });
  std::sort(out.coverage.begin(), out.coverage.end(),
            [&](auto& a, auto& b) { return coverageKey(a) < coverageKey(b); });
  return out;
}

}  // namespace mf::store
