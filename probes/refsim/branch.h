// Direction predictors: two-bit counters, by address or by address and history.
#pragma once

#include <array>

#include "mf_encoders.h"
#include "probes/refsim/config.h"

namespace refsim {

class BranchPredictor {
 public:
  explicit BranchPredictor(Predictor kind) : kind_(kind) { counters_.fill(2); }

  bool predict(uint64_t pc, uint64_t history) const { return counter(pc, history) >= 2; }
  uint8_t counter(uint64_t pc, uint64_t history) const { return counters_[index(pc, history)]; }
  void train(uint64_t pc, uint64_t history, bool taken) {
    uint8_t& counter = counters_[index(pc, history)];
    if (taken && counter < 3) ++counter;
    if (!taken && counter > 0) --counter;
  }

  mf_site site{"direction", 0, 0, 0};

 private:
  static constexpr size_t SIZE = 4096;
  size_t index(uint64_t pc, uint64_t history) const {
    return ((pc >> 2) ^ (kind_ == Predictor::GSHARE ? history : 0)) % SIZE;
  }

  Predictor kind_;
  std::array<uint8_t, SIZE> counters_{};
};

}  // namespace refsim
