// One file of a package, linked with nothing but itself, and the same text as a profile.
#include "libmf/catalog/link.h"
#include "libmf/catalog/source.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace mf;
  const std::string text(fuzz::textOf(data, size));
  if (text.find("import") != text.rfind("import")) return 0;  // one is the schema's: no reading of other files
  fuzz::accepted([&] {
    std::vector<catalog::Problem> problems;
    const catalog::PackageFolder folder{"input", "the fuzzer", {{"input.capnp", text}}};
    const std::vector<catalog::Package> packages{catalog::parsePackage(folder, problems)};
    const auto profiles = catalog::readProfiles({"input.capnp", text}, problems);
    catalog::throwIfAny(problems);
    catalog::LinkInput input;
    for (const auto& file : packages[0].files) input.catalogs.push_back({"input", file.get(), &file});
    if (!profiles.empty()) {
      input.profile = profiles[0].get();
      input.authoredProfile = &profiles[0];
    }
    catalog::link(input, problems);
  });
  return 0;
}
