#include "probes/refsim/spp.h"

#include <algorithm>

namespace refsim {

namespace {

constexpr unsigned PAGE_LINES_SHIFT = PAGE_SHIFT - LINE_SHIFT;

uint64_t pageOf(uint64_t line) { return line >> PAGE_LINES_SHIFT; }

}  // namespace

Spp::Spp(Cache& cache, Shared& shared)
    : cache_(cache), shared_(shared), pages_(PAGES), patterns_(SETS), filter_(FILTER) {}

uint32_t Spp::next(uint32_t signature, int64_t delta) {
  const auto coded = static_cast<uint32_t>(delta < 0 ? 64 - delta : delta);
  return ((signature << 3) ^ coded) & SIGNATURE_MASK;
}

void Spp::learn(uint32_t signature, int64_t delta) {
  Pattern& pattern = patterns_[signature % SETS];
  auto at = std::find(pattern.delta.begin(), pattern.delta.end(), delta) - pattern.delta.begin();
  if (at == WAYS) {
    at = std::min_element(pattern.count.begin(), pattern.count.end()) - pattern.count.begin();
    pattern.total -= pattern.count[static_cast<size_t>(at)];
    pattern.delta[static_cast<size_t>(at)] = delta;
    pattern.count[static_cast<size_t>(at)] = 0;
  }
  ++pattern.count[static_cast<size_t>(at)];
  if (++pattern.total < 64) return;
  pattern.total = 0;
  for (uint32_t& count : pattern.count) pattern.total += count /= 2;
}

void Spp::train(const Packet& packet) {
  const uint64_t page = pageOf(packet.line);
  const auto offset = static_cast<int64_t>(packet.line & ((1u << PAGE_LINES_SHIFT) - 1));
  Page& known = pages_[(page ^ page >> 8 ^ page >> 16) % PAGES];
  if (known.page != page || known.offset < 0) {
    known = {page, 0, offset};
    return;
  }
  const int64_t delta = offset - known.offset;
  if (delta == 0) return;
  learn(known.signature, delta);
  known.signature = next(known.signature, delta);
  known.offset = offset;
  open(packet, known.signature);
}

void Spp::useful(bool forced) {
  if (!forced) useful_ = std::min(useful_ + 1, issued_);
}

void Spp::open(const Packet& trigger, uint32_t signature) {
  if (chains_.size() >= shared_.config.chains) {
    end(chains_.front(), MF_CHAIN_END_PREEMPTED, chains_.front().confidence);
    chains_.erase(chains_.begin());
  }
  chains_.push_back({mf_key(), trigger.line, trigger.key, signature, 100, 0, trigger.core, false});
  const Chain& chain = chains_.back();
  mf_chain_open(cache_.nodes.prefetcher, chain.key, pageOf(chain.line), chain.line, chain.trigger, signature);
}

void Spp::end(const Chain& chain, uint8_t reason, uint32_t confidence) {
  mf_chain_end(cache_.nodes.prefetcher, chain.key, reason, confidence, shared_.config.prefetchThreshold);
}

void Spp::step() {
  if (chains_.empty()) return;
  shared_.active = true;
  for (size_t i = 0; i < chains_.size();) {
    if (read(chains_[i]))
      ++i;
    else
      chains_.erase(chains_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// One read of the pattern table: each of its deltas is a candidate, the best is where the
// chain goes on. False when it ends.
bool Spp::read(Chain& chain) {
  const Pattern& pattern = patterns_[chain.signature % SETS];
  Candidate best;
  for (size_t way = 0; way < WAYS; ++way) {
    if (pattern.count[way] == 0) continue;
    uint32_t confidence = chain.confidence * pattern.count[way] / pattern.total;
    if (chain.depth > 0) confidence = confidence * (50 + accuracy() / 2) / 100;
    const Candidate found{chain.line + static_cast<uint64_t>(pattern.delta[way]), pattern.delta[way], confidence};
    candidate(chain, found);
    if (found.confidence > best.confidence) best = found;
  }
  return goOn(chain, best);
}

bool Spp::decide(mf_site& site, bool natural, const char* reason, const Chain& chain, uint64_t line, int64_t value,
                 int64_t threshold) {
  site.node = cache_.nodes.prefetcher;
  const mf_evidence why{chain.trigger, chain.key, line, pageOf(line), value, threshold, reason, 0};
  const bool acts = mf_decide(&site, natural, &why) != 0;
  if (!acts && shared_.accounts && &site != &continue_) lose(line, site);
  return acts;
}

void Spp::candidate(const Chain& chain, const Candidate& candidate) {
  const Config& config = shared_.config;
  const bool isSure = candidate.confidence >= config.prefetchThreshold;
  const bool stays = pageOf(candidate.line) == pageOf(chain.line);
  uint64_t& seen = filter_[candidate.line % FILTER];
  const bool asks = isSure && stays;
  const bool fresh = asks && decide(filterSite_, seen != candidate.line, "filter", chain, candidate.line, 0, 0);
  const char* reason = !isSure ? "confidence" : !stays ? "page_rule" : !fresh ? "filter" : "confidence";
  const bool acts =
      decide(issue_, fresh, reason, chain, candidate.line, candidate.confidence, config.prefetchThreshold);
  const uint64_t serial = mf_last_decision();
  mf_forget_decision();
  if (!acts) return;
  Packet& packet = shared_.make(MF_OP_PREFETCH, chain.core);
  packet.line = candidate.line;
  packet.here = candidate.confidence >= config.fillThreshold;
  // Forced: by this decision, the filter's, or one that kept the chain going.
  packet.forced = chain.forced || !isSure || !stays || seen == candidate.line;
  if (!packet.forced) {
    seen = candidate.line;
    if (++issued_ >= 1024) {
      issued_ /= 2;
      useful_ /= 2;
    }
  }
  cache_.prefetch(packet, chain.trigger, chain.key, serial);
}

bool Spp::goOn(Chain& chain, const Candidate& best) {
  const Config& config = shared_.config;
  const bool isKnown = best.confidence > 0;
  const bool isSure = best.confidence >= config.prefetchThreshold;
  const bool stays = pageOf(best.line) == pageOf(chain.line);
  const bool isShort = chain.depth + 1 < config.chainDepth;
  const uint8_t end = !isKnown  ? MF_CHAIN_END_PT_EXHAUSTED
                      : !isSure ? MF_CHAIN_END_CONFIDENCE
                      : !stays  ? MF_CHAIN_END_PAGE_CROSS
                                : MF_CHAIN_END_THROTTLED;
  const char* reason = !isKnown ? "pt_exhausted" : !isSure ? "confidence" : !stays ? "page_cross" : "throttled";
  const bool natural = isKnown && isSure && stays && isShort;
  const bool acts = decide(continue_, natural, natural ? "confidence" : reason, chain, best.line, best.confidence,
                           config.prefetchThreshold);
  mf_forget_decision();
  if (!acts || !isKnown) {
    this->end(chain, end, best.confidence);
    return false;
  }
  chain.forced = chain.forced || !natural;
  mf_chain_step(cache_.nodes.prefetcher, chain.key, static_cast<uint16_t>(chain.depth), chain.signature, best.delta,
                best.confidence, config.prefetchThreshold);
  chain.signature = next(chain.signature, best.delta);
  chain.line = best.line;
  chain.confidence = best.confidence;
  ++chain.depth;
  return true;
}

const Spp::Lost* Spp::lost(uint64_t line) const {
  const auto found = lost_.find(line);
  return found == lost_.end() ? nullptr : &found->second;
}

void Spp::dump() const {
  for (const Chain& chain : chains_)
    mf_chain_open(cache_.nodes.prefetcher, chain.key, pageOf(chain.line), chain.line, 0, chain.signature);
}

}  // namespace refsim
