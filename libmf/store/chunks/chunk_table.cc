#include "libmf/store/chunks/chunk_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "libmf/store/chunks/chunk_cache.h"
#include "libmf/store/read_only_table.h"

namespace mf::store {

namespace {

constexpr size_t EV = 0, TIME = 1;
constexpr int64_t LOWEST = std::numeric_limits<int64_t>::min(), HIGHEST = std::numeric_limits<int64_t>::max();

// What xBestIndex tells xFilter: which arguments come, in this order.
enum Plan { EV_IS = 1, EV_FROM = 2, EV_TO = 4, TIME_IS = 8, TIME_FROM = 16, TIME_TO = 32, COLUMN_IS = 64 };
constexpr int COLUMN_SHIFT = 8;

struct Table : sqlite3_vtab {
  Table(sqlite3* db, const ChunkTableSpec& s)
      : sqlite3_vtab{}, spec(s), shown(s.shown()), cache(db, s.stream, s.columns.size()) {}
  const ChunkTableSpec& spec;
  std::vector<ChunkTableSpec::Shown> shown;
  ChunkCache cache;
};

struct Range {
  int64_t low = LOWEST, high = HIGHEST;
  bool isEmpty() const { return low > high; }
  // Narrows by a comparison with `value`. Never too much: SQLite tests the rows again, so that
  // strict comparisons and odd types may be left to it.
  void atLeast(sqlite3_value* value) { low = std::max(low, bound(value, std::floor, LOWEST)); }
  void atMost(sqlite3_value* value) { high = std::min(high, bound(value, std::ceil, HIGHEST)); }

 private:
  int64_t bound(sqlite3_value* value, double (*round)(double), int64_t none) {
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_INTEGER) return sqlite3_value_int64(value);
    if (type == SQLITE_NULL) high = LOWEST, low = HIGHEST;
    if (type != SQLITE_FLOAT) return none;
    const double rounded = round(sqlite3_value_double(value));
    return std::fabs(rounded) < 9e18 ? static_cast<int64_t>(rounded) : none;
  }
};

struct Cursor : sqlite3_vtab_cursor {
  Cursor() : sqlite3_vtab_cursor{} {}
  Cursor(const Cursor&) = delete;
  ~Cursor() { sqlite3_finalize(scan); }
  Table& table() const { return *static_cast<Table*>(pVtab); }

