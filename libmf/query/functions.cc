#include "libmf/query/functions.h"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <vector>

#include "libmf/base/error.h"

namespace mf::query {

namespace {

struct Sample {
  std::vector<double>* values;
  double p;
  bool integers;
};

void step(sqlite3_context* context, int count, sqlite3_value** arguments) {
  auto* sample = static_cast<Sample*>(sqlite3_aggregate_context(context, sizeof(Sample)));
  if (!sample) return sqlite3_result_error_nomem(context);
  try {
    if (!sample->values) {
      sample->values = new std::vector<double>;
      sample->integers = true;
      sample->p = count > 1 ? sqlite3_value_double(arguments[1]) : 0.5;
    }
    const int type = sqlite3_value_numeric_type(arguments[0]);
    if (type == SQLITE_NULL) return;
    sample->integers = sample->integers && type == SQLITE_INTEGER;
    sample->values->push_back(sqlite3_value_double(arguments[0]));
  } catch (const std::bad_alloc&) {  // SQLite is C: nothing may be thrown through it
    sqlite3_result_error_nomem(context);
  }
}

void finish(sqlite3_context* context) {
  auto* sample = static_cast<Sample*>(sqlite3_aggregate_context(context, 0));
  if (!sample || !sample->values) return sqlite3_result_null(context);
  std::vector<double>& values = *sample->values;
  if (values.empty() || !(sample->p >= 0 && sample->p <= 1)) {
    sqlite3_result_null(context);
  } else {
    const auto rank = static_cast<size_t>(std::ceil(sample->p * static_cast<double>(values.size())));
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank == 0 ? 0 : rank - 1);
    std::nth_element(values.begin(), at, values.end());
    if (sample->integers) {
      sqlite3_result_int64(context, static_cast<sqlite3_int64>(*at));
    } else {
      sqlite3_result_double(context, *at);
    }
  }
  delete sample->values;
  sample->values = nullptr;
}

void overlap(sqlite3_context* context, int, sqlite3_value** v) {
  for (int i = 0; i < 4; ++i) {
    if (sqlite3_value_type(v[i]) == SQLITE_NULL) return sqlite3_result_null(context);
  }
  const auto low = std::max(sqlite3_value_int64(v[0]), sqlite3_value_int64(v[2]));
  const auto high = std::min(sqlite3_value_int64(v[1]), sqlite3_value_int64(v[3]));
  sqlite3_result_int64(context, std::max<sqlite3_int64>(0, high - low));
}

}  // namespace

void addFunctions(sqlite3* db) {
  constexpr int FLAGS = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const bool ok = sqlite3_create_function(db, "median", 1, FLAGS, nullptr, nullptr, step, finish) == SQLITE_OK &&
                  sqlite3_create_function(db, "quantile", 2, FLAGS, nullptr, nullptr, step, finish) == SQLITE_OK &&
                  sqlite3_create_function(db, "overlap", 4, FLAGS, nullptr, overlap, nullptr, nullptr) == SQLITE_OK;
  if (!ok) throw Error("cannot add the functions median, quantile and overlap");
}

}  // namespace mf::query
