// empty_bundle OUT.db CYCLE PACKAGE...: a bundle of the packages without a single row, all
// events as ordinary tables, CYCLE base units in a cycle. Tests in Python fill it and ask
// the named analyses.
#include <cstdio>

#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"
#include "libmf/catalog/link.h"
#include "libmf/store/materialise.h"

int main(int argc, char** argv) {
  try {
    if (argc < 4) throw mf::Error("usage: empty_bundle OUT.db CYCLE PACKAGE...", mf::Status::MISUSE);
    const auto cycle = mf::parseUnsigned(argv[2]);
    if (!cycle) throw mf::Error("CYCLE is no number", mf::Status::MISUSE);
    const std::vector<std::string> names(argv + 3, argv + argc);
    const auto link = [&](mf::schema::Header::Reader) {
      const mf::catalog::Library library;
      std::vector<mf::catalog::Problem> problems;
      const auto packages = library.packages(names, problems);
      mf::catalog::Model model = mf::catalog::linkPackages(packages, problems);
      if (!problems.empty()) throw mf::Error("the packages do not link");
      model.refPeriod = *cycle;
      return model;
    };
    mf::store::Materialiser::Options options;
    options.ordinaryEvents = true;
    mf::store::Materialiser bundle(argv[1], link, options);
    bundle.header(mf::mfir::Header());
    bundle.end(mf::mfir::End());
    bundle.commit();
    return 0;
  } catch (const mf::Error& error) {
    std::fprintf(stderr, "empty_bundle: %s\n", error.what());
    return static_cast<int>(error.status());
  }
}