  sqlite3_stmt* scan = nullptr;  // ids of the chunks to come
  std::shared_ptr<DecodedChunk> chunk;
  const std::vector<uint64_t>* ev = nullptr;
  uint32_t row = 0;
  Range evs, times;
  size_t equalColumn = SIZE_MAX;
  uint64_t equalTo = 0;
  bool atEnd = true;
};

int failed(sqlite3_vtab* table, const std::string& what) {
  sqlite3_free(table->zErrMsg);
  table->zErrMsg = sqlite3_mprintf("%s", what.c_str());
  return SQLITE_CORRUPT_VTAB;
}

int xConnect(sqlite3* db, void* aux, int, const char* const*, sqlite3_vtab** out, char**) {
  const auto& spec = *static_cast<ChunkTableSpec*>(aux);
  const int code = sqlite3_declare_vtab(db, spec.declaration().c_str());
  if (code == SQLITE_OK) *out = new Table(db, spec);
  return code;
}

// Bit of the plan that a constraint could serve, 0 for none.
int usefulness(const Table& table, int shownColumn, unsigned char op) {
  const bool isRowid = shownColumn < 0;
  const auto shown = isRowid ? ChunkTableSpec::Shown{EV, false} : table.shown[static_cast<size_t>(shownColumn)];
  const bool from = op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_GE;
  const bool to = op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE;
  const bool is = op == SQLITE_INDEX_CONSTRAINT_EQ;
  if (shown.column == EV) return is ? EV_IS : from ? EV_FROM : to ? EV_TO : 0;
  if (shown.column == TIME) return is ? TIME_IS : from ? TIME_FROM : to ? TIME_TO : 0;
  const bool storedAsShown = !shown.isWord && table.spec.columns[shown.column].kind != Kind::BACK;
  return is && storedAsShown ? COLUMN_IS : 0;
}

int xBestIndex(sqlite3_vtab* base, sqlite3_index_info* info) {
  const auto& table = *static_cast<Table*>(base);
  int plan = 0, argument = 0, column = 0;
  for (const int wanted : {EV_IS, EV_FROM, EV_TO, TIME_IS, TIME_FROM, TIME_TO, COLUMN_IS}) {
    for (int i = 0; i < info->nConstraint && !(plan & wanted); ++i) {
      const auto& constraint = info->aConstraint[i];
      // Equality with each of a list would be a scan for each: left to SQLite, which scans once.
      if (wanted == COLUMN_IS && sqlite3_vtab_in(info, i, -1)) continue;
      if (!constraint.usable || usefulness(table, constraint.iColumn, constraint.op) != wanted) continue;
      plan |= wanted;
      info->aConstraintUsage[i].argvIndex = ++argument;
      if (wanted == COLUMN_IS) column = static_cast<int>(table.shown[static_cast<size_t>(constraint.iColumn)].column);
    }
  }
  // A row costs about as much as one of an ordinary table; a lookup, a decoded chunk now and then.
  const double all = static_cast<double>(std::max<uint64_t>(table.spec.rows, 1));
  double read = all;
  if (plan & (EV_FROM | TIME_FROM)) read /= 4;
  if (plan & (EV_TO | TIME_TO)) read /= 4;
  if (plan & TIME_IS) read = std::min(read, 4096.0);
  double rows = plan & COLUMN_IS ? read / 8 : read, cost = read + 1000;
  if (plan & EV_IS) rows = 1, cost = 30;
  info->idxNum = plan | column << COLUMN_SHIFT;
  info->estimatedCost = cost;
  info->estimatedRows = std::max<sqlite3_int64>(1, static_cast<sqlite3_int64>(rows));
  if (plan & EV_IS) info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
  const bool byEv = info->nOrderBy == 1 && info->aOrderBy[0].iColumn <= 0 && !info->aOrderBy[0].desc;
  info->orderByConsumed = byEv ? 1 : 0;
  return SQLITE_OK;
}

// Goes to the first row of the chunk that may be wanted; false on a damaged chunk.
bool enter(Cursor& cursor, std::shared_ptr<DecodedChunk> chunk) {
  cursor.chunk = std::move(chunk);
  cursor.ev = cursor.table().cache.column(*cursor.chunk, EV);
  if (!cursor.ev) return false;
  const uint64_t low = cursor.evs.low > 0 ? static_cast<uint64_t>(cursor.evs.low) : 0;
  cursor.row = static_cast<uint32_t>(std::lower_bound(cursor.ev->begin(), cursor.ev->end(), low) - cursor.ev->begin());
  return true;
}

int nextChunk(Cursor& cursor) {
  ChunkCache& cache = cursor.table().cache;
  const int code = cursor.scan ? sqlite3_step(cursor.scan) : SQLITE_DONE;
  if (code == SQLITE_DONE) {
    cursor.atEnd = true;
    return SQLITE_OK;
  }
  if (code != SQLITE_ROW) return failed(cursor.pVtab, sqlite3_errmsg(cache.db()));
  auto chunk = cache.load(sqlite3_column_int64(cursor.scan, 0));
  if (!chunk || !enter(cursor, std::move(chunk))) return failed(cursor.pVtab, cache.error());
  return SQLITE_OK;
}

// Moves on from the present row, itself included, to one that passes the filters.
int settle(Cursor& cursor) {
  ChunkCache& cache = cursor.table().cache;
  while (!cursor.atEnd) {
    if (cursor.row < cursor.chunk->rows) {
      if (static_cast<int64_t>((*cursor.ev)[cursor.row]) > cursor.evs.high) {
        cursor.atEnd = true;
        break;
      }
      if (cursor.equalColumn == SIZE_MAX) break;
      const auto* values = cache.column(*cursor.chunk, cursor.equalColumn);
      if (!values) return failed(cursor.pVtab, cache.error());
      const auto found = std::find(values->begin() + cursor.row, values->end(), cursor.equalTo);
      const auto row = static_cast<uint32_t>(found - values->begin());
      if (row == cursor.row) break;
      cursor.row = row;
    } else if (const int code = nextChunk(cursor); code != SQLITE_OK) {
      return code;
    }
  }
  return SQLITE_OK;
}

int startScan(Cursor& cursor) {
  const Table& table = cursor.table();
  if (!cursor.scan) {
    constexpr const char* SQL =
        "SELECT id FROM main.chunks WHERE id >= coalesce((SELECT max(id) FROM main.chunks WHERE id BETWEEN ?1 AND ?2), "
        "?1) AND id <= ?3 AND t1 >= ?4 AND t0 <= ?5 ORDER BY id";
    if (sqlite3_prepare_v2(table.cache.db(), SQL, -1, &cursor.scan, nullptr)) {
      return failed(cursor.pVtab, sqlite3_errmsg(table.cache.db()));
    }
  }
  sqlite3_reset(cursor.scan);
  const auto within = [](int64_t ev) {
    constexpr uint64_t LAST = (uint64_t{1} << STREAM_SHIFT) - 1;
    return ev < 0 ? 0 : std::min(static_cast<uint64_t>(ev), LAST);
  };
  sqlite3_bind_int64(cursor.scan, 1, chunkId(table.spec.stream, 0));
  sqlite3_bind_int64(cursor.scan, 2, chunkId(table.spec.stream, within(cursor.evs.low)));
  sqlite3_bind_int64(cursor.scan, 3, chunkId(table.spec.stream, within(cursor.evs.high)));
  sqlite3_bind_int64(cursor.scan, 4, cursor.times.low);
  sqlite3_bind_int64(cursor.scan, 5, cursor.times.high);
  return nextChunk(cursor);
}

void readPlan(Cursor& cursor, int plan, sqlite3_value** arguments) {
  cursor.evs = cursor.times = Range{};
  cursor.equalColumn = SIZE_MAX;
  int next = 0;
  const auto take = [&](int bit, auto use) {
    if (plan & bit) use(arguments[next++]);
  };
  take(EV_IS, [&](auto* v) { cursor.evs.atLeast(v), cursor.evs.atMost(v); });
  take(EV_FROM, [&](auto* v) { cursor.evs.atLeast(v); });
  take(EV_TO, [&](auto* v) { cursor.evs.atMost(v); });
  take(TIME_IS, [&](auto* v) { cursor.times.atLeast(v), cursor.times.atMost(v); });
  take(TIME_FROM, [&](auto* v) { cursor.times.atLeast(v); });
  take(TIME_TO, [&](auto* v) { cursor.times.atMost(v); });
  take(COLUMN_IS, [&](auto* v) {
    if (sqlite3_value_type(v) != SQLITE_INTEGER) return;
    cursor.equalColumn = static_cast<size_t>(plan >> COLUMN_SHIFT);
    cursor.equalTo = static_cast<uint64_t>(sqlite3_value_int64(v));
  });
}

int xFilter(sqlite3_vtab_cursor* base, int plan, const char*, int, sqlite3_value** arguments) {
  auto& cursor = *static_cast<Cursor*>(base);
  readPlan(cursor, plan, arguments);
  cursor.atEnd = cursor.evs.isEmpty() || cursor.times.isEmpty() || cursor.evs.high < 0;
  if (cursor.atEnd) return SQLITE_OK;
  if (!(plan & EV_IS)) {
    if (const int code = startScan(cursor); code != SQLITE_OK) return code;
    return settle(cursor);
  }
  ChunkCache& cache = cursor.table().cache;
  sqlite3_finalize(cursor.scan);
  cursor.scan = nullptr;
  auto chunk = cache.at(static_cast<uint64_t>(std::max<int64_t>(cursor.evs.low, 0)));
  if (!chunk && !cache.error().empty()) return failed(cursor.pVtab, cache.error());
  cursor.atEnd = chunk == nullptr;
  if (chunk && !enter(cursor, std::move(chunk))) return failed(cursor.pVtab, cache.error());
  return settle(cursor);
}

int xNext(sqlite3_vtab_cursor* base) {
  auto& cursor = *static_cast<Cursor*>(base);
  ++cursor.row;
  return settle(cursor);
}

int xEof(sqlite3_vtab_cursor* base) { return static_cast<Cursor*>(base)->atEnd; }

int xColumn(sqlite3_vtab_cursor* base, sqlite3_context* out, int index) {
  auto& cursor = *static_cast<Cursor*>(base);
  const Table& table = cursor.table();
  const auto shown = table.shown[static_cast<size_t>(index)];
  const auto* values = cursor.table().cache.column(*cursor.chunk, shown.column);
  if (!values) return failed(cursor.pVtab, table.cache.error());
  const uint64_t value = (*values)[cursor.row];
  const ChunkColumn& column = table.spec.columns[shown.column];
  if (shown.isWord) {
    if (value >= column.words->size() || (*column.words)[value].empty()) return SQLITE_OK;  // NULL
    const std::string& word = (*column.words)[value];
    sqlite3_result_text(out, word.data(), static_cast<int>(word.size()), SQLITE_STATIC);
  } else if (value == 0 && (column.kind == Kind::REF || column.kind == Kind::BACK || column.isCoined)) {
    sqlite3_result_null(out);
  } else {
    const uint64_t plain = column.kind == Kind::BACK ? (*cursor.ev)[cursor.row] - value : value;
    sqlite3_result_int64(out, static_cast<int64_t>(plain));
  }
  return SQLITE_OK;
}

int xRowid(sqlite3_vtab_cursor* base, sqlite3_int64* out) {
  const auto& cursor = *static_cast<Cursor*>(base);
  *out = static_cast<int64_t>((*cursor.ev)[cursor.row]);
  return SQLITE_OK;
}

}  // namespace

