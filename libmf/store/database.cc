#include "libmf/store/database.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"

namespace mf::store {

std::string reason(sqlite3* db) {
  const int code = sqlite3_errcode(db);
  if (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) {
    const int system = sqlite3_system_errno(db);
    if (system != 0) return cat(sqlite3_errmsg(db), " (", std::strerror(system), ")");
  }
  return sqlite3_errmsg(db);
}

Statement::Statement(sqlite3* db, std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(db, sql.data(), static_cast<int>(sql.size()), &statement, nullptr) != SQLITE_OK) {
    throw Error(cat(reason(db), " in ", quoted(sql.substr(0, 200))));
  }
  statement_.reset(statement);
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  sqlite3* db = sqlite3_db_handle(statement_.get());
  const std::string why = reason(db);
  const char* sql = sqlite3_sql(statement_.get());
  throw Error(cat(why, " in ", quoted(std::string_view(sql ? sql : "").substr(0, 200))));
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

void Statement::run() {
  step();
  sqlite3_reset(statement_.get());
}

void Statement::bind(int parameter, std::string_view text) {
  sqlite3_bind_text(statement_.get(), parameter, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

void Statement::bindBlob(int parameter, std::string_view bytes) {
  sqlite3_bind_blob(statement_.get(), parameter, bytes.data(), static_cast<int>(bytes.size()), SQLITE_STATIC);
}

std::string Statement::text(int column) const {
  const auto* text = sqlite3_column_text(statement_.get(), column);
  if (!text) return "";
  return {reinterpret_cast<const char*>(text), static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::optional<int64_t> Statement::maybe(int column) const {
  if (isNull(column)) return std::nullopt;
  return integer(column);
}

Database::Database(const std::string& path, int flags) : path_(path) {
  sqlite3* db = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &db, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  db_.reset(db);
  if (code != SQLITE_OK) throw Error(cat("cannot open ", quoted(path), ": ", db ? reason(db) : "out of memory"));
}

Database Database::create(const std::string& path) {
  return Database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

Database Database::openBundle(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    throw Error(cat("cannot open ", quoted(path), ": ", std::strerror(errno)));
  }
  if (S_ISDIR(status.st_mode)) throw Error(cat("cannot open ", quoted(path), ": it is a directory"));
  Database db(path, SQLITE_OPEN_READONLY);
  int64_t id = 0;
  try {
    id = db.number("PRAGMA application_id");
  } catch (const Error&) {
    throw Error(cat(quoted(path), " is not a Microflow bundle: ", reason(db.raw())));
  }
  if (id != APPLICATION_ID) throw Error(cat(quoted(path), " is not a Microflow bundle"));
  const int64_t version = db.number("PRAGMA user_version");
  if (version != FORMAT_VERSION) {
    throw Error(cat(quoted(path), " has bundle format ", version, "; this program reads ", FORMAT_VERSION));
  }
  return db;
}

void Database::execute(const std::string& sql) {
  char* message = nullptr;
  if (sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK) {
    const std::string why = message ? message : sqlite3_errmsg(db_.get());
    sqlite3_free(message);
    throw Error(cat(why, " in ", quoted(std::string_view(sql).substr(0, 200))));
  }
}

int64_t applicationIdOf(const std::string& path) {
  constexpr size_t ID_AT = 68;
  unsigned char head[100] = {};
  const FileDescriptor file = openInput(path);
  if (readFully(file.get(), head, sizeof head, quoted(path)) < sizeof head) return 0;
  if (std::memcmp(head, "SQLite format 3", 16) != 0) return 0;
  int64_t id = 0;
  for (size_t i = 0; i < 4; ++i) id = id << 8 | head[ID_AT + i];
  return id;
}

int64_t Database::number(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::string Database::word(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.text(0) : "";
}

bool Database::hasTable(std::string_view name) const {
  Statement statement = prepare("SELECT 1 FROM main.sqlite_schema WHERE name = ?1 AND type IN ('table', 'view')");
  statement.bind(1, name);
  return statement.step();
}

}  // namespace mf::store
