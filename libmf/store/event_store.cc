#include "libmf/store/event_store.h"

#include <numeric>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::store {

using catalog::NONE;

EventStore::EventStore(BulkLoad& load, const catalog::Model& model, std::vector<EventTable> tables)
    : load_(load), model_(model), tables_(std::move(tables)), writers_(tables_.size()), counts_(model.events.size()) {}

uint64_t EventStore::total() const { return std::accumulate(counts_.begin(), counts_.end(), uint64_t{0}); }

void EventStore::add(const mfir::EventBatch& batch) {
  for (const mfir::EventGroup& group : batch.groups) {
    if (group.type >= model_.events.size())
      throw Error(cat("the stream has an event type ", group.type, " that no catalog declares"));
    counts_[group.type] += group.count;
  }
  gather(batch);
  addAll(batch);
  for (size_t i = 0; i < batch.groups.size(); ++i) addGroup(batch.groups[i], groups_[i]);
}

// One walk of the batch in stream order: what each group's rows share with the event.
void EventStore::gather(const mfir::EventBatch& batch) {
  groups_.resize(batch.groups.size());
  for (Gathered& group : groups_) group.ev.clear(), group.time.clear(), group.flow.clear();
  ev_.clear(), type_.clear(), node_.clear(), thread_.clear(), snapshot_.clear();
  for (mfir::Cursor at(batch); at.next();) {
    Gathered& group = groups_[at.groupIndex()];
    group.ev.push_back(at.ev());
    group.time.push_back(at.time());
    group.flow.push_back(at.flow());
    backward_ += at.time() < lastTime_ ? 1 : 0;
    lastTime_ = at.time();
    const catalog::Index node = model_.events[at.type()].node;
    ev_.push_back(at.ev());
    type_.push_back(at.type());
    node_.push_back(node == NONE || node >= at.group().fields.size() ? 0 : at.group().fields[node][at.row()]);
    thread_.push_back(at.thread());
    snapshot_.push_back(at.snapshot() ? 1 : 0);
  }
}

std::span<const uint64_t> EventStore::orZeros(std::span<const uint64_t> values, size_t count) {
  if (!values.empty()) return values;
  if (zeros_.size() < count) zeros_.resize(count);
  return std::span<const uint64_t>(zeros_).first(count);
}

void EventStore::addAll(const mfir::EventBatch& batch) {
  const size_t count = batch.count;
  Columns columns;
  for (const EventColumn& column : tables_[0].columns) {
    switch (column.from) {
      case From::EV:
        columns.push_back(ev_);
        break;
      case From::TIME:
        columns.push_back(batch.time);
        break;
      case From::TYPE:
        columns.push_back(type_);
        break;
      case From::FLOW:
        columns.push_back(orZeros(batch.flow, count));
        break;
      case From::NODE:
        columns.push_back(node_);
        break;
      case From::PREV:
        columns.push_back(orZeros(batch.prev, count));
        break;
      case From::THREAD:
        columns.push_back(thread_);
        break;
      case From::SNAPSHOT:
        columns.push_back(snapshot_);
        break;
      default:
        columns.push_back(orZeros(batch.tenancy, count));
        break;
    }
  }
  put(0, columns);
}

void EventStore::addGroup(const mfir::EventGroup& group, const Gathered& gathered) {
  if (group.count == 0) return;
  const size_t table = size_t{group.type} + 1;
  const auto among = [&](const std::vector<mfir::Values>& lists, catalog::Index index) {
    return orZeros(index < lists.size() ? std::span<const uint64_t>(lists[index]) : std::span<const uint64_t>(),
                   group.count);
  };
  Columns columns;
  for (const EventColumn& column : tables_[table].columns) {
    switch (column.from) {
      case From::EV:
        columns.push_back(gathered.ev);
        break;
      case From::TIME:
        columns.push_back(gathered.time);
        break;
      case From::FLOW:
        columns.push_back(gathered.flow);
        break;
      case From::FIELD_REF:
        columns.push_back(among(group.refs, column.field));
        break;
      default:
        columns.push_back(among(group.fields, column.field));
        break;
    }
  }
  put(table, columns);
}

void EventStore::put(size_t table, const Columns& columns) {
  if (columns[0].empty()) return;
  if (tables_[table].ordinary) return insertRows(table, columns);
  if (!writers_[table]) writers_[table] = std::make_unique<ChunkWriter>(load_.chunks(), tables_[table]);
  writers_[table]->add(columns);
}

void EventStore::insertRows(size_t table, const Columns& columns) {
  const EventTable& layout = tables_[table];
  TableWriter& writer = *load_.table(layout.name);
  const size_t width = columns.size();
  uint64_t zeroIsNull = 0, back = 0;  // bit c: of column c
  for (size_t c = 0; c < width; ++c) {
    const EventColumn& column = layout.columns[c];
    const bool coined = column.kind == Kind::CODE && column.enumeration == NONE;
    if (coined) codes_[{layout.name, column.name}].insert(columns[c].begin(), columns[c].end());
    zeroIsNull |= uint64_t{coined || column.kind == Kind::REF || column.kind == Kind::BACK} << c;
    back |= uint64_t{column.kind == Kind::BACK} << c;
  }
  std::vector<uint64_t> cells(width);
  for (size_t row = 0; row < columns[0].size(); ++row) {
    uint64_t nulls = 0;
    for (size_t c = 0; c < width; ++c) {
      const uint64_t value = columns[c][row];
      nulls |= (zeroIsNull >> c & uint64_t{value == 0}) << c;
      cells[c] = back >> c & 1 ? columns[0][row] - value : value;
    }
    writer.add(cells, nulls);
  }
}

void EventStore::finish() {
  for (auto& writer : writers_) {
    if (writer) writer->finish();
  }
}

}  // namespace mf::store
