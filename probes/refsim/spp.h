// The signature path prefetcher: a page's recent deltas, hashed, predict the next ones.
//
// A chain walks on from its own predictions, one read of the pattern table a cycle, as long
// as the product of confidences stays over a threshold. There are `chains` of them; an access
// that finds all walking preempts the oldest.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "probes/refsim/cache.h"

namespace refsim {

class Spp {
 public:
  Spp(Cache& cache, Shared& shared);

  // A demand for the line was looked up at the prefetcher's cache.
  void train(const Packet& packet);
  // A line it brought was asked for, or a demand joined it in flight.
  void useful(bool forced);
  void step();
  void dump() const;

  // For the account: the latest decision against a line.
  struct Lost {
    const char* site;
    uint64_t ordinal;
  };
  const Lost* lost(uint64_t line) const;
  void lose(uint64_t line, const mf_site& site) { lost_[line] = {site.name, site.ordinal - 1}; }
  void asked(uint64_t line) { lost_.erase(line); }

 private:
  static constexpr int SETS = 512, WAYS = 4, PAGES = 256, FILTER = 1024;
  static constexpr uint32_t SIGNATURE_MASK = 0xfff;
  struct Page {
    uint64_t page = 0;
    uint32_t signature = 0;
    int64_t offset = -1;
  };
  struct Pattern {
    std::array<int64_t, WAYS> delta{};
    std::array<uint32_t, WAYS> count{};
    uint32_t total = 0;
  };
  struct Chain {
    uint64_t key, line, trigger;
    uint32_t signature, confidence, depth;
    uint8_t core;
    bool forced;
  };
  struct Candidate {
    uint64_t line = 0;
    int64_t delta = 0;
    uint32_t confidence = 0;
  };

  static uint32_t next(uint32_t signature, int64_t delta);
  void learn(uint32_t signature, int64_t delta);
  void open(const Packet& trigger, uint32_t signature);
  void end(const Chain& chain, uint8_t reason, uint32_t confidence);
  bool read(Chain& chain);
  void candidate(const Chain& chain, const Candidate& candidate);
  bool goOn(Chain& chain, const Candidate& best);
  bool decide(mf_site& site, bool natural, const char* reason, const Chain& chain, uint64_t line, int64_t value,
              int64_t threshold);
  uint32_t accuracy() const { return issued_ == 0 ? 100 : static_cast<uint32_t>(100 * useful_ / issued_); }

  Cache& cache_;
  Shared& shared_;
  std::vector<Page> pages_;
  std::vector<Pattern> patterns_;
  std::vector<uint64_t> filter_;
  std::vector<Chain> chains_;
  uint64_t issued_ = 0, useful_ = 0;
  mf_site issue_{"pf_issue", 0, 0, 0}, filterSite_{"filter", 0, 0, 0}, continue_{"chain_continue", 0, 0, 0};
  std::unordered_map<uint64_t, Lost> lost_;
};

}  // namespace refsim
