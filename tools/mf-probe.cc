// Puts our calls into a simulator's source tree, or takes them out again.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "libmf/anchors/tree.h"
#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"
#include "libmf/cli/options.h"
#include "libmf/cli/tool.h"
#include "probes/foreign.h"
#include "probes/probe_files.h"

namespace {

using namespace mf;
using anchors::Answer;
using anchors::Instrumentation;
namespace fs = std::filesystem;

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

Answer answer(const std::string& task, const anchors::Tree& tree) {
  if (task == "apply") return tree.apply();
  return task == "check" ? tree.check() : tree.revert();
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run("mf-probe", [&] {
    bool apply = false, check = false, revert = false;
    std::string folder;
    cli::CommandLine line("mf-probe", "champsim TREE --apply | --check | --revert",
                          "Puts calls that record why a simulator is slow into its source tree.");
    auto add = line.table().add_options();
    add("apply", cli::po::bool_switch(&apply), "put the calls in: all of them, or none");
    add("check", cli::po::bool_switch(&check), "say what the tree can give and what is missing; change nothing");
    add("revert", cli::po::bool_switch(&revert), "take every call out again");
    add("files", cli::po::value(&folder)->value_name("DIR"), "the probe in DIR instead of the built-in one");
    line.positional("simulator", 2);
    if (!line.parse(cli::argumentsOf(argc, argv))) return Status::DONE;
    const auto given = line.values().count("simulator") != 0 ? line.values()["simulator"].as<std::vector<std::string>>() : std::vector<std::string>{};
    if (given.size() != 2 || apply + check + revert != 1) {
      throw Error("takes a simulator, its tree, and one of --apply, --check and --revert", Status::MISUSE);
    }
    const Instrumentation instrumentation = instrumentationFor(given.front(), folder);
    const anchors::Tree tree(given.back(), instrumentation);
    const Answer answered = answer(apply ? "apply" : check ? "check" : "revert", tree);
    for (const std::string& text : answered.lines) std::cout << text << "\n";
    return answered.status;
  });
}
