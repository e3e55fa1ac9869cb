// Puts our calls into a simulator's source tree, or takes them out again.
#include <algorithm>
#include <boost/program_options.hpp>
#include <filesystem>
#include <iostream>

#include "libmf/anchors/tree.h"
#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"
#include "probes/foreign.h"
#include "probes/probe_files.h"

namespace {

namespace po = boost::program_options;
namespace fs = std::filesystem;
using mf::cat;
using mf::Error;
using mf::Status;
using mf::anchors::Answer;
using mf::anchors::Instrumentation;

constexpr const char* VERSION = MF_VERSION;

po::options_description describeOptions() {
  po::options_description all("Options");
  auto add = all.add_options();
  add("apply", "put the calls in; all of them, or none");
  add("check", "say what the tree could give and what is missing; change nothing");
  add("revert", "take every call out again");
  add("files", po::value<std::string>()->value_name("DIR"), "the probe in DIR rather than the one built in");
  add("help,h", "this text");
  add("version", "the version");
  return all;
}

// Headers and sources go where ChampSim's own Makefile finds them.
std::string placeInTree(const std::string& name) { return (name.ends_with(".h") ? "inc/" : "src/") + name; }

std::vector<std::pair<std::string, std::string>> filesOf(const std::string& simulator, const std::string& folder) {
  std::vector<std::pair<std::string, std::string>> files;
  if (!folder.empty()) {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
      if (entry.is_regular_file()) files.emplace_back(entry.path().filename().string(), mf::readWholeFile(entry.path().string()));
    }
    if (failed) throw Error(cat("cannot read ", mf::quoted(folder), ": ", failed.message()));
    return files;
  }
  for (const mf::EmbeddedFile& file : mf::probeFiles()) {
    const std::string prefix = simulator + "/";
    if (file.path.starts_with(prefix)) files.emplace_back(file.path.substr(prefix.size()), file.text);
  }
  return files;
}

Instrumentation instrumentationFor(const std::string& simulator, const std::string& folder) {
  Instrumentation all;
  bool described = false;
  for (const auto& [name, text] : filesOf(simulator, folder)) {
    if (name == "anchors.txt") {
      all.description = mf::anchors::parseDescription(text, name);
      described = true;
    } else if (name.ends_with(".h") || name.ends_with(".cc")) {
      all.added.push_back({placeInTree(name), text});
    }
  }
  if (!described) throw Error(cat("there is no probe for ", mf::quoted(simulator), "; there is one for champsim"), Status::MISUSE);
  for (const mf::EmbeddedFile& file : mf::foreignFiles()) all.added.push_back({placeInTree(std::string(file.path)), std::string(file.text)});
  std::sort(all.added.begin(), all.added.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return all;
}

int run(int argc, char** argv) {
  const po::options_description options = describeOptions();
  po::options_description everything = options;
  everything.add_options()("simulator", po::value<std::string>())("tree", po::value<std::string>());
  po::positional_options_description positions;
  positions.add("simulator", 1).add("tree", 1);
  po::variables_map given;
  try {
    const int style = po::command_line_style::unix_style ^ po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(argc, argv).options(everything).positional(positions).style(style).run(), given);
  } catch (const po::error& error) {
    throw Error(cat(error.what(), "; see mf-probe(1)"), Status::MISUSE);
  }
  if (given.count("help") != 0) {
    std::cout << "usage: mf-probe champsim TREE --apply | --check | --revert\n" << options;
    return 0;
  }
  if (given.count("version") != 0) {
    std::cout << "mf-probe " << VERSION << "\n";
    return 0;
  }
  const bool apply = given.count("apply") != 0, check = given.count("check") != 0, revert = given.count("revert") != 0;
  if (given.count("tree") == 0 || apply + check + revert != 1) {
    throw Error("takes a simulator, a tree and one of --apply, --check, --revert; see mf-probe(1)", Status::MISUSE);
  }
  const std::string folder = given.count("files") != 0 ? given["files"].as<std::string>() : "";
  const Instrumentation instrumentation = instrumentationFor(given["simulator"].as<std::string>(), folder);
  const mf::anchors::Tree tree(given["tree"].as<std::string>(), instrumentation);
  const Answer answer = apply ? tree.apply() : check ? tree.check() : tree.revert();
  for (const std::string& line : answer.lines) std::cout << line << "\n";
  return static_cast<int>(answer.status);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int status = run(argc, argv);
    if (!std::cout.flush()) throw Error("cannot write to standard output");
    return status;
  } catch (const Error& error) {
    std::cerr << "mf-probe: " << error.what() << "\n";
    return static_cast<int>(error.status());
  } catch (const std::exception& error) {
    std::cerr << "mf-probe: " << error.what() << "\n";
    return static_cast<int>(Status::FAILED);
  }
}
