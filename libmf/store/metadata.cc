#include "libmf/store/metadata.h"

#include <algorithm>
#include <set>
#include <utility>

#include "libmf/base/text.h"
#include "libmf/base/usage.h"
#include "libmf/store/regions.h"

namespace mf::store {

namespace {

using catalog::Model;
using catalog::NONE;

std::vector<int> coresOf(const Model& model) {
  std::set<int> cores;
  for (const auto& node : model.nodes) {
    if (node.core >= 0) cores.insert(node.core);
  }
  if (cores.empty()) cores.insert(0);
  return {cores.begin(), cores.end()};
}

// Binds the values in turn: numbers, texts, and NULL for an empty optional.
class Row {
 public:
  explicit Row(Statement& statement) : statement_(statement) {}
  Row& operator<<(uint64_t value) { return *this << static_cast<int64_t>(value); }
  Row& operator<<(int64_t value) { return statement_.bind(++at_, value), *this; }
  Row& operator<<(const std::string& text) { return statement_.bind(++at_, text), *this; }
  Row& orNull(bool present, uint64_t value) {
    if (present) return *this << value;
    statement_.bindNull(++at_);
    return *this;
  }
  Row& orNull(const std::optional<uint64_t>& value) { return orNull(value.has_value(), value.value_or(0)); }
  Row& orNull(const std::string& text) {
    if (!text.empty()) return *this << text;
    statement_.bindNull(++at_);
    return *this;
  }
  void real(double value) { statement_.bindReal(++at_, value); }
  void run() { statement_.run(); }

