// The main of a tool that is one pass: options, input, pass, output.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "libmf/cli/options.h"
#include "libmf/passes/pass.h"

namespace mf::cli {

using MakePass = std::function<std::unique_ptr<passes::Pass>(mfir::Sink& out, passes::PassOptions options)>;

// The whole of mf-resolve and mf-tenancy.
int runPass(const std::string& program, const std::string& about, int argc, char** argv, const MakePass& make);

passes::PassOptions passOptions(const std::vector<std::string>& arguments, const StreamOptions& options);

// What the pass counted, on standard error, unless there was nothing or -q.
void sayDiagnostics(const std::string& program, const passes::Diagnostics& diagnostics, const StreamOptions& options);

}  // namespace mf::cli
