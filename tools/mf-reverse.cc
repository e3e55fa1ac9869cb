// Reverses recorded decisions one at a time and sees whether their stalls go away.
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "libmf/base/text.h"
#include "libmf/cli/options.h"
#include "libmf/cli/tool.h"
#include "libmf/query/print.h"
#include "libmf/reverse/campaign.h"

namespace {

using namespace mf;
using Texts = std::vector<std::string>;

struct Given {
  std::string output, domains, region, profile, format = "table", kind = "*";
  Texts packages, rules, overrides;
  uint64_t episode = 0;
  reverse::Plan plan;
  bool predicted = false, quiet = false;
};

void addOptions(cli::po::options_description& table, Given& given) {
  namespace po = cli::po;
  auto add = table.add_options();
  add("output,o", po::value(&given.output)->value_name("FILE"), "the campaign's database");
  add("sample,n", po::value(&given.plan.sample)->value_name("N"), "decisions to reverse (default: 100)");
  add("controls", po::value(&given.plan.controls)->value_name("N"),
      "controls: another decision reversed, same stall looked at");
  add("pairs", po::value(&given.plan.pairs)->value_name("N"),
      "pairs of decisions reversed together, for their interaction");
  add("kind", po::value(&given.kind)->value_name("PATTERN"), "suppressed, victim, or a pattern of such (default: *)");
  add("episode", po::value(&given.episode)->value_name("N"), "only what the stall with this number proposes");
  add("predicted", po::bool_switch(&given.predicted), "only those whose miss the record predicts to vanish");
  add("seed", po::value(&given.plan.seed)->value_name("N"), "of the sample (default: 1)");
  add("jobs,j", po::value(&given.plan.jobs)->value_name("N"), "runs at once (default: 1)");
  add("proposals", po::value(&given.plan.proposals)->value_name("NAME"),
      "analysis that proposes them (default: prefetch.reversible)");
  add("package", po::value(&given.packages)->value_name("DIR"), "a folder of catalogs to add; may be repeated");
  add("domains", po::value(&given.domains)->value_name("LIST"), "as the bundle's capture was given");
  add("roi", po::value(&given.region)->value_name("REGION"), "as the bundle's capture was given");
  add("when", po::value(&given.rules)->value_name("RULE"), "as the bundle's capture was given; may be repeated");
  add("override", po::value(&given.overrides)->value_name("WHAT"),
      "as the bundle's capture was given; may be repeated");
  add("profile,p", po::value(&given.profile)->value_name("PROFILE"), "as the bundle's capture was given");
  add("format", po::value(&given.format)->value_name("FORMAT"), "of the summary: as mf-query's");
  add("quiet,q", po::bool_switch(&given.quiet), "no progress");
}

// The one beside this program, else the one in PATH.
std::string captureProgram() {
  std::error_code failed;
  const auto own = std::filesystem::read_symlink("/proc/self/exe", failed);
  const auto beside = own.parent_path() / "mf-capture";
  return !failed && ::access(beside.c_str(), X_OK) == 0 ? beside.string() : "mf-capture";
}

reverse::Command commandOf(const Given& given, const Texts& simulator) {
  reverse::Command command{captureProgram(), {}, simulator, given.packages};
  const auto repeat = [&](const char* option, const std::string& value) {
    if (!value.empty()) command.options.insert(command.options.end(), {option, value});
  };
  repeat("--domains", given.domains);
  repeat("--roi", given.region);
  repeat("--profile", given.profile);
  for (const std::string& each : given.rules) repeat("--when", each);
  for (const std::string& each : given.overrides) repeat("--override", each);
  return command;
}

void checkUse(const Given& given, const cli::po::variables_map& values, const Texts& simulator) {
  const auto misuse = [](const std::string& what) { throw Error(what, Status::MISUSE); };
  if (values.count("bundle") == 0) misuse("no bundle is named");
  if (simulator.empty()) misuse("no simulator: give its command after --");
  if (given.output.empty()) misuse("no output: give -o FILE");
  for (const size_t number :
       {given.plan.sample, given.plan.controls, given.plan.pairs, static_cast<size_t>(given.episode)}) {
    if (number > INT32_MAX) misuse("a number is too large, or negative");
  }
  if (given.plan.jobs < 1 || given.plan.jobs > 256) misuse("--jobs is a number from 1 to 256");
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run("mf-reverse", [&] {
    Texts own = cli::argumentsOf(argc, argv);
    const Texts simulator = cli::takeCommand(own);
    Given given;
    cli::CommandLine line("mf-reverse", "[options] -o campaign.db run.db -- SIMULATOR ARGUMENT...",
                          "Reverses recorded decisions, one a run, and sees whether their stalls go away.");
    addOptions(line.table(), given);
    line.positional("bundle", 1);
    if (!line.parse(own)) return Status::DONE;
    checkUse(given, line.values(), simulator);
    const auto printer = query::makePrinter(
        given.format, [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
    given.plan.arguments["kind"] = given.kind;
    given.plan.arguments["predicted"] = cat(given.predicted ? 1 : 0);
    if (given.episode != 0) given.plan.arguments["episode"] = cat(given.episode);
    const bool talks = !given.quiet && ::isatty(STDERR_FILENO) != 0;
    reverse::runCampaign(line.values()["bundle"].as<Texts>().front(), commandOf(given, simulator), given.plan,
                         query::Library(given.packages), given.output, [&](size_t done, size_t of) {
                           if (talks)
                             std::fprintf(stderr, "\rmf-reverse: %zu of %zu runs%s", done, of, done == of ? "\n" : "");
                         });
    reverse::summarise(given.output, *printer);
    return Status::DONE;
  });
}
