// Joins the five channels, writes edges; --db fills the database.
#include "libmf/base/text.h"
#include "libmf/catalog/link.h"
#include "libmf/cli/pass_tool.h"
#include "libmf/cli/streams.h"
#include "libmf/cli/tool.h"
#include "libmf/passes/edges.h"
#include "libmf/store/materialise.h"

namespace {

using namespace mf;

struct BundleOptions {
  std::string path, materialised;
  bool noCheck = false;
};

store::Materialiser::Options bundleOptions(const BundleOptions& bundle, const cli::StreamOptions& stream) {
  if (!bundle.materialised.empty() && bundle.materialised != "events") {
    throw Error(cat("--materialise takes events, not ", quoted(bundle.materialised)), Status::MISUSE);
  }
  return {bundle.materialised == "events", !bundle.noCheck, !stream.noProvenance, true};
}

// Status NO when an invariant does not hold; the bundle is there all the same, to be looked at.
Status intoBundle(const std::string& input, const BundleOptions& bundle, const cli::StreamOptions& stream, const std::vector<std::string>& arguments) {
  store::Materialiser materialiser(bundle.path, [](schema::Header::Reader header) { return catalog::link(header); }, bundleOptions(bundle, stream));
  passes::Edges pass(materialiser, cli::passOptions(arguments, stream));
  cli::readInto(input, pass);
  materialiser.commit();
  cli::sayDiagnostics("mf-edges", pass.diagnostics(), stream);
  for (const store::Violation& violation : materialiser.violations()) cli::say("mf-edges", cat("invariant violated: ", violation.invariant, ", ", violation.count, " times"));
  return materialiser.violations().empty() ? Status::DONE : Status::NO;
}

Status intoStream(const std::string& input, const cli::StreamOptions& stream, const std::vector<std::string>& arguments) {
  cli::StreamOutput output(stream);
  passes::Edges pass(output.sink(), cli::passOptions(arguments, stream));
  cli::readInto(input, pass);
  output.commit();
  cli::sayDiagnostics("mf-edges", pass.diagnostics(), stream);
  return Status::DONE;
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run("mf-edges", [&] {
    const auto arguments = cli::argumentsOf(argc, argv);
    cli::StreamOptions stream;
    BundleOptions bundle;
    cli::CommandLine line("mf-edges", "[options] [FILE]", "Joins claims through the five channels into causal edges.");
    cli::addStream(line.table(), stream);
    auto add = line.table().add_options();
    add("db", cli::po::value(&bundle.path)->value_name("FILE"), "write the bundle, an SQLite database, instead of a stream");
    add("materialise", cli::po::value(&bundle.materialised)->value_name("WHAT"), "events: ordinary event tables, for clients without the extension");
    add("no-check", cli::po::bool_switch(&bundle.noCheck), "do not check the invariants of the bundle");
    line.positional("input", 1);
    if (!line.parse(arguments)) return Status::DONE;
    const auto inputs = line.values().count("input") != 0 ? line.values()["input"].as<std::vector<std::string>>() : std::vector<std::string>{""};
    if (bundle.path.empty()) return intoStream(inputs.front(), stream, arguments);
    return intoBundle(inputs.front(), bundle, stream, arguments);
  });
}
