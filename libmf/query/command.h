// What mf-query does with its command line, apart from reading it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "libmf/base/error.h"
#include "libmf/query/library.h"
#include "libmf/query/print.h"
#include "libmf/query/run.h"

namespace mf::query {

struct Request {
  std::vector<std::string> positional;  // bundle(s), then SQL or the name of an analysis
  std::string file;                     // -f
  std::string format = "table";
  std::string each, reduce, weights;  // --each, --reduce, --weights
  std::string statistics;             // --stats
  double tolerance = 0;
  bool list = false, help = false, check = false, diff = false, all = false, expectEmpty = false;
  Arguments arguments;  // --min-cycles 20 is min_cycles
};

struct Surroundings {
  const Library& analyses;
  Write out;                                           // standard output
  std::function<void(const std::string&)> remark;      // one line to standard error
  std::function<std::string()> readInput;              // all of standard input, as SQL
  std::function<std::unique_ptr<Session>()> streamed;  // a session over segments from standard input
};

Status answer(const Request& request, const Surroundings& around);

}  // namespace mf::query
