#include "libmf/store/materialise.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/temporary.h"
#include "libmf/base/text.h"
#include "libmf/store/chunks/attach.h"
#include "libmf/store/fixups.h"
#include "libmf/store/metadata.h"

namespace mf::store {

namespace {

// Journal off: the temporary is thrown away after any failure. 8 kB pages: 3 % smaller than 4 kB ones.
constexpr const char* SETUP =
    "PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; "
    "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; PRAGMA temp_store = FILE; BEGIN";

std::string besides(const std::string& path) {
  const size_t slash = path.rfind('/');
  const size_t start = slash == std::string::npos ? 0 : slash + 1;
  return cat(path.substr(0, start), ".", path.substr(start), ".", ::getpid());
}

void flush(const std::string& path, const std::string& name) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0 || ::fsync(file.get()) != 0) throw Error(cat("cannot write ", name, ": ", std::strerror(errno)));
}

}  // namespace

void checkTarget(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return;
    throw Error(cat("cannot create ", quoted(path), ": ", std::strerror(errno)));
  }
  if (S_ISDIR(status.st_mode)) throw Error(cat("cannot create ", quoted(path), ": it is a directory"));
  if (!S_ISREG(status.st_mode)) throw Error(cat("cannot create ", quoted(path), ": a database needs a regular file"));
  if (status.st_size > 0 && applicationIdOf(path) != APPLICATION_ID) {
    throw Error(cat(quoted(path), " exists and is not a Microflow bundle; it is left as it is"));
  }
}

Materialiser::Materialiser(const std::string& path, Link link, Options options)
    : path_(path), link_(std::move(link)), options_(options) {
  if (!path_.empty()) checkTarget(path_);
  temporary_ = besides(path_.empty() ? temporaryFolder() + "/microflow.db" : path_);
  ::unlink(temporary_.c_str());  // of a process of the same number that was killed
  const FileDescriptor file(createRemovedOnSignal(temporary_, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC));
  if (file.get() < 0) {
    const int why = errno;
    throw Error(
        cat("cannot create ", quoted(path_.empty() ? std::exchange(temporary_, {}) : path_), ": ", std::strerror(why)));
  }
  inDatabase([&] {
    open();
    db_->execute(cat("PRAGMA application_id = ", APPLICATION_ID, "; PRAGMA user_version = ", FORMAT_VERSION));
  });
}

void Materialiser::open() {
  db_ = std::make_unique<Database>(Database::create(temporary_));
  db_->execute(SETUP);
}

Materialiser::~Materialiser() { discard(); }

void Materialiser::discard() {
  if (temporary_.empty()) return;
  tables_.clear();
  events_.reset();
  load_.reset();
  db_.reset();
  ::unlink(temporary_.c_str());
  keepOnSignal(temporary_);
  temporary_.clear();
}

// The temporary's name means nothing to the reader of a message; the target's does.
std::string Materialiser::named() const { return path_.empty() ? "a temporary database" : quoted(path_); }

void Materialiser::inDatabase(const std::function<void()>& body) {
  during([&] { return cat("writing ", named()); }, [&] { body(); });
}

void Materialiser::header(const mfir::Header& header) {
  header_ = std::make_shared<mfir::Header>(header);
  model_ = link_(header_->get());
  inDatabase([&] {
    std::vector<EventTable> tables = eventTables(model_, options_.ordinaryEvents);
    ddl_ = ddlOf(model_, tables);
    db_->execute(ddl_.tables);
    db_->execute(ddl_.indexes);
    writeModel(*db_, model_, tables);
    auto shapes = tableShapes(*db_);
    for (const char* own : {"run", "cost", "provenance", "words", "sites", "chunks"}) shapes.erase(own);
    db_->execute("COMMIT");
    db_.reset();
    load_ = std::make_unique<BulkLoad>(temporary_, named(), std::move(shapes));
    events_ = std::make_unique<EventStore>(*load_, model_, std::move(tables));
  });
}

void Materialiser::events(mfir::EventBatch&& batch) {
  inDatabase([&] { events_->add(batch); });
}

void Materialiser::gate(const mfir::Gate& gate) { gates_.push_back(gate); }

void Materialiser::rows(mfir::RowBatch&& batch) {
  inDatabase([&] { rowsOf(batch); });
}

void Materialiser::rowsOf(mfir::RowBatch& batch) {
  if (batch.table == "decisions") nameSites(batch);
  auto table = tables_.find(batch.table);
  if (table == tables_.end()) {
    TableWriter* writer = load_->table(batch.table);
    if (!writer) throw Error(cat("the stream has rows of a table ", quoted(batch.table), " that no catalog declares"));
    std::set<std::string> coined;
    for (const CoinedColumn& column : ddl_.coined) {
      if (column.table == batch.table) coined.insert(column.column + "_c");
    }
    table = tables_.try_emplace(batch.table, *writer, coined).first;
  }
  table->second.add(batch);
}

