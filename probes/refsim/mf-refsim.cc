// The reference machine's command line.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

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
  bool list = false;
};

void addOptions(cli::po::options_description& table, Given& given) {
  refsim::Config& config = given.config;
  auto add = table.add_options();
  const auto number = [&](const char* name, auto& value, const char* what) {
    add(name, cli::po::value(&value)->value_name("N")->default_value(value), what);
  };
  add("list", cli::po::bool_switch(&given.list), "list the built-in programs and what should slow each");
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

// One core for each name; a program that needs a partner brings it if it is alone.
std::vector<std::unique_ptr<refsim::Source>> sourcesOf(std::vector<std::string> names, uint64_t seed, bool& traces) {
  if (names.empty()) throw Error("no program and no trace; --list names the programs", Status::MISUSE);
  const refsim::Program* only = names.size() == 1 ? refsim::findProgram(names[0]) : nullptr;
  if (only != nullptr && !only->partner.empty()) names.push_back(only->partner);
  if (names.size() > 8) throw Error("at most 8 cores", Status::MISUSE);
  std::vector<std::unique_ptr<refsim::Source>> sources;
  traces = false;
  for (const std::string& name : names) {
    if (const refsim::Program* program = refsim::findProgram(name)) {
      sources.push_back(std::make_unique<refsim::ProgramSource>(*program, seed));
    } else if (name.find_first_of("./") == std::string::npos) {
      std::vector<std::string> known;
      for (const refsim::Program& each : refsim::programs()) known.push_back(each.name);
      throw Error(cat("no program ", quoted(name), didYouMean(name, known)), Status::MISUSE);
    } else {
      sources.push_back(std::make_unique<refsim::TraceSource>(name));
      traces = true;
    }
  }
  return sources;
}

void list() {
  std::printf("%-11s %-16s %s\n", "program", "bottleneck", "what it does");
  for (const refsim::Program& each : refsim::programs())
    std::printf("%-11s %-16s %s\n", each.name.c_str(), each.bottleneck.c_str(), each.summary.c_str());
}

class Output {
 public:
  explicit Output(const std::string& name)
      : name_(name), file_(name.empty() ? nullptr : std::fopen(name.c_str(), "w")) {
    if (file_ == nullptr && !name.empty()) fail();
  }
  ~Output() {
    if (file_ != nullptr) std::fclose(file_);
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  std::FILE* file() const { return file_; }
  void finish() {
    std::FILE* file = std::exchange(file_, nullptr);
    if (file != nullptr && std::fclose(file) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const { throw Error(cat("cannot write ", quoted(name_), ": ", std::strerror(errno))); }
  std::string name_;
  std::FILE* file_;
};

void simulate(const Given& given, const std::vector<std::string>& names) {
  bool traces = false;
  const refsim::Config config = configOf(given);
  auto sources = sourcesOf(names, config.seed, traces);
  Output statistics(given.statistics), account(given.account);
  refsim::Machine machine(config, std::move(sources), account.file());
  machine.describe(traces ? "refsim/traces" : "refsim/programs");
  machine.run(given.warmup, given.instructions);
  mf_end();
  if (statistics.file() != nullptr) machine.writeStatistics(statistics.file());
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
    if (!line.parse(cli::argumentsOf(argc, argv))) return Status::DONE;
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
