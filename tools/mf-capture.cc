// Starts a simulator with its gates set and hands its capture on.
#include <malloc.h>
#include <unistd.h>

#include <cmath>

#include "libmf/base/text.h"
#include "libmf/capture/capture.h"
#include "libmf/cli/options.h"
#include "libmf/cli/tool.h"

namespace {

using namespace mf;
using Texts = std::vector<std::string>;

struct Given {
  std::string output, domains, region, profile, simulatorOutput;
  Texts rules, overrides;
  int level = -1;
  uint32_t bufferKib = 4096;
  double baseline = 0;
  bool noProvenance = false, quiet = false;
};

void addOptions(cli::po::options_description& table, Given& given) {
  namespace po = cli::po;
  auto add = table.add_options();
  add("output,o", po::value(&given.output)->value_name("FILE"), "write to FILE, which appears when it is whole");
  add("domains", po::value(&given.domains)->value_name("LIST"), "some of core,cache,tlb,prefetcher,predictor,dram (default: all)");
  add("roi", po::value(&given.region)->value_name("REGION"), "sim, insts:A-B, cpuN:insts:A-B or cycles:A-B (default: sim)");
  add("when", po::value(&given.rules)->value_name("RULE"), "change domains once: 'insts>=N:-cache', 'count(NAME)>=N:+core,-dram'");
  add("override", po::value(&given.overrides)->value_name("WHAT"), "reverse a decision: NODE/SITE:ORDINAL=act, =suppress or =NUMBER");
  add("profile,p", po::value(&given.profile)->value_name("PROFILE"), "the profile that the capture is to name");
  add("sim-stdout", po::value(&given.simulatorOutput)->value_name("FILE"), "where the simulator's standard output goes");
  add("compress,z", po::value(&given.level)->value_name("N"), "zstd level, 0 for none (default: 3 into files, 0 on pipes)");
  add("buffer", po::value(&given.bufferKib)->value_name("KIB"), "room for each thread of the simulator (default: 4096)");
  add("baseline", po::value(&given.baseline)->value_name("SECONDS"), "CPU time of this run without capture, for core.overhead");
  add("no-provenance", po::bool_switch(&given.noProvenance), "leave out command line and costs");
  add("quiet,q", po::bool_switch(&given.quiet), "say nothing but errors");
}

capture::Settings settingsOf(const Given& given) {
  capture::Settings settings;
  if (!given.domains.empty()) settings.domains = capture::parseDomains(given.domains);
  if (!given.region.empty()) capture::parseRegion(given.region, settings);
  for (const std::string& rule : given.rules) settings.rules.push_back(capture::parseRule(rule));
  for (const std::string& each : given.overrides) capture::addOverride(each, settings);
  capture::sortOverrides(settings);
  return settings;
}

capture::Options optionsOf(const Given& given, const Texts& command, const Texts& arguments) {
  if (command.empty()) throw Error("no simulator: give its command after --", Status::MISUSE);
  const uint32_t kib = given.bufferKib;
  if (kib < 16 || kib > 65536 || (kib & (kib - 1)) != 0) {
    throw Error(cat("--buffer is a power of 2 from 16 to 65536, not ", kib), Status::MISUSE);
  }
  if (given.level > 19) throw Error("-z is a number from 0 to 19", Status::MISUSE);
  const bool isFile = !given.output.empty() && given.output != "-";
  if (!isFile && isatty(STDOUT_FILENO) != 0) throw Error("a capture is not for terminals: give -o FILE or a pipe", Status::MISUSE);
  if (!(given.baseline >= 0) || !std::isfinite(given.baseline)) throw Error("--baseline is a time in seconds", Status::MISUSE);
  capture::Options options;
  options.command = command;
  options.settings = settingsOf(given);
  options.extras = {given.profile, join(given.overrides, " "), cli::VERSION, arguments, !given.noProvenance};
  options.output = given.output;
  options.simulatorOutput = given.simulatorOutput;
  options.level = given.level >= 0 ? given.level : isFile ? 3 : 0;
  options.ringBytes = kib << 10;
  options.baselineSeconds = given.baseline;
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  // Columns come and go at the rate of the simulation; giving their pages back each time would cost more than filling them.
  mallopt(M_MMAP_THRESHOLD, 1 << 28);
  mallopt(M_TRIM_THRESHOLD, 1 << 28);
  int simulatorStatus = 0;
  const int status = cli::run("mf-capture", [&] {
    const Texts arguments = cli::argumentsOf(argc, argv);
    Texts own = arguments;
    const Texts command = cli::takeCommand(own);
    Given given;
    cli::CommandLine line("mf-capture", "[options] -- SIMULATOR ARGUMENT...", "Runs a simulator and records why it is slow.");
    addOptions(line.table(), given);
    if (!line.parse(own)) return Status::DONE;
    const capture::Result result = capture::run(optionsOf(given, command, arguments));
    for (const std::string& warning : result.warnings) {
      if (!given.quiet) cli::say("mf-capture", warning);
    }
    for (const std::string& failure : result.failures) cli::say("mf-capture", failure);
    simulatorStatus = result.status;
    return Status::DONE;
  });
  return status != 0 ? status : simulatorStatus;
}
