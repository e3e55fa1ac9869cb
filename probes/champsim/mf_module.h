// For prefetchers that say why: include this in a module of yours.
//
//     mf::Site issue_{"pf_issue"};                       // a member
//     ...
//     if (issue_.acts(intern_, confidence >= 40, mf::Because{"confidence", confidence, 40, target}))
//       prefetch_line(target, true, 0);
//
// What acts() returns takes effect: in an ordinary run that is its second argument, in a
// reversal run (mf-capture --override) the named decision turns out the other way. Every
// prefetch_line is recorded without this as well, only without a reason.
#ifndef MF_MODULE_H
#define MF_MODULE_H

#include "cache.h"
#include "mf_probe.h"

namespace mf
{
// The reason of a decision: the name of the rule, the two numbers compared, the address meant.
struct Because {
  const char* rule;
  int64_t value = 0, threshold = 0;
  Address target{};
  uint64_t chain = NONE;  // the lookahead it is part of, from Chain::key()
};

// One place where a module decides. Name it after what is decided: pf_issue, filter, insertion.
class Site
{
public:
  explicit Site(const char* name) : site_{name, 0, 0, 0} {}

  bool acts(CACHE* cache, bool natural, const Because& because)
  {
    if (!mf_deciding) {
      site_.ordinal++;
      return natural;
    }
    site_.node = cache->mf_.prefetcher;
    const mf_evidence evidence{NONE, because.chain, lineOf(because.target), pageOf(because.target), because.value, because.threshold, because.rule, retrying};
    const bool result = mf_decide(&site_, natural, &evidence) != 0;
    cache->mf_.forced = cache->mf_.forced || (result && !natural);
    return result;
  }

private:
  mf_site site_;
};

// A module's walk along its own predictions: one object a walk.
//
//     mf::Chain walk(intern_, addr, signature);
//     while (...) { walk.step(depth, signature, delta, confidence, 25); ... }
//     walk.end(MF_CHAIN_END_CONFIDENCE, confidence, 25);
class Chain
{
public:
  Chain(const CACHE* cache, Address trigger, uint32_t signature) : node_(cache->mf_.prefetcher)
  {
    if (!mf_on(MF_PREFETCHER)) return;
    key_ = mf_key();
    packet_ = mf_current_packet();
    mf_chain_open(node_, key_, pageOf(trigger), lineOf(trigger), packet_, signature);
    mf_set_current(packet_, key_);
  }
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;
  ~Chain() { end(MF_CHAIN_END_OPEN, 0, 0); }

  uint64_t key() const { return key_; }
  void step(uint32_t depth, uint32_t signature, int64_t delta, uint32_t confidence, uint32_t threshold) const
  {
    if (key_ != NONE) mf_chain_step(node_, key_, static_cast<uint16_t>(depth), signature, delta, confidence, threshold);
  }
  void end(uint8_t reason, uint32_t confidence, uint32_t threshold)
  {
    if (key_ == NONE) return;
    mf_chain_end(node_, key_, reason, confidence, threshold);
    mf_set_current(packet_, NONE);
    key_ = NONE;
  }

private:
  uint16_t node_;
  uint64_t key_ = NONE, packet_ = NONE;
};
} // namespace mf

#endif
