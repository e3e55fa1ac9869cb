// What the user asks a capture to record, and how he writes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libmf/microtracer/mf_shared.h"

namespace mf::capture {

// The domains, in the order of their bits (microtracer.h).
const std::vector<std::string>& domainNames();
// Names of the bits that are set, in order.
std::vector<std::string> domainsIn(uint32_t bits);

struct Override {
  std::string text;   // cpu0_L2C.spp/pf_issue:1234=act
  std::string node, site;
  uint64_t ordinal = 0;
  int64_t outcome = 0;
};

struct Settings {
  uint32_t domains = 0x3F;
  bool regionIsPhase = true;
  std::vector<mf_rule> rules;       // the region's first, then the user's in their order
  std::vector<Override> overrides;  // sorted by node, site, ordinal
};

// Each throws Error(MISUSE) on what it cannot read.
uint32_t parseDomains(const std::string& text);                    // core,cache
void parseRegion(const std::string& text, Settings& settings);     // sim, [cpuN:]insts:A-B, cycles:A-B
mf_rule parseRule(const std::string& text);                        // insts>=N:-cache, count(NAME)>=N:+core,-dram
void addOverride(const std::string& text, Settings& settings);     // NODE/SITE:ORDINAL=act|suppress|NUMBER
void sortOverrides(Settings& settings);                            // refuses one decision named twice

}  // namespace mf::capture
