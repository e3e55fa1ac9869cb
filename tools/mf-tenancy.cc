// Matches acquire with release, writes tenancies.
#include "libmf/cli/pass_tool.h"
#include "libmf/passes/tenancy.h"

int main(int argc, char** argv) {
  return mf::cli::runPass("mf-tenancy", "Matches what acquires an entry of a resource with what releases it.", argc, argv,
                          [](mf::mfir::Sink& out, mf::passes::PassOptions options) {
                            return std::make_unique<mf::passes::Tenancies>(out, std::move(options));
                          });
}
