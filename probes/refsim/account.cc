#include "probes/refsim/account.h"

namespace refsim {

namespace {

const char* REQUESTERS[] = {"demand", "prefetch", "walk", "writeback"};
const char* CLASSES[] = {"-", "core execute", "memory memory", "core latency"};

}  // namespace

void Account::begin(Time now) {
  phase_ = now;
  measuring_ = true;
  key_ = 0;
  state_ = State::NONE;
}

void Account::observe(Time now, uint64_t key, State state, uint64_t retired) {
  if (!measuring_ || (key == key_ && state == state_)) return;
  close(now);
  key_ = key;
  state_ = state;
  index_ = retired;
  since_ = now;
  cause_ = StallCause{};
}

void Account::dataCame(uint64_t key, const StallCause& cause) {
  if (key == key_) cause_ = cause;
}

void Account::end(Time now) {
  close(now);
  measuring_ = false;
}

void Account::close(Time now) {
  if (key_ == 0 || state_ == State::NONE) return;
  const bool isMemory = state_ == State::WAITS_FOR_DATA;
  const Facts& facts = cause_.facts;
  const bool hasCause = isMemory && cause_.packet != 0;
  const char* served = hasCause && facts.served != 0 ? names_[facts.served].c_str() : "-";
  const auto number = [&](uint64_t value, bool isThere) {
    if (isThere)
      std::fprintf(file_, " %llu", static_cast<unsigned long long>(value));
    else
      std::fputs(" -", file_);
  };
  std::fprintf(file_, "%u", core_);
  number(index_, true);
  number(since_ - phase_, true);
  number(now - phase_, true);
  std::fprintf(file_, " %s %s", CLASSES[static_cast<int>(state_)], served);
  number(cause_.packet, hasCause);
  const bool removed = hasCause && facts.missed && facts.removerKey != 0;
  std::fprintf(file_, " %s", removed ? REQUESTERS[facts.remover] : "-");
  number(facts.removerKey, removed);
  const bool lost = hasCause && facts.missed && facts.lostSite[0] != 0;
  std::fprintf(file_, " %s", lost ? facts.lostSite : "-");
  number(facts.lostOrdinal, lost);
  std::fputc('\n', file_);
  key_ = 0;
}

}  // namespace refsim
