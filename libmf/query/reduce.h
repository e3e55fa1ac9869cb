// One answer from the answers of many runs.
//
// A row is one thing when its key columns agree; a run that lacks the row counts 0 for
// it. Three reductions, which differ and must be named:
//   pooled           shares are sum of parts over sum of wholes; numbers are summed
//   mean_of_shares   every run counts the same: shares and numbers are averaged
//   weighted         as that, with a weight for each run (SimPoint phases)
#pragma once

#include <map>
#include <string>
#include <vector>

#include "libmf/query/analysis.h"
#include "libmf/query/rows.h"

namespace mf::query {

enum class Reduction { POOLED, MEAN_OF_SHARES, WEIGHTED };

Reduction reductionOf(const std::string& name);  // an unknown name is an Error (misuse)

struct RunRows {
  std::string run;  // path
  double weight = 1;
  RowList rows;
};

// Column `runs` is added: in how many runs the row occurs.
RowList reduce(const Analysis& analysis, const std::vector<RunRows>& runs, Reduction how);

// Lines "run weight"; a run is named by its path, its file name or that without suffix.
std::map<std::string, double> readWeights(const std::string& path);
double weightOf(const std::map<std::string, double>& weights, const std::string& run);

}  // namespace mf::query
