#include "libmf/query/run.h"

#include <algorithm>

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "libmf/query/functions.h"
#include "libmf/store/chunks/attach.h"

namespace mf::query {

namespace {

using store::Statement;

// What user SQL may not do, found while it is compiled.
struct Guard {
  bool writes = false, temporary = false;
};

int authorize(void* state, int action, const char* table, const char*, const char* schema, const char*) {
  auto& guard = *static_cast<Guard*>(state);
  // SQLite asks for this when a chunk table is first met; a statement that really does it is not read-only.
  if (action == SQLITE_UPDATE && table && std::string_view(table) == "sqlite_master") return SQLITE_OK;
  switch (action) {
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
      if (schema && std::string_view(schema) == "temp") {
        guard.temporary = true;
        return SQLITE_OK;
      }
      [[fallthrough]];
    case SQLITE_CREATE_INDEX:
    case SQLITE_CREATE_TABLE:
    case SQLITE_CREATE_TRIGGER:
    case SQLITE_CREATE_VIEW:
    case SQLITE_DROP_INDEX:
    case SQLITE_DROP_TABLE:
    case SQLITE_DROP_TRIGGER:
    case SQLITE_DROP_VIEW:
    case SQLITE_ALTER_TABLE:
    case SQLITE_REINDEX:
    case SQLITE_ANALYZE:
    case SQLITE_CREATE_VTABLE:
    case SQLITE_DROP_VTABLE:
      guard.writes = true;
      return SQLITE_DENY;
    default:
      return SQLITE_OK;
  }
}

Cell cellOf(const Statement& statement, int column) {
  Cell cell;
  switch (sqlite3_column_type(statement.raw(), column)) {
    case SQLITE_NULL:
      return cell;
    case SQLITE_INTEGER:
      cell.kind = Cell::Kind::INTEGER;
      break;
    case SQLITE_FLOAT:
      cell.kind = Cell::Kind::REAL;
      break;
    default:
      cell.kind = Cell::Kind::TEXT;
      break;
  }
  if (cell.isNumber()) cell.number = statement.real(column);
  cell.text = statement.text(column);
  return cell;
}

void bindOne(Statement& statement, int at, const Parameter& parameter, const std::string& value) {
  const auto wrong = [&] {
    std::string option = parameter.name;
    std::replace(option.begin(), option.end(), '_', '-');
    return Error(cat("--", option, " wants a number, not ", quoted(value)), Status::MISUSE);
  };
  if (value == "NULL") return statement.bindNull(at);
  if (parameter.type == "TEXT") return statement.bind(at, std::string_view(value));
  if (const auto number = parseSigned(value)) return statement.bind(at, *number);
  if (parameter.type == "INTEGER") throw wrong();
  char* end = nullptr;
  const double real = std::strtod(value.c_str(), &end);
  if (value.empty() || *end != '\0') throw wrong();
  statement.bindReal(at, real);
}

void bindAll(Statement& statement, const Analysis& analysis, const Arguments& arguments) {
  for (int i = 1; i <= sqlite3_bind_parameter_count(statement.raw()); ++i) {
    const char* spelled = sqlite3_bind_parameter_name(statement.raw(), i);
    const std::string name = spelled ? spelled + 1 : "";
    const auto found = std::find_if(analysis.parameters.begin(), analysis.parameters.end(),
                                    [&](const Parameter& each) { return each.name == name; });
    if (found == analysis.parameters.end())
      throw Error(cat("analysis ", quoted(analysis.name), " has no parameter ", quoted(name)));
    const auto given = arguments.find(name);
    if (given == arguments.end() && found->standard == "-") {
      throw Error(cat(analysis.name, " needs --", name, ": ", found->doc), Status::MISUSE);
    }
    bindOne(statement, i, *found, given == arguments.end() ? found->standard : given->second);
  }
}

std::string createTable(const Analysis& analysis) {
  const bool rowid = analysis.objectKey.size() == 1 &&
                     std::any_of(analysis.columns.begin(), analysis.columns.end(), [&](const Column& column) {
                       return column.name == analysis.objectKey[0] && column.type == "INTEGER";
                     });
  std::string text = cat("CREATE TEMP TABLE \"", analysis.object, "\"(");
  for (size_t i = 0; i < analysis.columns.size(); ++i) {
    const Column& column = analysis.columns[i];
    text += cat(i ? ", " : "", '"', column.name, "\" ", column.type);
    if (rowid && column.name == analysis.objectKey[0]) text += " PRIMARY KEY";
  }
  text += ")";
  if (!rowid && !analysis.objectKey.empty()) {
    text += cat("; CREATE INDEX temp.\"ix_", analysis.object, "\" ON \"", analysis.object, "\"(",
                join(analysis.objectKey, ", "), ")");
  }
  return text;
}

}  // namespace

void passRows(Statement& statement, RowSink& out) {
  std::vector<std::string> columns;
  for (int i = 0; i < statement.columnCount(); ++i) columns.push_back(statement.columnName(i));
  out.begin(columns);
  while (statement.step()) {
    Row row;
    for (int i = 0; i < statement.columnCount(); ++i) row.push_back(cellOf(statement, i));
    out.row(std::move(row));
  }
  out.end();
}

Session::Session(const std::string& path, const Library& library)
    : owned_(std::make_unique<store::Database>(store::Database::openBundle(path))), library_(library) {
  prepare(*owned_);
}

Session::Session(store::Database& db, const Library& library) : library_(library) { prepare(db); }

void Session::prepare(store::Database& db) {
  db_ = &db;
  db.execute("PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824");
  addFunctions(db.raw());
  if (const std::string error = store::attachChunks(db.raw()); !error.empty()) {
    throw Error(cat(quoted(db.path()), " is damaged: ", error));
  }
}

std::string Session::unmetNeed(const std::string& need) const {
  Statement why =
      db_->prepare("SELECT what, why FROM absent WHERE what = ?1 OR (what LIKE '%.*' AND ?1 GLOB what) LIMIT 1");
  why.bind(1, need);
  if (why.step()) return cat(need, " is not modelled: ", why.text(1));
  const auto exists = [&](const char* sql, std::string_view name) {
    Statement query = db_->prepare(sql);
    query.bind(1, name);
    return query.step();
  };
  if (need.starts_with("node:")) {
    const std::string kind = need.substr(5);
    return exists("SELECT 1 FROM nodes WHERE kind = ?1", kind) ? "" : cat("this machine has no ", kind);
  }
  if (need.starts_with("rows:")) {
    const std::string table = need.substr(5);
    return db_->prepare(cat("SELECT 1 FROM \"", table, "\" LIMIT 1")).step() ? "" : cat("this run recorded no ", table);
  }
  if (need.find('.') != std::string::npos) {
    // An event of the domain of its node may be on record wherever some node's was.
    Statement event = db_->prepare(
        "SELECT domain, domain <> 'node' AND domain NOT IN (SELECT domain FROM coverage) FROM event_types "
        "WHERE name = ?1");
    event.bind(1, need);
    if (!event.step()) return cat("no catalog of this run declares ", need);
    if (event.integer(1) == 0) return "";
    return cat("this run did not record domain ", event.text(0), ", to which ", need, " belongs");
  }
  return exists("SELECT 1 FROM packages WHERE name = ?1", need) ? "" : cat("package ", need, " is not in this run");
}

std::string Session::unmet(const Analysis& analysis) const {
  std::vector<const Analysis*> all = library_.prerequisites(analysis);
  all.push_back(&analysis);
  for (const Analysis* each : all) {
    for (const std::string& need : each->needs) {
      if (std::string why = unmetNeed(need); !why.empty()) return why;
    }
  }
  return "";
}

void Session::make(const Analysis& analysis, const Arguments& arguments) {
  const auto found = made_.find(analysis.name);
  if (found != made_.end() && (found->second == arguments || analysis.form == Analysis::Form::VIEW)) return;
  if (analysis.form == Analysis::Form::VIEW) {
    db_->execute(cat("CREATE TEMP VIEW \"", analysis.object, "\" AS ", analysis.sql));
  } else {
    db_->execute(cat("DROP TABLE IF EXISTS temp.\"", analysis.object, "\""));
    db_->execute(createTable(analysis));
    Statement fill = db_->prepare(cat("INSERT INTO temp.\"", analysis.object, "\" ", analysis.sql));
    bindAll(fill, analysis, arguments);
    fill.run();
  }
  made_[analysis.name] = arguments;
}

void Session::run(const Analysis& analysis, const Arguments& arguments, RowSink& out) {
  if (const std::string why = unmet(analysis); !why.empty()) {
    throw Error(cat(analysis.name, " cannot be answered: ", why), Status::NOT_MODELLED);
  }
  during([&] { return cat("answering ", analysis.name); },
         [&] {
           for (const Analysis* each : library_.prerequisites(analysis)) make(*each, arguments);
           if (analysis.form != Analysis::Form::SELECT) {
             make(analysis, arguments);
             Statement all = db_->prepare(cat("SELECT * FROM temp.\"", analysis.object, "\""));
             return passRows(all, out);
           }
           Statement statement = db_->prepare(analysis.sql);
           bindAll(statement, analysis, arguments);
           passRows(statement, out);
         });
}

void Session::runSql(const std::string& sql, RowSink& out) {
  const char* rest = sql.c_str();
  Guard guard;
  sqlite3_set_authorizer(db_->raw(), authorize, &guard);
  struct Unset {
    sqlite3* db;
    ~Unset() { sqlite3_set_authorizer(db, nullptr, nullptr); }
  } unset{db_->raw()};
  while (*rest) {
    sqlite3_stmt* raw = nullptr;
    const char* tail = nullptr;
    const int code = sqlite3_prepare_v2(db_->raw(), rest, -1, &raw, &tail);
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> owner(raw, sqlite3_finalize);
    const std::string text(trim(std::string_view(rest).substr(0, std::string_view(rest).find(';'))));
    const bool refused = guard.writes || (raw && !sqlite3_stmt_readonly(raw) && !guard.temporary);
    if (refused) throw Error(cat("this tool only reads; refused: ", text), Status::MISUSE);
    // A mistake in the text is the user's; a damaged bundle and a lack of memory are not.
    const Status whose = code == SQLITE_ERROR ? Status::MISUSE : Status::FAILED;
    if (code != SQLITE_OK) throw Error(cat(store::reason(db_->raw()), " in ", quoted(text)), whose);
    rest = tail;
    guard.temporary = false;
    if (!raw) continue;
    Statement statement(db_->raw(), sqlite3_sql(raw));
    if (statement.columnCount() == 0) {
      statement.run();
    } else {
      passRows(statement, out);
    }
  }
}

std::vector<Parameter> parametersOf(const Analysis& analysis, const Library& library) {
  std::vector<Parameter> all = analysis.parameters;
  for (const Analysis* each : library.prerequisites(analysis)) {
    for (const Parameter& parameter : each->parameters) {
      const bool known =
          std::any_of(all.begin(), all.end(), [&](const Parameter& p) { return p.name == parameter.name; });
      if (!known) all.push_back(parameter);
    }
  }
  return all;
}

}  // namespace mf::query
