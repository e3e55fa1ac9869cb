// The reference machine's command line.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "libmf/base/file.h"
#include "libmf/base/text.h"
#include "libmf/cli/options.h"
#include "libmf/cli/tool.h"
#include "probes/refsim/machine.h"
#include "probes/refsim/trace.h"

namespace {

using namespace mf;

struct Given {
  refsim::Config config;
  uint64_t instructions = 100000, warmup = 0;
  unsigned l1d = 32, l2 = 256, llc = 512;
  std::string policy = "lru", prefetcher = "spp", predictor = "gshare", statistics, account;
  std::vector<std::string> programs, traces;
  bool list = false;
};

void addOptions(cli::po::options_description& table, Given& given) {
  refsim::Config& config = given.config;
  auto add = table.add_options();
  const auto number = [&](const char* name, auto& value, const char* what) {
    add(name, cli::po::value(&value)->value_name("N")->default_value(value), what);
  };
  add("list", cli::po::bool_switch(&given.list), "list the built-in programs and what should slow each");
  add("program", cli::po::value(&given.programs)->value_name("NAME"), "simulate this program: as PROGRAM");
  add("trace", cli::po::value(&given.traces)->value_name("FILE"), "simulate this trace, whatever its name: as TRACE");
  add("config", cli::po::value<std::vector<std::string>>()->value_name("KEY=VALUE"),
      "any option below, as --KEY VALUE");
  add("stats", cli::po::value(&given.statistics)->value_name("FILE"), "write the machine's own counts as JSON");
  add("account", cli::po::value(&given.account)->value_name("FILE"), "write the machine's own account of each stall");
  number("instructions", given.instructions, "retired in the measured phase, by each core");
  number("warmup", given.warmup, "retired before it");
  number("seed", config.seed, "of random addresses and outcomes");
  add("every-cycle", cli::po::bool_switch(&config.everyCycle), "simulate cycles in which nothing can happen, too");
  number("core-period", config.period, "picoseconds of a core's cycle");
  number("fetch", config.fetchWidth, "instructions fetched a cycle");
  number("dispatch", config.dispatchWidth, "dispatched a cycle");
  number("issue", config.issueWidth, "issued a cycle");
  number("retire", config.retireWidth, "retired a cycle");
  number("squash", config.squashWidth, "walked back a cycle");
  number("rob", config.rob, "reorder buffer entries");
  number("iq", config.iq, "scheduler entries");
  number("lq", config.lq, "load queue entries");
  number("sq", config.sq, "store queue entries");
  number("l1d", given.l1d, "KiB of L1D");
  number("l2", given.l2, "KiB of L2");
  number("llc", given.llc, "KiB of LLC");
  add("huge-pages", cli::po::bool_switch(&config.hugePages), "translate pages of 2 MiB; walks read three tables");
  number("l1d-mshrs", config.l1d.mshrs, "miss registers of L1D");
  number("l2-mshrs", config.l2.mshrs, "of L2");
  number("llc-mshrs", config.llc.mshrs, "of LLC");
  number("pq", config.prefetchQueue, "prefetch queue entries");
  number("reserve", config.reservedMshrs, "miss registers of L2 that no prefetch takes");
  add("policy", cli::po::value(&given.policy)->value_name("NAME")->default_value("lru"), "replacement: lru or srrip");
  add("inclusive", cli::po::bool_switch(&config.inclusive), "what leaves the LLC leaves the caches above");
  add("predictor", cli::po::value(&given.predictor)->value_name("NAME")->default_value("gshare"), "gshare or bimodal");
  add("prefetcher", cli::po::value(&given.prefetcher)->value_name("NAME")->default_value("spp"), "at L2: spp or none");
  number("chains", config.chains, "lookahead chains at a time");
  number("threshold", config.prefetchThreshold, "least confidence, in percent, of a line that is requested");
  number("fill-threshold", config.fillThreshold, "least confidence of one that is put into L2");
}

bool oneOf(const std::string& given, const char* option, const char* yes, const char* no) {
  if (given != yes && given != no)
    throw Error(cat("--", option, " is ", yes, " or ", no, ", not ", quoted(given)), Status::MISUSE);
  return given == yes;
}

unsigned setsOf(const char* what, unsigned kib, unsigned ways) {
  if (kib == 0 || kib > 65536) throw Error(cat("--", what, " is a number of KiB from 1 to 65536"), Status::MISUSE);
  return std::max(1u, kib * 1024 / 64 / ways);
}

refsim::Config configOf(const Given& given) {
  refsim::Config config = given.config;
  config.policy = oneOf(given.policy, "policy", "lru", "srrip") ? refsim::Policy::LRU : refsim::Policy::SRRIP;
  config.predictor =
      oneOf(given.predictor, "predictor", "gshare", "bimodal") ? refsim::Predictor::GSHARE : refsim::Predictor::BIMODAL;
  config.spp = oneOf(given.prefetcher, "prefetcher", "spp", "none");
  config.l1d.sets = setsOf("l1d", given.l1d, config.l1d.ways);
  config.l2.sets = setsOf("l2", given.l2, config.l2.ways);
  config.llc.sets = setsOf("llc", given.llc, config.llc.ways);
  for (const unsigned size :
       {config.fetchWidth, config.dispatchWidth, config.issueWidth, config.retireWidth, config.squashWidth, config.rob,
        config.iq, config.lq, config.sq, config.l1d.mshrs, config.l2.mshrs, config.llc.mshrs, config.chains})
    if (size == 0 || size > 4096) throw Error("widths and entries are numbers from 1 to 4096", Status::MISUSE);
  if (config.lq < 4 || config.sq < 2)
    throw Error("an instruction may have 4 loads and 2 stores: --lq and --sq are too small", Status::MISUSE);
  if (config.period == 0 || config.period > 1000000)
    throw Error("--core-period is a number from 1 to 1000000", Status::MISUSE);
  return config;
}

struct Workload {
  std::string name;
  bool isTrace;
};

// What the options and the words name, in this order.
std::vector<Workload> workloadsOf(const Given& given, const std::vector<std::string>& words) {
  std::vector<Workload> all;
  for (const std::string& name : given.programs) all.push_back({name, false});
  for (const std::string& name : given.traces) all.push_back({name, true});
  for (const std::string& name : words)
    all.push_back({name, refsim::findProgram(name) == nullptr && name.find_first_of("./") != std::string::npos});
  return all;
}

// One core for each; a program that needs a partner brings it if it is alone.
std::vector<std::unique_ptr<refsim::Source>> sourcesOf(std::vector<Workload> workloads, uint64_t seed) {
  if (workloads.empty()) throw Error("no program and no trace; --list names the programs", Status::MISUSE);
  const refsim::Program* only = workloads.size() == 1 ? refsim::findProgram(workloads[0].name) : nullptr;
  if (only != nullptr && !only->partner.empty()) workloads.push_back({only->partner, false});
  if (workloads.size() > 8) throw Error("at most 8 cores", Status::MISUSE);
  std::vector<std::unique_ptr<refsim::Source>> sources;
  for (const Workload& each : workloads) {
    if (each.isTrace) {
      sources.push_back(std::make_unique<refsim::TraceSource>(each.name));
    } else if (const refsim::Program* program = refsim::findProgram(each.name)) {
      sources.push_back(std::make_unique<refsim::ProgramSource>(*program, seed));
    } else {
      std::vector<std::string> known;
      for (const refsim::Program& one : refsim::programs()) known.push_back(one.name);
      throw Error(cat("no program ", quoted(each.name), didYouMean(each.name, known)), Status::MISUSE);
    }
  }
  return sources;
}

// "--config KEY=VALUE" is "--KEY=VALUE".
std::vector<std::string> withoutConfig(const std::vector<std::string>& arguments) {
  std::vector<std::string> plain;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool joined = arguments[i].starts_with("--config=");
    if (!joined && arguments[i] != "--config") {
      plain.push_back(arguments[i]);
      continue;
    }
    if (!joined && ++i == arguments.size()) throw Error("--config wants KEY=VALUE", Status::MISUSE);
    plain.push_back("--" + (joined ? arguments[i].substr(9) : arguments[i]));
  }
  return plain;
}

