#include "libmf/mfir/convert.h"

#include <algorithm>

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "libmf/mfir/columns.h"

namespace mf::mfir {

namespace {

template <typename List>
void packTexts(const std::vector<std::string>& texts, List list) {
  for (unsigned i = 0; i < list.size(); ++i) list.set(i, texts[i]);
}

template <typename List>
std::vector<std::string> unpackTexts(List list) {
  std::vector<std::string> texts;
  for (const auto text : list) texts.emplace_back(text.cStr());
  return texts;
}

// A constant column is a few bytes however long it claims to be, so that a small
// message could ask for any amount of memory. No batch of ours comes near this.
class CellBudget {
 public:
  uint32_t take(uint32_t count, uint64_t columns = 1) {
    cells_ += count * columns;
    if (cells_ > MOST) throw Error(cat("a batch claims more than ", MOST, " values"));
    return count;
  }

 private:
  static constexpr uint64_t MOST = uint64_t{1} << 25;
  uint64_t cells_ = 0;
};

unsigned sizeOf(const auto& items) { return static_cast<unsigned>(items.size()); }

}  // namespace

void pack(const EventBatch& batch, schema::EventBatch::Builder out) {
  out.setFirstEv(batch.firstEv);
  out.setCount(batch.count);
  encodeColumn(std::span(batch.type), out.initType());
  encodeColumn(std::span(batch.time), out.initTime());
  if (!batch.snapshot.empty()) encodeColumn(std::span(batch.snapshot), out.initSnapshot());
  if (!batch.thread.empty()) encodeColumn(std::span(batch.thread), out.initThread());
  if (!batch.flow.empty()) encodeColumn(std::span(batch.flow), out.initFlow());
  if (!batch.prev.empty()) encodeColumn(std::span(batch.prev), out.initPrev());
  if (!batch.prevGap.empty()) encodeColumn(std::span(batch.prevGap), out.initPrevGap());
  if (!batch.tenancy.empty()) encodeColumn(std::span(batch.tenancy), out.initTenancy());
  if (!batch.words.empty()) packTexts(batch.words, out.initWords(sizeOf(batch.words)));
  auto groups = out.initGroups(sizeOf(batch.groups));
  for (unsigned i = 0; i < groups.size(); ++i) {
    const EventGroup& group = batch.groups[i];
    groups[i].setType(group.type);
    groups[i].setCount(group.count);
    encodeColumns(group.fields, groups[i].initFields(sizeOf(group.fields)));
    encodeColumns(group.refs, groups[i].initRefs(sizeOf(group.refs)));
  }
}

EventBatch unpack(schema::EventBatch::Reader in) {
  EventBatch batch;
  batch.firstEv = in.getFirstEv();
  batch.count = in.getCount();
  CellBudget budget;
  decodeColumn(in.getType(), budget.take(batch.count), batch.type);
  decodeColumn(in.getTime(), budget.take(batch.count), batch.time);
  if (in.hasSnapshot()) decodeColumn(in.getSnapshot(), budget.take(batch.count), batch.snapshot);
  if (in.hasThread()) decodeColumn(in.getThread(), budget.take(batch.count), batch.thread);
  if (in.hasFlow()) decodeColumn(in.getFlow(), budget.take(batch.count), batch.flow);
  if (in.hasPrev()) decodeColumn(in.getPrev(), budget.take(batch.count), batch.prev);
  if (in.hasPrevGap()) decodeColumn(in.getPrevGap(), budget.take(batch.count), batch.prevGap);
  if (in.hasTenancy()) decodeColumn(in.getTenancy(), budget.take(batch.count), batch.tenancy);
  batch.words = unpackTexts(in.getWords());
  uint16_t highest = 0;
  for (const uint16_t type : batch.type) highest = std::max(highest, type);
  for (const auto group : in.getGroups()) highest = std::max(highest, group.getType());
  std::vector<uint32_t> rows(size_t{highest} + 1);
  for (const uint16_t type : batch.type) ++rows[type];
  uint64_t sum = 0;
  for (const auto group : in.getGroups()) {
    EventGroup& unpacked = batch.groups.emplace_back();
    unpacked.type = group.getType();
    unpacked.count = group.getCount();
    sum += unpacked.count;
    if (rows[unpacked.type] != unpacked.count) {
      throw Error(cat("a batch has other than ", unpacked.count, " events of type ", unpacked.type, ", or their rows twice"));
    }
    rows[unpacked.type] = UINT32_MAX;  // no second group of that type, not even an empty one
    const auto fields = group.getFields(), refs = group.getRefs();
    budget.take(unpacked.count, fields.size() + refs.size());
    decodeColumns(fields, unpacked.count, unpacked.fields);
    decodeColumns(refs, unpacked.count, unpacked.refs);
  }
  if (sum != batch.count) throw Error(cat("a batch of ", batch.count, " events has ", sum, " rows"));
  return batch;
}

void pack(const RowBatch& batch, schema::RowBatch::Builder out) {
  out.setTable(batch.table);
  out.setCount(batch.count);
  auto columns = out.initColumns(sizeOf(batch.columns));
  for (unsigned i = 0; i < columns.size(); ++i) {
    const RowBatch::Column& column = batch.columns[i];
    columns[i].setName(column.name);
    auto data = columns[i].initColumn();
    encodeColumn(std::span(column.values), data);
    if (column.nulls.empty()) continue;
    auto bits = data.initNulls((batch.count + 7) / 8);
    for (uint32_t row = 0; row < batch.count; ++row) {
      if (column.nulls[row]) bits[row / 8] = static_cast<uint8_t>(bits[row / 8] | 1u << row % 8);
    }
  }
}

RowBatch unpack(schema::RowBatch::Reader in) {
  RowBatch batch;
  batch.table = in.getTable().cStr();
  batch.count = in.getCount();
  CellBudget budget;
  for (const auto column : in.getColumns()) {
    RowBatch::Column& unpacked = batch.columns.emplace_back();
    unpacked.name = column.getName().cStr();
    decodeColumn(column.getColumn(), budget.take(batch.count), unpacked.values);
    const auto bits = column.getColumn().getNulls();
    if (bits.size() == 0) continue;
    if (bits.size() != (batch.count + 7) / 8) throw Error(cat("column ", quoted(unpacked.name), " of ", batch.table, " has a short NULL mask"));
    unpacked.nulls.resize(batch.count);
    for (uint32_t row = 0; row < batch.count; ++row) unpacked.nulls[row] = (bits[row / 8] >> row % 8 & 1) != 0;
  }
  return batch;
}

void pack(const Gate& gate, schema::Gate::Builder out) {
  out.setTime(gate.time);
  packTexts(gate.open, out.initOpen(sizeOf(gate.open)));
  packTexts(gate.shut, out.initShut(sizeOf(gate.shut)));
  out.setSnapshot(gate.snapshot);
  out.setTrigger(gate.trigger);
  out.setRoi(gate.roi);
  out.setCore(static_cast<int16_t>(gate.core));
  out.setFromStart(gate.fromStart);
}

Gate unpack(schema::Gate::Reader in) {
  return {in.getTime(), unpackTexts(in.getOpen()), unpackTexts(in.getShut()), in.getSnapshot(), in.getTrigger().cStr(),
          in.getRoi(), in.getCore(), in.getFromStart()};
}

void pack(const End& end, schema::End::Builder out) {
  out.setEvents(end.events);
  auto counts = out.initCounts(sizeOf(end.counts));
  for (unsigned i = 0; i < counts.size(); ++i) {
    counts[i].setName(end.counts[i].first);
    counts[i].setRows(end.counts[i].second);
  }
  auto diagnostics = out.initDiagnostics(sizeOf(end.diagnostics));
  for (unsigned i = 0; i < diagnostics.size(); ++i) {
    const Diagnostic& from = end.diagnostics[i];
    auto to = diagnostics[i];
    to.setPass(from.pass);
    to.setCode(from.code);
    to.setObject(from.object);
    to.setSeverity(from.severity);
    to.setCount(from.count);
    to.setFirstEv(from.firstEv);
    to.setSample(from.sample);
  }
  auto passes = out.initPassLog(sizeOf(end.passLog));
  for (unsigned i = 0; i < passes.size(); ++i) {
    const PassLog& from = end.passLog[i];
    auto to = passes[i];
    to.setPass(from.pass);
    to.setVersion(from.version);
    to.setCpuSeconds(from.cpuSeconds);
    to.setPeakRss(from.peakRss);
    to.setRowsIn(from.rowsIn);
    to.setRowsOut(from.rowsOut);
    to.setBytesIn(from.bytesIn);
    to.setBytesOut(from.bytesOut);
    to.setMaxInflight(from.maxInflight);
  }
  out.setEndedEarly(end.endedEarly);
  out.setLastTime(end.lastTime);
  out.setCaptureBytes(end.captureBytes);
  out.setCaptureCpuSeconds(end.captureCpuSeconds);
  out.setBaselineSeconds(end.baselineSeconds);
  out.setInstsRetired(end.instsRetired);
  out.setRetiredHash(end.retiredHash);
  out.setOrderExact(end.orderExact);
  out.setRunUid(end.runUid);
  packTexts(end.words, out.initWords(sizeOf(end.words)));
  auto gates = out.initGates(sizeOf(end.gates));
  for (unsigned i = 0; i < gates.size(); ++i) pack(end.gates[i], gates[i]);
}

End unpack(schema::End::Reader in) {
  End end;
  end.events = in.getEvents();
  for (const auto count : in.getCounts()) end.counts.emplace_back(count.getName().cStr(), count.getRows());
  for (const auto each : in.getDiagnostics()) {
    end.diagnostics.push_back({each.getPass().cStr(), each.getCode().cStr(), each.getObject().cStr(), each.getSeverity(), each.getCount(),
                               each.getFirstEv(), each.getSample().cStr()});
  }
  for (const auto each : in.getPassLog()) {
    end.passLog.push_back({each.getPass().cStr(), each.getVersion().cStr(), each.getCpuSeconds(), each.getPeakRss(), each.getRowsIn(),
                           each.getRowsOut(), each.getBytesIn(), each.getBytesOut(), each.getMaxInflight()});
  }
  end.endedEarly = in.getEndedEarly().cStr();
  end.lastTime = in.getLastTime();
  end.captureBytes = in.getCaptureBytes();
  end.captureCpuSeconds = in.getCaptureCpuSeconds();
  end.baselineSeconds = in.getBaselineSeconds();
  end.instsRetired = in.getInstsRetired();
  end.retiredHash = in.getRetiredHash().cStr();
  end.orderExact = in.getOrderExact();
  end.runUid = in.getRunUid().cStr();
  end.words = unpackTexts(in.getWords());
  for (const auto gate : in.getGates()) end.gates.push_back(unpack(gate));
  return end;
}

}  // namespace mf::mfir
