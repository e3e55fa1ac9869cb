// The calls that mf-probe puts into spp_dev, the signature path prefetcher.
//
// Its loop reads the pattern table at one signature after another. A *read* has up to four
// candidates; those under PF_THRESHOLD go no further, the others pass page rule, filter and
// prefetch queue. Each candidate gets one decision at site pf_issue with its final outcome;
// filter, pq_admit and chain_continue are recorded at their own sites as well.
//
// The loop does more than the paper's: it examines a preset candidate (confidence 100,
// delta 0) when a first read yields nothing, and the last candidate of a read again after
// the next. Both are requests like others and recorded as such. The path ends for us at the
// first read that yields nothing, whatever the loop examines after that.
#ifndef MF_LOOKAHEAD_H
#define MF_LOOKAHEAD_H

#include "mf_module.h"

namespace mf
{
class Lookahead
{
public:
  void open(CACHE* cache, Address trigger, uint32_t signature, uint32_t threshold)
  {
    cache_ = cache;
    threshold_ = threshold;
    ended_ = false;
    chain_ = NONE;
    packet_ = mf_current_packet();
    if (!mf_on(MF_PREFETCHER)) return;
    chain_ = mf_key();
    mf_chain_open(cache->mf_.prefetcher, chain_, pageOf(trigger), lineOf(trigger), packet_, signature);
    mf_set_current(packet_, chain_);
  }

  // The pattern table is about to be read.
  void reading(Address base, uint32_t signature)
  {
    base_ = lineOf(base);
    signature_ = signature;
    best_ = Best{};
    forced_ = Forced::NOT;
  }

  // One entry of that read. spp_dev itself deals with those that reach the threshold.
  template <typename M, typename D>
  void candidate(M& module, uint32_t way, D delta, uint32_t confidence)
  {
    if (delta != 0 && confidence < threshold_ && issues("confidence", lineAt(delta), confidence))
      module.prefetch_line(addressOfLine(lineAt(delta)), false, 0);
    if (!best_.any || confidence > best_.confidence) best_ = {true, way, confidence, static_cast<int64_t>(delta)};
  }

  // All entries are read; the path follows `way` if `confidence`, the best that passed, is not 0.
  void judged(uint32_t& way, uint32_t& confidence, uint32_t depth)
  {
    const bool goesOn = confidence >= threshold_;
    const bool acts = continues(goesOn, "confidence");
    if (!acts) ends(MF_CHAIN_END_CONFIDENCE);
    if (acts && !ended_ && chain_ != NONE)
      mf_chain_step(cache_->mf_.prefetcher, chain_, static_cast<uint16_t>(depth), signature_, best_.delta, best_.confidence, threshold_);
    if (acts == goesOn) return;
    forced_ = acts ? Forced::ON : Forced::OFF;
    if (!acts) return;
    way = best_.way;
    confidence = best_.confidence;
  }

  // Nothing is known of this signature.
  void untrained()
  {
    continues(false, "pt_exhausted");
    ends(MF_CHAIN_END_PT_EXHAUSTED);
  }

  // A candidate that passed threshold and page rule; returns whether spp_dev requests it.
  template <typename M>
  bool filter(M& module, Address target, uint32_t confidence, bool here, bool passes)
  {
    passes = filter_.acts(cache_, passes, {"filter", 0, 0, target, chain_});
    mf_forget_decision();
    const bool full = mf_access::prefetchQueue(*cache_) >= cache_->PQ_SIZE;
    const bool natural = passes && !full;
    const char* rule = !passes ? "filter" : full ? "queue_cap" : "confidence";
    const bool acts = issue_.acts(cache_, natural, {rule, confidence, threshold_, target, chain_});
    if (acts == natural) {
      if (!passes) mf_forget_decision();
      return passes; // where the queue is full, the request is made all the same, and refused
    }
    if (!acts) {
      mf_forget_decision();
      return false;
    }
    cache_->mf_.admitForced = full;
    if (passes) return true;
    module.prefetch_line(target, here, 0); // without what else spp_dev does for a request: only one thing is reversed
    return false;
  }

  template <typename M>
  void pageCross(M& module, Address target, uint32_t confidence, bool here)
  {
    if (issues("page_rule", lineOf(target), confidence)) module.prefetch_line(target, here, 0);
  }

  // Whether the loop goes round again.
  bool again(bool natural) const { return forced_ == Forced::NOT ? natural : forced_ == Forced::ON; }

  void close()
  {
    if (chain_ != NONE) mf_chain_end(cache_->mf_.prefetcher, chain_, ended_ ? endReason_ : uint8_t{MF_CHAIN_END_OPEN}, endConfidence_, threshold_);
    chain_ = NONE;
    mf_set_current(packet_, NONE);
  }

private:
  enum class Forced { NOT, ON, OFF };
  struct Best {
    bool any = false;
    uint32_t way = 0, confidence = 0;
    int64_t delta = 0;
  };

  template <typename D>
  uint64_t lineAt(D delta) const
  {
    return base_ + static_cast<uint64_t>(static_cast<int64_t>(delta));
  }

  // The final decision about a candidate that spp_dev drops; true only where that is reversed.
  bool issues(const char* rule, uint64_t line, uint32_t confidence)
  {
    const bool acts = issue_.acts(cache_, false, {rule, confidence, threshold_, addressOfLine(line), chain_});
    if (!acts) mf_forget_decision();
    return acts;
  }

  bool continues(bool natural, const char* rule)
  {
    const bool acts = continue_.acts(cache_, natural, {rule, best_.confidence, threshold_, addressOfLine(lineAt(best_.delta)), chain_});
    mf_forget_decision();
    cache_->mf_.forced = false; // what follows on a longer path is decided anew
    return acts;
  }

  // Told at the end, since requests of the same walk may follow; the first reason counts.
  void ends(uint8_t reason)
  {
    if (ended_) return;
    ended_ = true;
    endReason_ = reason;
    endConfidence_ = best_.confidence;
  }

  CACHE* cache_ = nullptr;
  uint64_t chain_ = NONE, packet_ = NONE, base_ = 0;
  uint32_t threshold_ = 0, signature_ = 0, endConfidence_ = 0;
  uint8_t endReason_ = 0;
  bool ended_ = false;
  Best best_;
  Forced forced_ = Forced::NOT;
  Site issue_{"pf_issue"}, filter_{"filter"}, continue_{"chain_continue"};
};
} // namespace mf

#endif
