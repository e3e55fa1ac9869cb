#include "libmf/catalog/native.h"

#include "libmf/catalog/load.h"
#include "libmf/mfir/names.h"

namespace mf::catalog {

namespace {

void describe(const std::vector<Package>& packages, schema::Header::Builder header) {
  unsigned count = 0;
  for (const Package& package : packages) {
    for (const auto& file : package.files) count += file.get().getEvents().size();
  }
  auto list = header.initSchema(count);
  unsigned at = 0;
  for (const Package& package : packages) {
    for (const auto& file : package.files) {
      for (const auto event : file.get().getEvents()) {
        auto native = list[at++];
        native.setName(event.getName());
        native.setDomain(event.getDomain());
        auto fields = native.initFields(event.getFields().size());
        for (unsigned i = 0; i < fields.size(); ++i) {
          const auto field = event.getFields()[i];
          fields[i].setName(field.getName());
          fields[i].setType(mfir::valueTypeName(field.getType()));
          fields[i].setOf(field.getOf());
        }
      }
    }
  }
}

}  // namespace

mfir::CompleteHeader nativeFromPackages(std::vector<std::string> directories) {
  return [directories = std::move(directories)](mfir::Header& header) {
    const auto in = header.get();
    if (in.getKind() != schema::StreamKind::CAPTURE || in.getSchema().size() != 0) return;
    std::vector<Problem> problems;
    const Library library(directories);
    std::vector<std::string> names;
    if (in.getProfileName().size() != 0) {
      for (const auto name : library.profile(in.getProfileName().cStr(), problems).get().getPackages()) names.emplace_back(name.cStr());
    }
    for (const auto package : in.getPackages()) names.emplace_back(package.getName().cStr());
    for (const std::string& directory : directories) names.push_back(readPackageFolder(directory).name);
    const auto packages = library.packages(names, problems);
    throwIfAny(problems);
    auto out = header.edit();
    describe(packages, out);
    // With the files, so that words of enums can be read by name.
    auto list = out.initPackages(static_cast<unsigned>(packages.size()));
    for (unsigned i = 0; i < list.size(); ++i) {
      list[i].setName(packages[i].name);
      auto files = list[i].initFiles(static_cast<unsigned>(packages[i].files.size()));
      for (unsigned j = 0; j < files.size(); ++j) files.setWithCaveats(j, packages[i].files[j].get());
    }
  };
}

}  // namespace mf::catalog
