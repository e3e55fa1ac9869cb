// Replays lifecycles, writes flows.
#include "libmf/cli/pass_tool.h"
#include "libmf/passes/resolve.h"

int main(int argc, char** argv) {
  return mf::cli::runPass("mf-resolve", "Replays each event through the declared lifecycles: keys become flows.", argc, argv,
                          [](mf::mfir::Sink& out, mf::passes::PassOptions options) {
                            return std::make_unique<mf::passes::Resolve>(out, std::move(options));
                          });
}
