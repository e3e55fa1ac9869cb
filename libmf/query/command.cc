#include "libmf/query/command.h"

#include <glob.h>

#include <algorithm>

#include "libmf/base/file.h"
#include "libmf/base/text.h"
#include "libmf/query/compare.h"
#include "libmf/query/reconcile.h"
#include "libmf/query/reduce.h"
#include "libmf/store/invariants.h"

namespace mf::query {

namespace {

Error misuse(std::string what) { return Error(std::move(what), Status::MISUSE); }

// A single word of letters, digits, '_' and '.' is a name; SQL has at least a space.
bool looksLikeName(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '.' || c == '-';
  });
}

// Passes rows on and counts them.
class Counting : public RowSink {
 public:
  explicit Counting(RowSink& to) : to_(to) {}
  void begin(const std::vector<std::string>& columns) override { to_.begin(columns); }
  void row(Row next) override {
    ++count;
    to_.row(std::move(next));
  }
  void end() override { to_.end(); }
  size_t count = 0;

 private:
  RowSink& to_;
};

// Adds the run to each row, and lets only the first answer say the columns.
class Labelled : public RowSink {
 public:
  Labelled(RowSink& to, const std::string& run, bool& begun) : to_(to), run_(run), begun_(begun) {}
  void begin(const std::vector<std::string>& columns) override {
    if (begun_) return;
    begun_ = true;
    std::vector<std::string> all{"run"};
    all.insert(all.end(), columns.begin(), columns.end());
    to_.begin(all);
  }
  void row(Row next) override {
    next.insert(next.begin(), textCell(run_));
    to_.row(std::move(next));
  }
  void end() override {}

 private:
  RowSink& to_;
  std::string run_;
  bool& begun_;
};

