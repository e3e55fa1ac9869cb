// Finds packages and profiles: inside the program, in $MICROFLOW_PATH, in --package
// directories. A name met twice is an error.
#pragma once

#include <string>
#include <vector>

#include "libmf/catalog/source.h"

namespace mf::catalog {

struct Package {
  std::string name;
  std::string from;  // "built in", or the directory
  std::vector<Authored<schema::Catalog>> files;
};

struct PackageFolder {
  std::string name;
  std::string from;
  std::vector<SourceText> texts;  // its .capnp files, by path
};

class Library {
 public:
  // `directories`: package folders given by --package. $MICROFLOW_PATH holds folders
  // of packages, with profiles under profiles/.
  explicit Library(const std::vector<std::string>& directories = {});

  std::vector<std::string> packageNames() const;
  // In the order asked for; `core` always comes first. Unknown: an Error with the nearest name.
  std::vector<Package> packages(const std::vector<std::string>& names, std::vector<Problem>& problems) const;
  // A name such as champsim/default, or a path of a file ending in .capnp.
  Authored<schema::Profile> profile(const std::string& nameOrPath, std::vector<Problem>& problems) const;
  std::vector<std::string> profileNames() const;

 private:
  std::vector<PackageFolder> folders_;
  std::vector<SourceText> profiles_;
};

// The folder read as a package, whatever its name: for --check.
PackageFolder readPackageFolder(const std::string& directory);
Package parsePackage(const PackageFolder& folder, std::vector<Problem>& problems);

}  // namespace mf::catalog