// A site is a name at a node: numbered as they come. Each counts its decisions upwards.
void Materialiser::nameSites(mfir::RowBatch& batch) {
  const auto* names = batch.find("site_name");
  const auto* nodes = batch.find("node");
  const auto* ordinals = batch.find("ord");
  if (!names || !nodes || !ordinals) throw Error("rows of decisions lack 'site_name', 'node' or 'ord'");
  mfir::RowBatch::Column sites{"site", {}, {}};
  for (uint32_t row = 0; row < batch.count; ++row) {
    const auto key = std::pair(names->values[row], nodes->values[row]);
    const uint64_t site = sites_.try_emplace(key, sites_.size() + 1).first->second;
    sites.values.push_back(site);
    ordinals_.last.resize(sites_.size() + 1, -1);
    const auto ordinal = static_cast<int64_t>(ordinals->values[row]);
    ordinals_.skips += ordinal <= std::exchange(ordinals_.last[site], ordinal);
  }
  std::erase_if(batch.columns, [](const auto& column) { return column.name == "site_name" || column.name == "node"; });
  batch.columns.push_back(std::move(sites));
}

void Materialiser::end(mfir::End&& end) {
  inDatabase([&] { finish(end); });
  ended_ = true;
}

void Materialiser::writeWords(const mfir::End& end) {
  Statement word = db_->prepare("INSERT INTO words VALUES (?1, ?2)");
  for (size_t i = 0; i < end.words.size(); ++i) {
    word.bind(1, static_cast<int64_t>(i) + 1);
    word.bind(2, end.words[i]);
    word.run();
  }
  Statement site = db_->prepare("INSERT INTO sites VALUES (?1, ?2, nullif(?3, 0))");
  for (const auto& [key, number] : sites_) {
    site.bind(1, static_cast<int64_t>(number));
    site.bind(2, key.first < end.words.size() ? end.words[key.first] : cat("site ", key.first));
    site.bind(3, static_cast<int64_t>(key.second));
    site.run();
  }
  for (const CoinedColumn& column : ddl_.coined) {
    std::set<uint64_t> codes;
    if (const auto table = tables_.find(column.table); table != tables_.end()) {
      const auto& seen = table->second.codes();
      if (const auto at = seen.find(column.column + "_c"); at != seen.end()) codes = at->second;
    }
    if (const auto at = events_->codes().find({column.table, column.column}); at != events_->codes().end())
      codes = at->second;
    db_->execute(addWords(column, codes, end.words));
  }
}

void Materialiser::finish(mfir::End& end) {
  if (!header_) throw Error("the stream has no header");
  if (end.gates.empty()) end.gates = gates_;
  events_->finish();
  load_->finish();
  open();
  load_->insertRest(*db_);
  writeRun(*db_, model_, *header_, end, events_->total());
  Statement count = db_->prepare("UPDATE event_types SET n = ?2 WHERE type = ?1");
  for (size_t type = 0; type < events_->counts().size(); ++type) {
    count.bind(1, static_cast<int64_t>(type));
    count.bind(2, static_cast<int64_t>(events_->counts()[type]));
    count.run();
  }
  count = Statement();
  if (options_.provenance) writeCosts(*db_, *header_, end);
  writeWords(end);
  writeDiagnostics(*db_, end.diagnostics);
  writeDiagnostics(*db_, fillNominalLatencies(*db_));
  linkEffects(*db_);
  if (const std::string error = attachChunks(db_->raw()); !error.empty()) throw Error(error);
  if (options_.check) {
    // Two that would cost a scan of all events and a sort of all decisions were watched meanwhile.
    violations_ = checkInvariants(*db_, {{"I1 event time order", static_cast<int64_t>(events_->backwardCount())},
                                         {"I17 decision ordinals skip", ordinals_.skips}});
    std::vector<mfir::Diagnostic> notes;
    for (const Violation& each : violations_) {
      notes.push_back(
          {"store", "invariant", each.invariant, schema::Severity::ERROR, static_cast<uint64_t>(each.count), 0, ""});
    }
    writeDiagnostics(*db_, notes);
  }
  tables_.clear();
  events_.reset();
  load_.reset();
  db_->execute("PRAGMA analysis_limit = 4000; ANALYZE main");
  if (options_.provenance && options_.afterPass) writeBundleCost(*db_, end);
  db_->execute("COMMIT");
}

void Materialiser::commit() {
  if (!ended_) throw Error("the stream has not ended");
  if (path_.empty()) return;
  db_.reset();
  flush(temporary_, quoted(path_));
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
    throw Error(cat("cannot rename to ", quoted(path_), ": ", std::strerror(errno)));
  }
  keepOnSignal(temporary_);
  temporary_.clear();
}

}  // namespace mf::store
