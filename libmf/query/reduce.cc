#include "libmf/query/reduce.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>

#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"

namespace mf::query {

namespace {

// A number that a sum would make nonsense of.
bool isLevel(const std::string& name) {
  for (const char* part :
       {"median", "mean", "p90", "min", "max", "capacity", "threshold", "ipc", "latency", "density"}) {
    if (name.find(part) != std::string::npos) return true;
  }
  return false;
}

struct Column {
  std::string name;
  bool isKey = false;
  const Share* share = nullptr;
};

std::optional<size_t> indexOf(const std::vector<std::string>& columns, const std::string& name) {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<size_t>(found - columns.begin());
}

double valueAt(const Row& row, size_t column) { return row[column].isNumber() ? row[column].number : 0; }

class Reducer {
 public:
  Reducer(const Analysis& analysis, const std::vector<RunRows>& runs, Reduction how)
      : analysis_(analysis), runs_(runs), how_(how), names_(runs.front().rows.columns) {
    for (const std::string& name : names_) {
      Column column{name, std::count(analysis.key.begin(), analysis.key.end(), name) > 0, nullptr};
      for (const Share& share : analysis.shares) {
        if (share.column == name) column.share = &share;
      }
      columns_.push_back(column);
    }
    group();
  }

  RowList result() const {
    RowList out;
    out.columns = names_;
    out.columns.emplace_back("runs");
    for (const auto& key : order_) {
      const Group& rows = groups_.at(key);
      Row row;
      for (size_t i = 0; i < columns_.size(); ++i) row.push_back(cell(rows, i));
      row.push_back(integerCell(static_cast<long long>(rows.size())));
      out.rows.push_back(std::move(row));
    }
    return out;
  }

 private:
  using Group = std::map<size_t, const Row*>;  // by run

  void group() {
    for (size_t run = 0; run < runs_.size(); ++run) {
      if (runs_[run].rows.columns != names_)
        throw Error(cat("answers differ in their columns: ", quoted(runs_[run].run)));
      for (const Row& row : runs_[run].rows.rows) {
        std::vector<std::string> key;
        for (size_t i = 0; i < columns_.size(); ++i) {
          if (columns_[i].isKey) key.push_back(row[i].text);
        }
        auto [at, isNew] = groups_.try_emplace(key);
        if (isNew) order_.push_back(key);
        if (!at->second.emplace(run, &row).second) {
          throw Error(cat(analysis_.name, " cannot be reduced: two rows of ", quoted(runs_[run].run),
                          " have the same key ", quoted(join(key, " "))));
        }
      }
    }
  }

  Cell cell(const Group& rows, size_t column) const {
    const Row& any = *rows.begin()->second;
    if (columns_[column].isKey) return any[column];
    const bool numeric =
        std::any_of(rows.begin(), rows.end(), [&](const auto& each) { return (*each.second)[column].isNumber(); });
    if (!numeric) return {};
    if (columns_[column].share && how_ == Reduction::POOLED) return pooledShare(rows, *columns_[column].share);
    if (isLevel(columns_[column].name)) return realCell(average(rows, column, true), 3);
    if (how_ != Reduction::POOLED) return realCell(average(rows, column, false), 3);
    double sum = 0;
    for (const auto& [run, row] : rows) sum += valueAt(*row, column);
    return sum == std::floor(sum) && std::fabs(sum) < 9e15 ? integerCell(static_cast<long long>(sum))
                                                           : realCell(sum, 3);
  }

  // Over all runs, a missing row being 0; or, for levels, over those that have one.
  double average(const Group& rows, size_t column, bool onlyPresent) const {
    double sum = 0, weights = 0;
    for (size_t run = 0; run < runs_.size(); ++run) {
      const double weight = how_ == Reduction::WEIGHTED ? runs_[run].weight : 1;
      const auto row = rows.find(run);
      const bool present = row != rows.end() && (*row->second)[column].isNumber();
      if (present) sum += weight * valueAt(*row->second, column);
      if (present || !onlyPresent) weights += weight;
    }
    return weights > 0 ? sum / weights : 0;
  }

  Cell pooledShare(const Group& rows, const Share& share) const {
    const auto part = indexOf(names_, share.part), whole = indexOf(names_, share.whole);
    if (!part || (!whole && share.whole != "*"))
      throw Error(cat(analysis_.name, ": @share ", share.column, " names no column"));
    double parts = 0, wholes = 0;
    for (const auto& [run, row] : rows) parts += valueAt(*row, *part);
    for (size_t run = 0; run < runs_.size(); ++run) wholes += wholeOf(run, rows, *part, whole);
    if (wholes <= 0) return {};
    return realCell(100 * parts / wholes, 3);
  }

  // What the share of this row is a share of, in one run, whether the run has the row or not.
  double wholeOf(size_t run, const Group& rows, size_t part, std::optional<size_t> whole) const {
    const auto& all = runs_[run].rows.rows;
    if (!whole) {
      double sum = 0;
      for (const Row& row : all) sum += valueAt(row, part);
      return sum;
    }
    const auto own = rows.find(run);
    if (own != rows.end()) return valueAt(*own->second, *whole);
    return all.empty() ? 0 : valueAt(all.front(), *whole);
  }

  const Analysis& analysis_;
  const std::vector<RunRows>& runs_;
  Reduction how_;
  std::vector<std::string> names_;
  std::vector<Column> columns_;
  std::map<std::vector<std::string>, Group> groups_;
  std::vector<std::vector<std::string>> order_;  // of first appearance
};

}  // namespace

Reduction reductionOf(const std::string& name) {
  if (name == "pooled") return Reduction::POOLED;
  if (name == "mean_of_shares") return Reduction::MEAN_OF_SHARES;
  if (name == "weighted") return Reduction::WEIGHTED;
  throw Error(cat("there is no reduction ", quoted(name), "; there are pooled, mean_of_shares and weighted"),
              Status::MISUSE);
}

RowList reduce(const Analysis& analysis, const std::vector<RunRows>& runs, Reduction how) {
  if (runs.empty()) return {};
  return Reducer(analysis, runs, how).result();
}

std::map<std::string, double> readWeights(const std::string& path) {
  std::map<std::string, double> weights;
  size_t number = 0;
  for (const std::string& line : split(readWholeFile(path), '\n')) {
    ++number;
    if (trim(line).empty() || trim(line).starts_with("#")) continue;
    std::istringstream words(line);
    std::string run;
    double weight = -1;
    if (!(words >> run >> weight) || weight < 0)
      throw Error(cat(quoted(path), " line ", number, ": expected a run and a weight"));
    weights[run] = weight;
  }
  return weights;
}

double weightOf(const std::map<std::string, double>& weights, const std::string& run) {
  const std::filesystem::path path(run);
  for (const std::string& name : {run, path.filename().string(), path.stem().string()}) {
    const auto found = weights.find(name);
    if (found != weights.end()) return found->second;
  }
  throw Error(cat("no weight is given for ", quoted(run)));
}

}  // namespace mf::query
