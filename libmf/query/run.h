// An open bundle that answers: SQL and named analyses.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "libmf/query/library.h"
#include "libmf/query/rows.h"
#include "libmf/store/database.h"

namespace mf::query {

using Arguments = std::map<std::string, std::string>;  // parameter name -> value as given

class Session {
 public:
  virtual ~Session() = default;
  Session(const Session&) = delete;
  // Opens the bundle read-only, with its chunk tables and our functions.
  Session(const std::string& path, const Library& library);
  // Over a database that is already open (segments from standard input).
  Session(store::Database& db, const Library& library);

  // Runs a named analysis. Evidence that it needs and this run cannot have is an
  // Error of status NOT_MODELLED that says why.
  void run(const Analysis& analysis, const Arguments& arguments, RowSink& out);
  // Runs every statement of `sql`; rows of each that has some go to `out`. A statement
  // that would change the bundle is refused (misuse).
  void runSql(const std::string& sql, RowSink& out);

  const store::Database& database() const { return *db_; }
  // Why `analysis` cannot be answered from this run; nothing when it can.
  std::string unmet(const Analysis& analysis) const;

 private:
  void prepare(store::Database& db);
  void make(const Analysis& analysis, const Arguments& arguments);
  std::string unmetNeed(const std::string& need) const;

  std::unique_ptr<store::Database> owned_;
  store::Database* db_ = nullptr;
  const Library& library_;
  std::map<std::string, Arguments> made_;  // tables and views that exist, with what they were made from
};

// All rows of a statement.
void passRows(store::Statement& statement, RowSink& out);

// Parameters of an analysis and of all that it uses.
std::vector<Parameter> parametersOf(const Analysis& analysis, const Library& library);

}  // namespace mf::query
