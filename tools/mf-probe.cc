// Puts our calls into a simulator's source tree, or takes them out again; or writes a module to build beside it.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "libmf/anchors/module.h"
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

// What belongs to one simulator: where calls go, and the files that hold what they call.
struct Probe {
  anchors::Description description;
  std::vector<anchors::AddedFile> files;  // by name; the microtracer and the encoders among them
};

constexpr std::string_view DESCRIPTION = "anchors.txt";

std::vector<anchors::AddedFile> filesIn(const std::string& folder) {
  std::vector<anchors::AddedFile> files;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (entry.is_regular_file())
      files.push_back({entry.path().filename().string(), mf::readWholeFile(entry.path().string())});
  }
  if (failed) throw Error(cat("cannot read ", mf::quoted(folder), ": ", failed.message()));
  return files;
}

std::vector<anchors::AddedFile> filesInside(const std::string& simulator) {
  std::vector<anchors::AddedFile> files;
  const std::string prefix = simulator + "/";
  for (const mf::EmbeddedFile& file : mf::probeFiles()) {
    if (file.path.starts_with(prefix))
      files.push_back({std::string(file.path.substr(prefix.size())), std::string(file.text)});
  }
  return files;
}

std::string simulators() {
  std::vector<std::string> names;
  for (const mf::EmbeddedFile& file : mf::probeFiles()) {
    const size_t slash = file.path.find('/');
    if (file.path.substr(slash + 1) == DESCRIPTION) names.emplace_back(file.path.substr(0, slash));
  }
  return join(names, " and ");
}

// The probe in `folder`; the one inside this program if it is empty.
Probe probeFor(const std::string& simulator, const std::string& folder) {
  Probe probe;
  probe.files = folder.empty() ? filesInside(simulator) : filesIn(folder);
  const auto described =
      std::find_if(probe.files.begin(), probe.files.end(), [](const auto& file) { return file.path == DESCRIPTION; });
  if (described == probe.files.end()) {
    throw Error(cat("there is no probe for ", mf::quoted(simulator), "; there is one each for ", simulators()),
                Status::MISUSE);
  }
  probe.description = anchors::parseDescription(described->text, described->path);
  probe.files.erase(described);
  for (const mf::EmbeddedFile& file : mf::foreignFiles())
    probe.files.push_back({std::string(file.path), std::string(file.text)});
  std::sort(probe.files.begin(), probe.files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return probe;
}

Instrumentation instrumentationOf(const Probe& probe) {
  Instrumentation all{probe.description, {}};
  for (const anchors::AddedFile& file : probe.files) {
    if (const auto path = probe.description.placeOf(file.path)) all.added.push_back({*path, file.text});
  }
  return all;
}

Answer module(const std::string& simulator, const Probe& probe, const std::string& folder) {
  if (!probe.description.hasModule()) {
    throw Error(cat(mf::quoted(simulator), " takes no module: its calls go in by --apply"), Status::MISUSE);
  }
  return anchors::writeModule(folder, simulator, probe.files);
}

Answer onTree(const std::string& task, const std::string& path, const Instrumentation& instrumentation) {
  const anchors::Tree tree(path, instrumentation);
  if (task == "apply") return tree.apply();
  return task == "check" ? tree.check() : tree.revert();
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run("mf-probe", [&] {
    bool apply = false, check = false, revert = false;
    std::string folder, moduleFolder;
    cli::CommandLine line("mf-probe", "SIMULATOR TREE --apply | --check | --revert, or SIMULATOR --module DIR",
                          "Puts calls that record why a simulator is slow into its source tree.");
    auto add = line.table().add_options();
    add("apply", cli::po::bool_switch(&apply), "put the calls in: all of them, or none");
    add("check", cli::po::bool_switch(&check), "say what the tree can give and what is missing; change nothing");
    add("revert", cli::po::bool_switch(&revert), "take every call out again");
    add("module", cli::po::value(&moduleFolder)->value_name("DIR"),
        "write the simulator's module, to be built from DIR, with no edit of a tree");
    add("files", cli::po::value(&folder)->value_name("DIR"), "the probe in DIR instead of the built-in one");
    line.positional("simulator", 2);
    if (!line.parse(cli::argumentsOf(argc, argv))) return Status::DONE;
    const auto given = line.values().count("simulator") != 0 ? line.values()["simulator"].as<std::vector<std::string>>() : std::vector<std::string>{};
    const bool asModule = line.values().count("module") != 0;
    if (given.size() != (asModule ? 1u : 2u) || asModule + apply + check + revert != 1) {
      throw Error("takes a simulator, its tree, and one of --apply, --check and --revert; or a simulator and --module",
                  Status::MISUSE);
    }
    const std::string task = apply ? "apply" : check ? "check" : "revert";
    const Probe probe = probeFor(given.front(), folder);
    const Answer answered =
        asModule ? module(given.front(), probe, moduleFolder) : onTree(task, given.back(), instrumentationOf(probe));
    for (const std::string& text : answered.lines) std::cout << text << "\n";
    return answered.status;
  });
}
