// A SQLite database, its statements and transactions, with errors in our words.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mf::store {

// "MFdb": marks a file as a Microflow bundle (PRAGMA application_id).
constexpr int64_t APPLICATION_ID = 0x4d466462;
// Changes with every change of meaning; mfir(5) VERSIONS.
constexpr int64_t FORMAT_VERSION = 1;

class Statement {
 public:
  Statement() = default;
  Statement(sqlite3* db, std::string_view sql);

  // The next row; false at the end. The message of a failure names the statement.
  bool step();
  void reset();
  // One step of a statement without rows, ready for the next binding.
  void run();

  void bind(int parameter, int64_t value) { sqlite3_bind_int64(statement_.get(), parameter, value); }
  void bindNull(int parameter) { sqlite3_bind_null(statement_.get(), parameter); }
  void bind(int parameter, std::string_view text);
  void bindReal(int parameter, double value) { sqlite3_bind_double(statement_.get(), parameter, value); }
  // `bytes` must live until the statement is reset.
  void bindBlob(int parameter, std::string_view bytes);

  bool isNull(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }
  int64_t integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
  double real(int column) const { return sqlite3_column_double(statement_.get(), column); }
  std::string text(int column) const;  // "" for NULL
  std::optional<int64_t> maybe(int column) const;
  int columnCount() const { return sqlite3_column_count(statement_.get()); }
  std::string columnName(int column) const { return sqlite3_column_name(statement_.get(), column); }

  sqlite3_stmt* raw() const { return statement_.get(); }
  explicit operator bool() const { return statement_ != nullptr; }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Database {
 public:
  // Makes or opens `path` for writing; "" is a temporary database.
  static Database create(const std::string& path);
  // Opens an existing bundle read-only: a missing file, another format or another
  // kind of database is an error that names it.
  static Database openBundle(const std::string& path);

  void execute(const std::string& sql);
  Statement prepare(std::string_view sql) const { return Statement(db_.get(), sql); }
  // First column of the first row; 0 when there is none.
  int64_t number(std::string_view sql) const;
  std::string word(std::string_view sql) const;
  bool hasTable(std::string_view name) const;

  sqlite3* raw() const { return db_.get(); }
  const std::string& path() const { return path_; }

 private:
  struct Close {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
  };
  Database(const std::string& path, int flags);
  std::string path_;
  std::unique_ptr<sqlite3, Close> db_;
};

// The application_id of the database in a file, 0 when it holds none.
int64_t applicationIdOf(const std::string& path);

// "cannot write 'run.db': database or disk is full" and the like, for the last failure of `db`.
std::string reason(sqlite3* db);

}  // namespace mf::store
