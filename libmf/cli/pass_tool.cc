#include "libmf/cli/pass_tool.h"

#include "libmf/base/error.h"
#include "libmf/cli/streams.h"
#include "libmf/cli/tool.h"

namespace mf::cli {

passes::PassOptions passOptions(const std::vector<std::string>& arguments, const StreamOptions& options) {
  return {VERSION, arguments, !options.noProvenance};
}

void sayDiagnostics(const std::string& program, const passes::Diagnostics& diagnostics, const StreamOptions& options) {
  if (!options.quiet && diagnostics.hasTrouble()) say(program, diagnostics.summary());
}

int runPass(const std::string& program, const std::string& about, int argc, char** argv, const MakePass& make) {
  return run(program, [&] {
    const auto arguments = argumentsOf(argc, argv);
    StreamOptions stream;
    CommandLine line(program, "[options] [FILE]", about);
    addStream(line.table(), stream);
    line.positional("input", 1);
    if (!line.parse(arguments)) return Status::DONE;
    const auto inputs = line.values().count("input") != 0 ? line.values()["input"].as<std::vector<std::string>>() : std::vector<std::string>{""};
    StreamOutput output(stream);
    const auto pass = make(output.sink(), passOptions(arguments, stream));
    readInto(inputs.front(), *pass);
    output.commit();
    sayDiagnostics(program, pass->diagnostics(), stream);
    return Status::DONE;
  });
}

}  // namespace mf::cli
