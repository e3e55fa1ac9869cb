// A stream into a bundle: the last stage of the pipeline.
//
// The database is built in a temporary beside the target: SQLite makes tables and
// indexes, the rows of the stream go into them past it (bulk/bulk_load.h), and it does
// what is left, without journal. The bundle is analysed, checked against the invariants,
// flushed, and takes its name only when commit() is called. A reader sees the old bundle or
// the new one whole; a failure leaves neither a part nor the temporary.
//
// An existing file is replaced only if it is itself a bundle.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "libmf/catalog/model.h"
#include "libmf/mfir/stream.h"
#include "libmf/store/bulk/bulk_load.h"
#include "libmf/store/ddl.h"
#include "libmf/store/event_store.h"
#include "libmf/store/invariants.h"
#include "libmf/store/row_table.h"

namespace mf::store {

class Materialiser : public mfir::Sink {
 public:
  using Link = std::function<catalog::Model(schema::Header::Reader)>;
  struct Options {
    bool ordinaryEvents = false;  // events as rows that any client reads, at five times the space
    bool check = true;            // invariants I1 to I20
    bool provenance = true;       // pass_log, provenance and cost
    bool afterPass = false;       // the stream's last pass runs in this process: pass_log says what came after it
  };

  // `path` empty: a temporary database, gone with this object (mf-query -).
  Materialiser(const std::string& path, Link link, Options options);
  Materialiser(const Materialiser&) = delete;
  ~Materialiser() override;

  void header(const mfir::Header& header) override;
  void events(mfir::EventBatch&& batch) override;
  void rows(mfir::RowBatch&& batch) override;
  void gate(const mfir::Gate& gate) override;
  void end(mfir::End&& end) override;

  // After end(): gives the bundle its name.
  void commit();

  // Invariants that do not hold; their bundle is written all the same, with a
  // diagnostic of severity error for each.
  const std::vector<Violation>& violations() const { return violations_; }
  // The temporary database, for a Materialiser without a path.
  Database& database() { return *db_; }

 private:
  std::string named() const;
  void inDatabase(const std::function<void()>& body);
  void open();
  void rowsOf(mfir::RowBatch& batch);
  void nameSites(mfir::RowBatch& batch);
  void finish(mfir::End& end);
  void writeWords(const mfir::End& end);
  void discard();

  std::string path_, temporary_;
  Link link_;
  Options options_;
  std::unique_ptr<Database> db_;
  std::shared_ptr<mfir::Header> header_;
  catalog::Model model_;
  Ddl ddl_;
  std::unique_ptr<BulkLoad> load_;  // from the header to the end, when db_ is closed
  std::unique_ptr<EventStore> events_;
  std::map<std::string, RowTable> tables_;
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> sites_;  // (name, node) -> site
  struct {
    std::vector<int64_t> last;  // by site
    int64_t skips = 0;          // decisions that did not count upwards
  } ordinals_;
  std::vector<mfir::Gate> gates_;
  std::vector<Violation> violations_;
  bool ended_ = false;
};

// Refuses a target that may not be replaced: a directory, a device, a file that is no bundle.
void checkTarget(const std::string& path);

}  // namespace mf::store
