// Event batches into the tables of layer 2: chunks, and rows of ordinary tables.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "libmf/catalog/model.h"
#include "libmf/mfir/batch.h"
#include "libmf/store/bulk/bulk_load.h"
#include "libmf/store/chunks/chunk_writer.h"
#include "libmf/store/event_layout.h"

namespace mf::store {

class EventStore {
 public:
  EventStore(BulkLoad& load, const catalog::Model& model, std::vector<EventTable> tables);

  void add(const mfir::EventBatch& batch);
  void finish();

  const std::vector<EventTable>& tables() const { return tables_; }
  const std::vector<uint64_t>& counts() const { return counts_; }  // by type
  uint64_t total() const;
  uint64_t backwardCount() const { return backward_; }  // events whose time lies before that of the one before
  // Codes of coined words in ordinary tables, by (table, stored column).
  const std::map<std::pair<std::string, std::string>, std::set<uint64_t>>& codes() const { return codes_; }

 private:
  using Columns = std::vector<std::span<const uint64_t>>;
  struct Gathered {  // of one group, row by row
    std::vector<uint64_t> ev, time, flow;
  };

  void gather(const mfir::EventBatch& batch);
  void addAll(const mfir::EventBatch& batch);
  void addGroup(const mfir::EventGroup& group, const Gathered& gathered);
  void put(size_t table, const Columns& columns);
  void insertRows(size_t table, const Columns& columns);
  std::span<const uint64_t> orZeros(std::span<const uint64_t> values, size_t count);

  BulkLoad& load_;
  const catalog::Model& model_;
  std::vector<EventTable> tables_;
  std::vector<std::unique_ptr<ChunkWriter>> writers_;  // by table, made at the first row
  std::vector<uint64_t> counts_;
  uint64_t lastTime_ = 0, backward_ = 0;
  std::map<std::pair<std::string, std::string>, std::set<uint64_t>> codes_;
  std::vector<Gathered> groups_;
  std::vector<uint64_t> ev_, type_, node_, thread_, snapshot_, zeros_;
};

}  // namespace mf::store