 private:
  Statement& statement_;
  int at_ = 0;
};

void writeTopology(const Database& db, const Model& model) {
  Statement clock = db.prepare("INSERT INTO clocks VALUES (?, ?, ?, ?)");
  for (size_t i = 0; i < model.clocks.size(); ++i) {
    (Row(clock) << uint64_t{i} << model.clocks[i].name << model.clocks[i].period << model.clocks[i].phase).run();
  }
  Statement node = db.prepare("INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const auto idOf = [&](catalog::Index index) { return index == NONE ? 0 : uint64_t{model.nodes[index].id}; };
  for (const auto& each : model.nodes) {
    Row row(node);
    row << uint64_t{each.id} << each.name;
    row.orNull(each.parent != NONE, idOf(each.parent)) << each.kind;
    row.orNull(each.core >= 0, static_cast<uint64_t>(each.core)) << uint64_t{each.clock};
    row.orNull(each.capacity).orNull(each.width != 0, each.width).orNull(each.sets != 0, each.sets);
    row.orNull(each.ways != 0, each.ways).orNull(each.lineShift != 0, each.lineShift);
    row.orNull(each.pageShift != 0, each.pageShift).orNull(each.latHit).orNull(each.latNominal);
    row << uint64_t{each.releaseNextCycle};
    row.orNull(each.inclusiveOf != NONE, idOf(each.inclusiveOf)).run();
  }
  Statement link = db.prepare("INSERT OR IGNORE INTO links VALUES (?, ?)");
  for (const auto& [from, to] : model.links) (Row(link) << idOf(from) << idOf(to)).run();
}

void writeVocabulary(const Database& db, const Model& model) {
  Statement word = db.prepare("INSERT OR IGNORE INTO enums VALUES (?, ?, ?, ?)");
  for (const auto& each : model.enums) {
    for (size_t code = 0; code < each.words.size(); ++code) {
      Row row(word);
      row << each.name << uint64_t{code} << each.words[code];
      row.orNull(code < each.classes.size() ? each.classes[code] : "").run();
    }
  }
  Statement absent = db.prepare("INSERT OR IGNORE INTO absent VALUES (?, ?)");
  for (const auto& [what, why] : model.absent) (Row(absent) << what << why).run();
  Statement package = db.prepare("INSERT OR IGNORE INTO packages VALUES (?)");
  for (const std::string& each : model.packages) (Row(package) << each).run();
  Statement rule = db.prepare("INSERT INTO edge_rules VALUES (?, ?, ?)");
  uint64_t number = 0;
  for (const auto& each : model.edgeRules()) {
    (Row(rule) << number++ << static_cast<uint64_t>(each.channel) << each.name).run();
  }
  Statement verdict = db.prepare("INSERT OR IGNORE INTO leaf_verdict VALUES (?, ?, ?, ?)");
  for (const auto& each : model.verdicts) {
    (Row(verdict) << uint64_t{each.question} << each.leaf << each.family << each.verdict).run();
  }
}

void writeEventTables(const Database& db, const Model& model, const std::vector<EventTable>& tables) {
  Statement type = db.prepare("INSERT INTO event_types(type, name, domain, tab, stage, doc) VALUES (?, ?, ?, ?, ?, ?)");
  Statement column = db.prepare("INSERT INTO chunk_columns VALUES (?, ?, ?, ?, ?, ?)");
  for (const EventTable& table : tables) {
    if (table.stream > 0) {
      const auto& event = model.events[table.stream - 1];
      Row row(type);
      row << uint64_t{table.stream - 1} << event.name << event.domain << table.name;
      row.orNull(event.stage).orNull(event.doc).run();
    }
    if (table.ordinary) continue;
    for (size_t i = 0; i < table.columns.size(); ++i) {
      const EventColumn& each = table.columns[i];
      Row row(column);
      row << table.name << uint64_t{table.stream} << uint64_t{i} << each.name << std::string(kindName(each.kind));
      const std::string of = each.enumeration == NONE ? "*" : model.enums[each.enumeration].name;
      row.orNull(each.kind == Kind::CODE ? of : "").run();
    }
  }
}

}  // namespace

void writeModel(const Database& db, const Model& model, const std::vector<EventTable>& tables) {
  writeTopology(db, model);
  writeVocabulary(db, model);
  writeEventTables(db, model, tables);
}

void writeRun(const Database& db, const Model& model, const mfir::Header& header, const mfir::End& end,
              uint64_t events) {
  const uint64_t firstTime = static_cast<uint64_t>(db.number("SELECT coalesce(min(t0), 0) FROM chunks"));
  const Regions regions = regionsOf(end.gates, coresOf(model), firstTime, end.lastTime, !end.endedEarly.empty());
  uint64_t begin = UINT64_MAX, stop = 0;
  Statement region = db.prepare("INSERT OR IGNORE INTO roi VALUES (?, ?, ?, ?)");
  for (const Region& each : regions.roi) {
    begin = std::min(begin, each.t0);
    stop = std::max(stop, each.t1);
    Row row(region);
    row << int64_t{each.core} << each.t0 << each.t1;
    row.orNull(each.trigger).run();
  }
  Statement coverage = db.prepare("INSERT OR IGNORE INTO coverage VALUES (?, ?, ?, ?, ?, ?)");
  for (const Coverage& each : regions.coverage) {
    (Row(coverage) << each.domain << each.t0 << each.t1 << uint64_t{each.complete} << uint64_t{each.snapshot}
                   << uint64_t{each.fromStart})
        .run();
  }
  const auto reader = header.get();
  const auto textOf = [](auto text) { return std::string(text.cStr(), text.size()); };
  Statement run = db.prepare("INSERT INTO run VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  Row row(run);
  row.orNull(end.runUid).orNull(textOf(reader.getWorkload())).orNull(textOf(reader.getSuite()));
  row.orNull(model.simulator).orNull(model.profile).orNull(textOf(reader.getVariant())).orNull(model.baseUnit);
  row << model.refPeriod << begin << stop << events << end.instsRetired;
  row.orNull(end.retiredHash) << uint64_t{end.orderExact};
  row.orNull(end.endedEarly).orNull(end.captureBytes != 0, end.captureBytes);
  row << textOf(reader.getOverrides());
  row.run();
}

void writeDiagnostics(const Database& db, const std::vector<mfir::Diagnostic>& diagnostics) {
  Statement insert = db.prepare("INSERT OR REPLACE INTO diagnostics VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const auto& each : diagnostics) {
    Row row(insert);
    row << each.pass << each.code << each.object << static_cast<uint64_t>(each.severity) << each.count;
    row.orNull(each.firstEv != 0, each.firstEv).orNull(each.sample).run();
  }
}

namespace {

void logPass(const Database& db, const mfir::PassLog& each) {
  Statement log = db.prepare("INSERT OR REPLACE INTO pass_log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  Row row(log);
  row << each.pass << each.version;
  row.real(each.cpuSeconds);
  (row << each.peakRss << each.rowsIn << each.rowsOut << each.bytesIn << each.bytesOut << each.maxInflight).run();
}

}  // namespace

void writeBundleCost(const Database& db, const mfir::End& end) {
  if (end.passLog.empty()) return;
  mfir::PassLog log = end.passLog.back();
  const Usage usage = usageOf(RUSAGE_SELF);
  log.pass = "bundle";
  log.cpuSeconds = usage.cpuSeconds - log.cpuSeconds;
  log.peakRss = usage.peakRss;
  log.rowsIn = std::exchange(log.rowsOut, 0);
  log.bytesOut =
      static_cast<uint64_t>(db.number("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"));
  logPass(db, log);
}

void writeCosts(const Database& db, const mfir::Header& header, const mfir::End& end) {
  for (const auto& each : end.passLog) logPass(db, each);
  Statement step = db.prepare("INSERT INTO provenance VALUES (?, ?, ?, ?)");
  uint64_t number = 0;
  for (const auto& each : header.get().getProvenance()) {
    std::vector<std::string> arguments;
    for (const auto& argument : each.getArguments()) arguments.emplace_back(argument.cStr());
    (Row(step) << ++number << std::string(each.getProgram().cStr()) << std::string(each.getVersion().cStr())
               << join(arguments, "\n"))
        .run();
  }
  if (end.captureCpuSeconds <= 0) return;
  Statement cost = db.prepare("INSERT INTO cost VALUES (1, ?, ?)");
  Row row(cost);
  row.real(end.captureCpuSeconds);
  if (end.baselineSeconds > 0) row.real(end.baselineSeconds);
  row.run();
}

}  // namespace mf::store
