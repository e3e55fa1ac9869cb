// Starts a simulator with its gates set and hands its capture on.
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <iostream>

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "libmf/capture/capture.h"
#include "libmf/cli/tool.h"

namespace {

namespace po = boost::program_options;
using mf::cat;
using mf::Error;
using mf::Status;

using mf::cli::VERSION;
using Texts = std::vector<std::string>;

po::options_description describeOptions() {
  po::options_description all("Options");
  auto add = all.add_options();
  add("output,o", po::value<std::string>()->value_name("FILE"), "write there, compressed; else to standard output, plain");
  add("domains", po::value<std::string>()->value_name("LIST"), "core,cache,tlb,prefetcher,predictor,dram; all unless given");
  add("roi", po::value<std::string>()->value_name("REGION"), "sim, insts:A-B, cpuN:insts:A-B or cycles:A-B; sim unless given");
  add("when", po::value<Texts>()->value_name("RULE"), "'insts>=N:-cache', 'count(NAME)>=N:+core,-dram'; once each");
  add("override", po::value<Texts>()->value_name("WHAT"), "NODE/SITE:ORDINAL=act, =suppress or =NUMBER: reverse a decision");
  add("profile,p", po::value<std::string>()->value_name("PROFILE"), "name this profile in the capture");
  add("sim-stdout", po::value<std::string>()->value_name("FILE"), "the simulator's standard output goes there");
  add("level,z", po::value<int>()->value_name("N"), "compress with zstd level N; 0: not");
  add("buffer", po::value<std::string>()->value_name("KIB"), "room for each thread of the simulator; 4096 unless given");
  add("no-provenance", "leave out what differs between equal runs: command line and costs");
  add("quiet,q", "no warnings");
  add("help,h", "this text");
  add("version", "the version");
  return all;
}

// "--" and what follows is the simulator's.
Texts takeCommand(Texts& arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes == arguments.end()) return {};
  Texts command(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return command;
}

po::variables_map parse(const Texts& arguments, const po::options_description& all) {
  try {
    po::variables_map map;
    const int style = po::command_line_style::unix_style ^ po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(arguments).options(all).positional({}).style(style).run(), map);
    return map;
  } catch (const po::error& error) {
    throw Error(error.what(), Status::MISUSE);
  }
}

std::string text(const po::variables_map& map, const char* name) {
  return map.count(name) != 0 ? map[name].as<std::string>() : "";
}

Texts texts(const po::variables_map& map, const char* name) { return map.count(name) != 0 ? map[name].as<Texts>() : Texts(); }

uint32_t ringBytes(const std::string& kib) {
  const auto value = mf::parseUnsigned(kib);
  if (!value || *value < 16 || *value > 65536 || (*value & (*value - 1)) != 0) {
    throw Error(cat("--buffer is a power of 2 from 16 to 65536, not ", mf::quoted(kib)), Status::MISUSE);
  }
  return static_cast<uint32_t>(*value) << 10;
}

mf::capture::Options optionsOf(const po::variables_map& map, const Texts& command, const Texts& arguments) {
  mf::capture::Options options;
  options.command = command;
  if (options.command.empty()) throw Error("no simulator: give its command after --", Status::MISUSE);
  auto& settings = options.settings;
  if (map.count("domains") != 0) settings.domains = mf::capture::parseDomains(text(map, "domains"));
  if (map.count("roi") != 0) mf::capture::parseRegion(text(map, "roi"), settings);
  for (const std::string& rule : texts(map, "when")) settings.rules.push_back(mf::capture::parseRule(rule));
  for (const std::string& each : texts(map, "override")) mf::capture::addOverride(each, settings);
  mf::capture::sortOverrides(settings);
  options.output = text(map, "output");
  options.simulatorOutput = text(map, "sim-stdout");
  const bool isFile = !options.output.empty() && options.output != "-";
  options.level = map.count("level") != 0 ? map["level"].as<int>() : isFile ? 1 : 0;
  if (options.level < 0 || options.level > 19) throw Error("-z is a number from 0 to 19", Status::MISUSE);
  if (map.count("buffer") != 0) options.ringBytes = ringBytes(text(map, "buffer"));
  options.extras = {text(map, "profile"), mf::join(texts(map, "override"), " "), VERSION, arguments, map.count("no-provenance") == 0};
  if (!isFile && isatty(STDOUT_FILENO) != 0) throw Error("a capture is not for terminals: give -o FILE or a pipe", Status::MISUSE);
  return options;
}

int run(Texts arguments) {
  const Texts whole = arguments;
  const po::options_description all = describeOptions();
  const Texts command = takeCommand(arguments);
  const po::variables_map map = parse(arguments, all);
  if (map.count("help") != 0) {
    std::cout << "Usage: mf-capture [options] -- SIMULATOR ARGS...\n"
                 "Runs a simulator and records why it is slow.\n\n" << all;
    return 0;
  }
  if (map.count("version") != 0) {
    std::cout << "mf-capture " << VERSION << "\n";
    return 0;
  }
  const auto result = mf::capture::run(optionsOf(map, command, whole));
  for (const std::string& warning : result.warnings) {
    if (map.count("quiet") == 0) std::cerr << "mf-capture: " << warning << "\n";
  }
  if (!result.failure.empty()) std::cerr << "mf-capture: " << result.failure << "\n";
  return result.status;
}

}  // namespace

int main(int argc, char** argv) {
  // Columns come and go at the rate of the simulation; giving their pages back each time would cost more than filling them.
  mallopt(M_MMAP_THRESHOLD, 1 << 28);
  mallopt(M_TRIM_THRESHOLD, 1 << 28);
  try {
    return run({argv + 1, argv + argc});
  } catch (const Error& error) {
    std::cerr << "mf-capture: " << error.what() << "\n";
    if (error.status() == Status::MISUSE) std::cerr << "see mf-capture(1)\n";
    return static_cast<int>(error.status());
  }
}
