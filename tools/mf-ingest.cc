// Binds a capture to catalogs and profile, writes typed events. --check: catalogs alone.
#include <iostream>

#include "libmf/base/text.h"
#include "libmf/catalog/link.h"
#include "libmf/catalog/native.h"
#include "libmf/cli/pass_tool.h"
#include "libmf/cli/streams.h"
#include "libmf/cli/tool.h"
#include "libmf/passes/ingest.h"

namespace {

using namespace mf;

// The folder's catalogs, with those it builds on, linked; its profiles parsed.
void check(const std::string& directory, const std::vector<std::string>& others) {
  std::vector<catalog::Problem> problems;
  const catalog::PackageFolder folder = catalog::readPackageFolder(directory);
  const catalog::Library library(others);
  std::vector<catalog::Package> packages;
  if (folder.name != "core") {
    std::vector<std::string> beside;
    for (const std::string& name : library.packageNames()) {
      if (name != folder.name) beside.push_back(name);
    }
    packages = library.packages(beside, problems);
  }
  packages.push_back(catalog::parsePackage(folder, problems));
  if (packages.back().files.empty() && problems.empty()) throw Error(cat(quoted(directory), " holds no catalog"));
  catalog::throwIfAny(problems);
  catalog::linkPackages(packages, problems);
  catalog::throwIfAny(problems);
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run("mf-ingest", [&] {
    const auto arguments = cli::argumentsOf(argc, argv);
    cli::StreamOptions stream;
    cli::CatalogOptions catalogs;
    std::string checked;
    cli::CommandLine line("mf-ingest", "[options] [FILE]\n       mf-ingest --check DIR", "Binds a capture to catalogs and profile: typed events of one order.");
    cli::addStream(line.table(), stream);
    cli::addCatalog(line.table(), catalogs);
    line.table().add_options()("check", cli::po::value(&checked)->value_name("DIR"), "check the catalogs in DIR and exit");
    line.positional("input", 1);
    if (!line.parse(arguments)) return Status::DONE;
    if (!checked.empty()) {
      check(checked, catalogs.packages);
      return Status::DONE;
    }
    const auto inputs = line.values().count("input") != 0 ? line.values()["input"].as<std::vector<std::string>>() : std::vector<std::string>{""};
    cli::StreamOutput output(stream);
    passes::Ingest ingest(output.sink(), {catalogs.profile, catalogs.packages}, cli::passOptions(arguments, stream));
    cli::readInto(inputs.front(), ingest, catalog::nativeFromPackages(catalogs.packages));
    output.commit();
    cli::sayDiagnostics("mf-ingest", ingest.diagnostics(), stream);
    return Status::DONE;
  });
}
