#include "libmf/reverse/campaign.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <random>
#include <thread>

#include "libmf/base/embedded.h"
#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"

namespace mf::reverse {

namespace {

constexpr int64_t CAMPAIGN_ID = 0x4d466370;  // "MFcp"

struct Run {
  const char* what;
  size_t target;                // candidate whose stall is looked at
  std::vector<size_t> flipped;  // candidates whose decision is reversed
};

struct Outcome {
  bool prefixOk = false;
  Fate fate;
  int64_t span = 0;
};

// A column of an answer, by name.
class Answer : public query::RowList {
 public:
  const query::Cell& at(const query::Row& row, const std::string& column) const {
    const auto found = std::find(columns.begin(), columns.end(), column);
    if (found == columns.end()) throw Error(cat("the proposals have no column ", quoted(column)), Status::MISUSE);
    return row[static_cast<size_t>(found - columns.begin())];
  }
  int64_t integer(const query::Row& row, const std::string& column) const {
    return static_cast<int64_t>(at(row, column).number);
  }
};

std::vector<Candidate> propose(query::Session& session, const Plan& plan, const query::Library& library) {
  Answer answer;
  session.run(library.find(plan.proposals), plan.arguments, answer);
  store::Statement events = session.database().prepare(
      "SELECT d.ev, coalesce((SELECT e.ev0 FROM episodes e WHERE e.ep = ?2), d.ev), d.forced FROM decisions d "
      "WHERE d.dec = ?1");
  std::vector<Candidate> candidates;
  for (const query::Row& row : answer.rows) {
    Candidate each;
    each.kind = answer.at(row, "kind").text;
    each.leaf = answer.at(row, "leaf").text;
    each.override_ = answer.at(row, "override").text;
    each.ep = answer.integer(row, "ep");
    each.dec = answer.integer(row, "dec");
    each.line = answer.integer(row, "line");
    if (answer.at(row, "cset").isNumber()) each.set = answer.integer(row, "cset");
    each.target = {answer.integer(row, "core"), answer.integer(row, "retire_idx"), answer.at(row, "cache").text};
    each.vanishes = answer.integer(row, "vanishes") != 0;
    each.stall = answer.at(row, "stall_cycles").number;
    each.predicted = answer.at(row, "predicted_cycles").number;
    events.reset();
    events.bind(1, each.dec);
    events.bind(2, each.ep);
    if (!events.step()) throw Error(cat("the bundle has no decision ", each.dec));
    if (events.integer(2) != 0) continue;  // it was reversed in the recorded run
    each.ev = static_cast<uint64_t>(events.integer(0));
    each.accessEv = static_cast<uint64_t>(events.integer(1));
    candidates.push_back(std::move(each));
  }
  return candidates;
}

// Whether the stall of `target` cannot be told from the decision of `other`: it is the same one, or
// is about the same line, or about the ways of the same set.
bool isEntangled(const Candidate& target, const Candidate& other) {
  return other.dec == target.dec || other.line == target.line ||
         (target.set && other.set == target.set && other.target.cache == target.target.cache);
}

// Which runs to make: as many as asked for, as far as there are candidates for them.
std::vector<Run> choose(const std::vector<Candidate>& candidates, const Plan& plan) {
  std::mt19937_64 random(plan.seed);
  std::vector<size_t> order(candidates.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  order.resize(std::min(order.size(), std::max({plan.sample, plan.controls, size_t{1}})));
  std::vector<Run> runs;
  for (size_t i = 0; i < std::min(order.size(), plan.sample); ++i) runs.push_back({"reversal", order[i], {order[i]}});
  for (size_t i = 0; i < std::min(order.size(), plan.controls); ++i) {
    const Candidate& target = candidates[order[i]];
    std::vector<size_t> others;
    for (size_t j = 0; j < candidates.size(); ++j) {
      const Candidate& other = candidates[j];
      if (other.kind == target.kind && other.ev < target.accessEv && !isEntangled(target, other)) others.push_back(j);
    }
    if (!others.empty()) runs.push_back({"control", order[i], {others[random() % others.size()]}});
  }
  const size_t alone = std::min(order.size(), plan.sample);
  std::vector<std::pair<size_t, size_t>> pairs;
  for (size_t a = 0; plan.pairs > 0 && a < alone; ++a) {
    for (size_t b = a + 1; b < alone; ++b) {
      if (candidates[order[a]].dec != candidates[order[b]].dec) pairs.emplace_back(order[a], order[b]);
    }
  }
  std::shuffle(pairs.begin(), pairs.end(), random);
  pairs.resize(std::min(pairs.size(), plan.pairs));
  for (const auto& [a, b] : pairs) runs.push_back({"pair", a, {a, b}});
  return runs;
}

std::vector<uint64_t> eventsOf(const std::vector<Candidate>& candidates) {
  std::vector<uint64_t> events;
  for (const Candidate& each : candidates) events.push_back(each.ev);
  return events;
}

class Campaign {
 public:
  Campaign(const Command& command, const std::vector<Candidate>& candidates)
      : command_(command), candidates_(candidates), base_(eventsOf(candidates)) {}

  // The run as it was: the same events, or there is nothing to compare with.
  void repeat(const std::string& uid) {
    if (!replay(command_, {}, base_)) throw Error(cat(quoted(command_.simulator[0]), " exits 1"));
    if (base_.runUid() != uid)
      throw Error(
          "the simulator does not repeat the recorded run: give its command, and --domains, --roi, --when, --override "
          "and "
          "-p as its capture had them");
  }
  const Observer& base() const { return base_; }

  Outcome make(const Run& run) const {
    std::vector<std::string> overrides;
    uint64_t first = UINT64_MAX;
    for (const size_t each : run.flipped) {
      overrides.push_back(candidates_[each].override_);
      first = std::min(first, candidates_[each].ev);
    }
    Observer seen({first});
    const bool applied = replay(command_, overrides, seen);
    const Target& target = candidates_[run.target].target;
    const bool same = seen.digestBefore(first) == base_.digestBefore(first);
    return {applied && same, seen.fateOf(target), seen.spanOf(target.core)};
  }

 private:
  const Command& command_;
  const std::vector<Candidate>& candidates_;
  Observer base_;
};

// All runs, `jobs` at once; the first Error ends the campaign.
std::vector<Outcome> makeAll(const Campaign& campaign, const std::vector<Run>& runs, unsigned jobs,
                             const std::function<void(size_t, size_t)>& progress) {
  std::vector<Outcome> outcomes(runs.size());
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failed;
  size_t done = 0;
  const auto work = [&] {
    for (size_t i = next++; i < runs.size(); i = next++) {
      try {
        outcomes[i] = campaign.make(runs[i]);
        const std::lock_guard<std::mutex> lock(mutex);
        progress(++done, runs.size());
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex);
        if (!failed) failed = std::current_exception();
        next = runs.size();
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < std::min<size_t>(jobs, runs.size()); ++i) threads.emplace_back(work);
    work();
  }
  if (failed) std::rethrow_exception(failed);
  return outcomes;
}

// The miss is gone: its lookup hits; or there is none, and the stall is shorter; or
// nothing is left of the stall.
bool hasVanished(const Target& target, const Fate& before, const Fate& now) {
  if (!before.missed) return false;
  if (target.cache.empty()) return !now.missed;
  return now.stall == 0 || (now.looked ? !now.missed : now.stall < before.stall);
}

// In one transaction: the table of a campaign that was interrupted does not exist.
void writeAll(store::Database& db, const Observer& base, const std::vector<Candidate>& candidates,
              const std::vector<Run>& runs, const std::vector<Outcome>& outcomes) {
  const auto cycles = [&](int64_t time) { return static_cast<double>(time) / static_cast<double>(base.period()); };
  db.execute(cat("PRAGMA journal_mode = OFF; PRAGMA application_id = ", CAMPAIGN_ID, "; BEGIN"));
  db.execute(std::string(embeddedText("libmf/reverse/campaign.sql")));
  store::Statement insert =
      db.prepare("INSERT INTO reversals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (size_t i = 0; i < runs.size(); ++i) {
    const Candidate &target = candidates[runs[i].target], &flipped = candidates[runs[i].flipped[0]];
    const Outcome& outcome = outcomes[i];
    const Fate before = base.fateOf(target.target);
    insert.bind(1, static_cast<int64_t>(i) + 1);
    insert.bind(2, std::string_view(runs[i].what));
    insert.bind(3, std::string_view(target.kind));
    insert.bind(4, std::string_view(target.leaf));
    insert.bind(5, target.ep);
    insert.bind(6, target.target.core);
    insert.bind(7, target.target.retireIdx);
    insert.bind(8, flipped.dec);
    insert.bind(9, std::string_view(flipped.override_));
    if (runs[i].flipped.size() > 1) {
      insert.bind(10, candidates[runs[i].flipped[1]].dec);
      insert.bind(11, std::string_view(candidates[runs[i].flipped[1]].override_));
    } else {
      insert.bindNull(10);
      insert.bindNull(11);
    }
    insert.bind(12, int64_t{outcome.prefixOk && outcome.fate.retired});
    insert.bind(13, int64_t{target.vanishes});
    insert.bind(14, int64_t{hasVanished(target.target, before, outcome.fate)});
    insert.bindReal(15, cycles(before.stall));
    insert.bindReal(16, cycles(outcome.fate.stall));
    // The prediction is of one stall; the instruction may have had others.
    insert.bindReal(17, target.predicted + std::max(0.0, cycles(before.stall) - target.stall));
    insert.bindReal(18, cycles(base.spanOf(target.target.core)));
    insert.bindReal(19, cycles(outcome.span));
    insert.run();
  }
  db.execute("COMMIT");
}

// Only a campaign's database may be replaced.
void checkOutput(const std::string& path, const std::string& bundle) {
  struct stat status {
  }, input{};
  if (::stat(path.c_str(), &status) != 0) return;
  if (!S_ISREG(status.st_mode))
    throw Error(cat("cannot write ", quoted(path), ": a database needs a regular file"), Status::MISUSE);
  const bool same =
      ::stat(bundle.c_str(), &input) == 0 && input.st_dev == status.st_dev && input.st_ino == status.st_ino;
  const std::string what = cat(quoted(path), " exists and is not a campaign's database; it is left as it is");
  if (same) throw Error(what);
  if (status.st_size > 0 && store::applicationIdOf(path) != CAMPAIGN_ID) throw Error(what);
}

}  // namespace

void runCampaign(const std::string& bundle, const Command& command, const Plan& plan, const query::Library& library,
                 const std::string& output, const std::function<void(size_t, size_t)>& progress) {
  checkOutput(output, bundle);
  OutputFile file(output);
  if (file.temporary().empty()) throw Error("a campaign's database needs a regular file", Status::MISUSE);
  query::Session session(bundle, library);
  const std::vector<Candidate> candidates = propose(session, plan, library);
  if (candidates.empty()) throw Error(cat(quoted(bundle), ": the record proposes nothing to reverse"), Status::NO);
  Campaign campaign(command, candidates);
  campaign.repeat(session.database().word("SELECT run_uid FROM run"));
  const std::vector<Run> runs = choose(candidates, plan);
  const std::vector<Outcome> outcomes = makeAll(campaign, runs, plan.jobs, progress);
  {
    store::Database db = store::Database::create(file.temporary());
    writeAll(db, campaign.base(), candidates, runs, outcomes);
  }
  file.commit();
}

void summarise(const std::string& campaign, query::RowSink& out) {
  const store::Database db = store::Database::create(campaign);
  store::Statement summary = db.prepare("SELECT * FROM summary");
  query::passRows(summary, out);
}

}  // namespace mf::reverse
