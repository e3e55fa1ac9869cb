// Row batches into one ordinary table.
//
// Rows arrive nearly in the order of their key: a long-lived flow comes after
// younger ones. Inserting it where it belongs would split a full page that no later
// row fills again. So a few thousand rows wait here and go in sorted, and nearly
// every insert is an append.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "libmf/mfir/batch.h"
#include "libmf/store/database.h"
#include "libmf/store/row_feed.h"

namespace mf::store {

class RowTable {
 public:
  // `coined`: columns whose codes are words of the simulator; codes seen are kept.
  RowTable(const Database& db, const std::string& name, const std::set<std::string>& coined);
  RowTable(const RowTable&) = delete;  // the connection knows where kept_ is

  void add(const mfir::RowBatch& batch);
  void finish();

  uint64_t count() const { return count_; }
  const std::map<std::string, std::set<uint64_t>>& codes() const { return codes_; }

 private:
  // Where a column of the table takes its value from, for the batch at hand.
  struct Target {
    std::string name;  // as stored
    bool zeroIsNull = false;
    std::set<uint64_t>* codes = nullptr;
  };
  static constexpr size_t KEPT = 8192;

  std::vector<const mfir::RowBatch::Column*> sources(const mfir::RowBatch& batch) const;
  void insert(size_t count);

  std::string name_;
  std::vector<Target> targets_;  // key first
  RowFeed kept_;
  Statement insert_;  // of what kept_ shows
  std::map<std::string, std::set<uint64_t>> codes_;
  uint64_t count_ = 0;
};

}  // namespace mf::store
