// Joins the five channels, writes edges; --db fills the database.
#include "libmf/cli/pass_tool.h"
#include "libmf/passes/edges.h"

int main(int argc, char** argv) {
  return mf::cli::runPass("mf-edges", "Joins claims through the five channels into causal edges.", argc, argv,
                          [](mf::mfir::Sink& out, mf::passes::PassOptions options) {
                            return std::make_unique<mf::passes::Edges>(out, std::move(options));
                          });
}