std::vector<ChunkTableSpec::Shown> ChunkTableSpec::shown() const {
  std::vector<Shown> all;
  for (size_t i = 0; i < columns.size(); ++i) {
    all.push_back({i, false});
    if (columns[i].kind == Kind::CODE) all.push_back({i, true});
  }
  return all;
}

std::string ChunkTableSpec::declaration() const {
  std::string text;
  for (const Shown& each : shown()) {
    const ChunkColumn& column = columns[each.column];
    text += text.empty() ? "CREATE TABLE x(" : ", ";
    text += '"' + column.name + (column.kind == Kind::CODE && !each.isWord ? "_c" : "") + '"';
    text += each.isWord ? " TEXT" : each.column == EV ? " INTEGER PRIMARY KEY" : " INTEGER";
  }
  return text + ")";
}

int registerChunkTable(sqlite3* db, ChunkTableSpec spec) {
  static const sqlite3_module MODULE =
      readOnlyModule<Table, Cursor, xConnect, xBestIndex, xFilter, xNext, xEof, xColumn, xRowid>();
  auto* kept = new ChunkTableSpec(std::move(spec));
  return sqlite3_create_module_v2(db, kept->name.c_str(), &MODULE, kept,
                                  [](void* aux) { delete static_cast<ChunkTableSpec*>(aux); });
}

}  // namespace mf::store