std::vector<std::string> matching(const std::string& pattern) {
  glob_t found{};
  const int code = ::glob(pattern.c_str(), GLOB_ERR, nullptr, &found);
  std::vector<std::string> paths(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  if (code == GLOB_NOMATCH || paths.empty()) throw Error(cat("no bundle matches ", quoted(pattern)));
  if (code != 0) throw Error(cat("cannot read the folder of ", quoted(pattern)));
  return paths;
}

void printList(RowList& list, RowSink& to) {
  to.begin(list.columns);
  for (Row& row : list.rows) to.row(std::move(row));
  to.end();
}

class Command {
 public:
  Command(const Request& request, const Surroundings& around) : request_(request), around_(around) {}

  Status run() {
    if (request_.list) return listAll();
    if (request_.help) return describeOne();
    if (!request_.each.empty()) return eachRun();
    if (request_.diff) return difference();
    if (request_.positional.empty()) throw misuse("no bundle is named");
    if (request_.check) return checkAll();
    return one();
  }

 private:
  std::unique_ptr<RowSink> printer() const { return makePrinter(request_.format, around_.out); }

  std::unique_ptr<Session> open(const std::string& path) const {
    return path == "-" ? around_.streamed() : std::make_unique<Session>(path, around_.analyses);
  }

  // What to answer: the `index`th positional argument, -f FILE, or standard input.
  struct Question {
    const Analysis* analysis = nullptr;
    std::string sql;
  };

  Question question(size_t index) const {
    Question out;
    if (request_.positional.size() > index + 1)
      throw misuse(cat("one question at a time: ", quoted(request_.positional[index + 1]), " is one too many"));
    if (!request_.file.empty()) {
      if (request_.positional.size() > index) throw misuse("a question and -f exclude each other");
      out.sql = readWholeFile(request_.file);
    } else if (request_.positional.size() > index) {
      const std::string& given = request_.positional[index];
      if (looksLikeName(given)) {
        out.analysis = &around_.analyses.find(given);
      } else {
        out.sql = given;
      }
    } else {
      if (request_.positional.size() == 1 && request_.positional[0] == "-")
        throw misuse("segments come from standard input: name the question");
      out.sql = around_.readInput();
    }
    checkArguments(out.analysis);
    return out;
  }

  void checkArguments(const Analysis* analysis) const {
    std::vector<std::string> known;
    if (analysis) {
      for (const Parameter& each : parametersOf(*analysis, around_.analyses)) known.push_back(each.name);
    }
    for (const auto& [name, value] : request_.arguments) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      std::string option = name;
      std::replace(option.begin(), option.end(), '_', '-');
      const std::string of = analysis ? cat(analysis->name, " has no parameter") : "there is no option";
      throw misuse(cat(of, " ", quoted("--" + option), didYouMean(name, known)));
    }
  }

  static void ask(Session& session, const Question& question, const Arguments& arguments, RowSink& out) {
    if (question.analysis) {
      session.run(*question.analysis, arguments, out);
    } else {
      session.runSql(question.sql, out);
    }
  }

  Status one() {
    if (request_.positional.size() == 2 && request_.positional[1] == "reconcile") return reconcileAll();
    const Question asked = question(1);
    const auto session = open(request_.positional[0]);
    const auto print = printer();
    Counting counted(*print);
    ask(*session, asked, request_.arguments, counted);
    return request_.expectEmpty && counted.count > 0 ? Status::NO : Status::DONE;
  }

  Status listAll() {
    RowList list;
    list.columns = {"analysis", "answers", "from"};
    std::unique_ptr<Session> session;
    if (!request_.positional.empty()) {
      session = open(request_.positional[0]);
      list.columns.emplace_back("in this run");
    }
    for (const auto& [name, analysis] : around_.analyses.all()) {
      if (analysis.form != Analysis::Form::SELECT && !request_.all) continue;
      Row row{textCell(name), textCell(analysis.title), textCell(analysis.from)};
      if (session) {
        const std::string why = session->unmet(analysis);
        row.push_back(textCell(why.empty() ? "yes" : why));
      }
      list.rows.push_back(std::move(row));
    }
    printList(list, *printer());
    return Status::DONE;
  }

  Status describeOne() {
    if (request_.positional.size() != 1) throw misuse("-H wants the name of one analysis");
    Analysis analysis = around_.analyses.find(request_.positional[0]);
    analysis.parameters = parametersOf(analysis, around_.analyses);
    around_.out(describe(analysis));
    return Status::DONE;
  }

  Status checkAll() {
    if (request_.positional.size() != 1) throw misuse("--check wants one bundle and nothing else");
    const auto session = open(request_.positional[0]);
    RowList list;
    list.columns = {"invariant", "rows"};
    for (const store::Violation& each : store::checkInvariants(session->database())) {
      list.rows.push_back({textCell(each.invariant), integerCell(each.count)});
    }
    if (list.rows.empty()) return Status::DONE;
    printList(list, *printer());
    return Status::NO;
  }

  Status difference() {
    if (request_.positional.size() < 2) throw misuse("--diff wants two bundles");
    Question asked;
    if (request_.positional.size() > 2 || !request_.file.empty()) asked = question(2);
    if (!asked.sql.empty()) throw misuse("--diff compares named analyses, not SQL");
    const auto a = open(request_.positional[0]), b = open(request_.positional[1]);
    Comparison result = compare(*a, *b, asked.analysis, request_.arguments, request_.tolerance);
    if (!result.rows.rows.empty()) printList(result.rows, *printer());
    return result.beyond > 0 ? Status::NO : Status::DONE;
  }

  Status eachRun() {
    const std::vector<std::string> paths = matching(request_.each);
    const Question asked = question(0);
    if (!request_.reduce.empty() && !asked.analysis)
      throw misuse("--reduce wants a named analysis, whose header says what is a share");
    const auto print = printer();
    if (request_.reduce.empty()) {
      bool begun = false;
      for (const std::string& path : paths) {
        Labelled labelled(*print, path, begun);
        during([&] { return cat("asking ", quoted(path)); },
               [&] { ask(*open(path), asked, request_.arguments, labelled); });
      }
      print->end();
      return Status::DONE;
    }
    const Reduction how = reductionOf(request_.reduce);
    if ((how == Reduction::WEIGHTED) != !request_.weights.empty())
      throw misuse("--reduce weighted and --weights FILE go together");
    std::map<std::string, double> weights;
    if (!request_.weights.empty()) weights = readWeights(request_.weights);
    std::vector<RunRows> runs;
    for (const std::string& path : paths) {
      RunRows run{path, weights.empty() ? 1 : weightOf(weights, path), {}};
      during([&] { return cat("asking ", quoted(path)); },
             [&] { ask(*open(path), asked, request_.arguments, run.rows); });
      runs.push_back(std::move(run));
    }
    RowList reduced = reduce(*asked.analysis, runs, how);
    printList(reduced, *print);
    return Status::DONE;
  }

  Status reconcileAll() {
    if (request_.statistics.empty()) throw misuse("reconcile wants --stats FILE, the simulator's own statistics");
    const auto session = open(request_.positional[0]);
    const auto& db = session->database();
    const std::string simulator = db.word("SELECT coalesce(simulator, '') FROM run");
    const Analysis& analysis = around_.analyses.find(simulator + ".reconcile");
    const std::string trigger = db.word("SELECT coalesce(trigger, '') FROM roi WHERE trigger <> 'sim' LIMIT 1");
    if (!trigger.empty()) {
      throw misuse(cat("the captured region is ", quoted(trigger),
                       ", not the simulator's own measured phase: its statistics speak of another"));
    }
    const std::string text = readWholeFile(request_.statistics);
    Reconciliation result = reconcile(*session, analysis, readStatistics(text, quoted(request_.statistics)));
    if (!request_.all) {
      std::erase_if(result.rows.rows,
                    [](const Row& row) { return row[3].text == "matched" || row[3].text == "not recorded"; });
    }
    if (!result.rows.rows.empty()) printList(result.rows, *printer());
    around_.remark(cat(result.matched, " matched, ", result.notRecorded, " not recorded, ", result.differing,
                       " differ, ", result.unlisted, " not listed"));
    return result.differing + result.unlisted > 0 ? Status::NO : Status::DONE;
  }

  const Request& request_;
  const Surroundings& around_;
};

}  // namespace

Status answer(const Request& request, const Surroundings& around) { return Command(request, around).run(); }

}  // namespace mf::query
