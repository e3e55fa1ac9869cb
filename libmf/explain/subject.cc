#include "libmf/explain/subject.h"

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::explain {

namespace {

constexpr int64_t FEW = 5;  // of a pc or line, unless --top says how many

struct InstName {
  int64_t core = 0, number = 0;
};

InstName parseInst(const store::Database& db, const std::string& text) {
  const auto parts = split(text, ':');
  const auto number = parseUnsigned(parts.back());
  const auto core = parts.size() == 2 ? parseUnsigned(parts[0]) : std::optional<uint64_t>(0);
  if (parts.size() > 2 || !number || !core)
    throw Error(cat("--inst wants N or CORE:N, not ", quoted(text)), Status::MISUSE);
  if (parts.size() == 1 && db.number("SELECT count(DISTINCT core) FROM roi") > 1) {
    throw Error(cat("this run has several cores: name the core, as in --inst 0:", *number), Status::MISUSE);
  }
  return {static_cast<int64_t>(*core), static_cast<int64_t>(*number)};
}

}  // namespace

std::string nameOf(const Subject& subject) {
  if (subject.episode) return cat("episode ", *subject.episode);
  if (!subject.inst.empty()) return cat("instruction ", subject.inst);
  if (subject.pc) return cat("pc ", hex(*subject.pc));
  if (subject.line) return cat("line ", hex(*subject.line));
  return "this run";
}

std::vector<int64_t> episodesOf(const store::Database& db, const Subject& subject) {
  const int choices =
      (subject.episode ? 1 : 0) + (subject.inst.empty() ? 0 : 1) + (subject.pc ? 1 : 0) + (subject.line ? 1 : 0);
  if (choices > 1) throw Error("--episode, --inst, --pc and --line exclude each other", Status::MISUSE);
  if (choices == 0 && !subject.top)
    throw Error("say what to explain: --top, --episode, --inst, --pc or --line", Status::MISUSE);
  std::string where = "TRUE";
  int64_t a = 0, b = 0;
  if (subject.episode) {
    where = "e.ep = ?1";
    a = static_cast<int64_t>(*subject.episode);
  } else if (!subject.inst.empty()) {
    const InstName name = parseInst(db, subject.inst);
    where = "e.flow IN (SELECT flow FROM insts WHERE retire_idx = ?1 AND core = ?2)";
    a = name.number;
    b = name.core;
  } else if (subject.pc) {
    where = "e.flow IN (SELECT flow FROM insts WHERE pc = ?1)";
    a = static_cast<int64_t>(*subject.pc);
  } else if (subject.line) {
    where = "e.cause IN (SELECT flow FROM packets WHERE line = ?1)";
    a = static_cast<int64_t>(*subject.line);
  }
  const std::string kind = subject.episode ? "" : " AND e.kind = 'head_block'";
  store::Statement query =
      db.prepare(cat("SELECT e.ep FROM episodes e WHERE ", where, kind, " ORDER BY e.t1 - e.t0 DESC, e.ep LIMIT ?3"));
  if (choices > 0) query.bind(1, a);
  if (!subject.inst.empty()) query.bind(2, b);
  query.bind(3, subject.top ? static_cast<int64_t>(*subject.top) : FEW);
  std::vector<int64_t> episodes;
  while (query.step()) episodes.push_back(query.integer(0));
  return episodes;
}

}  // namespace mf::explain