void list() {
  std::printf("%-11s %-16s %s\n", "program", "bottleneck", "what it does");
  for (const refsim::Program& each : refsim::programs())
    std::printf("%-11s %-16s %s\n", each.name.c_str(), each.bottleneck.c_str(), each.summary.c_str());
}

// A file that appears when it is whole; none without a name.
class Output {
 public:
  explicit Output(const std::string& name) {
    if (name.empty()) return;
    file_.emplace(name);
    stream_ = ::fdopen(::dup(file_->fd()), "w");
    if (stream_ == nullptr) fail();
  }
  ~Output() {
    if (stream_ != nullptr) std::fclose(stream_);
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  std::FILE* stream() const { return stream_; }
  void finish() {
    if (stream_ == nullptr) return;
    if (std::fclose(std::exchange(stream_, nullptr)) != 0) fail();
    file_->commit();
  }

 private:
  [[noreturn]] void fail() const { throw Error(cat("cannot write ", file_->name(), ": ", std::strerror(errno))); }
  std::optional<OutputFile> file_;
  std::FILE* stream_ = nullptr;
};

void simulate(const Given& given, const std::vector<std::string>& words) {
  const refsim::Config config = configOf(given);
  const auto workloads = workloadsOf(given, words);
  auto sources = sourcesOf(workloads, config.seed);
  const bool traces =
      std::any_of(workloads.begin(), workloads.end(), [](const Workload& each) { return each.isTrace; });
  Output statistics(given.statistics), account(given.account);
  refsim::Machine machine(config, std::move(sources), account.stream());
  machine.describe(traces ? "refsim/traces" : "refsim/programs");
  machine.run(given.warmup, given.instructions);
  mf_end();
  if (statistics.stream() != nullptr) machine.writeStatistics(statistics.stream());
  statistics.finish();
  account.finish();
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run("mf-refsim", [&] {
    Given given;
    cli::CommandLine line("mf-refsim", "[options] PROGRAM|TRACE...",
                          "A small out-of-order machine that tells all it decides.");
    addOptions(line.table(), given);
    line.positional("source", -1);
    if (!line.parse(withoutConfig(cli::argumentsOf(argc, argv)))) return Status::DONE;
    if (given.list) {
      list();
      return Status::DONE;
    }
    const auto& values = line.values();
    simulate(given, values.count("source") != 0 ? values["source"].as<std::vector<std::string>>()
                                                : std::vector<std::string>());
    return Status::DONE;
  });
}
