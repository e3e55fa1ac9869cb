// Row batches into one ordinary table.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "libmf/mfir/batch.h"
#include "libmf/store/bulk/table_writer.h"

namespace mf::store {

class RowTable {
 public:
  // `coined`: columns whose codes are words of the simulator; codes seen are kept.
  RowTable(TableWriter& writer, const std::set<std::string>& coined);

  void add(const mfir::RowBatch& batch);

  const std::map<std::string, std::set<uint64_t>>& codes() const { return codes_; }

 private:
  // Of a stored column, beside its name.
  struct Target {
    bool zeroIsNull = false;
    std::set<uint64_t>* codes = nullptr;
  };

  std::vector<const mfir::RowBatch::Column*> sources(const mfir::RowBatch& batch) const;

  TableWriter& writer_;
  std::vector<Target> targets_;
  std::map<std::string, std::set<uint64_t>> codes_;
};

}  // namespace mf::store
