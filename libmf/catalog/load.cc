#include "libmf/catalog/load.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "libmf/base/embedded.h"
#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"

namespace mf::catalog {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> sortedEntries(const fs::path& directory) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) paths.push_back(entry.path());
  if (error) throw Error(cat("cannot read directory ", quoted(directory.string()), ": ", error.message()));
  std::sort(paths.begin(), paths.end());
  return paths;
}

// "profiles/champsim/default.capnp" -> "champsim/default"
std::string profileName(const std::string& path) {
  const size_t start = path.rfind("profiles/") + 9;
  return path.substr(start, path.size() - start - 6);
}

void addFolder(std::vector<PackageFolder>& folders, PackageFolder folder) {
  for (const PackageFolder& other : folders) {
    if (other.name == folder.name) {
      throw Error(cat("package ", quoted(folder.name), " is found twice: ", other.from, " and ", folder.from));
    }
  }
  folders.push_back(std::move(folder));
}

}  // namespace

PackageFolder readPackageFolder(const std::string& directory) {
  if (!fs::is_directory(directory)) throw Error(cat(quoted(directory), " is not a directory"));
  fs::path path = fs::path(directory).lexically_normal();
  if (path.filename().empty()) path = path.parent_path();
  PackageFolder folder{path.filename().string(), path.string(), {}};
  for (const fs::path& file : sortedEntries(path)) {
    if (file.extension() == ".capnp") folder.texts.push_back({file.string(), readWholeFile(file.string())});
  }
  return folder;
}

Package parsePackage(const PackageFolder& folder, std::vector<Problem>& problems) {
  Package package{folder.name, folder.from, {}};
  for (const SourceText& text : folder.texts) {
    for (auto& catalog : readCatalogs(text, problems)) package.files.push_back(std::move(catalog));
  }
  return package;
}

Library::Library(const std::vector<std::string>& directories) {
  for (const EmbeddedFile& file : embeddedFiles()) {
    const std::string path(file.path);
    if (path.ends_with(".capnp") && path.starts_with("catalogs/")) {
      const std::string name = path.substr(9, path.find('/', 9) - 9);
      if (folders_.empty() || folders_.back().name != name) folders_.push_back({name, "built in", {}});
      folders_.back().texts.push_back({path, std::string(file.text)});
    } else if (path.ends_with(".capnp") && path.starts_with("profiles/")) {
      profiles_.push_back({path, std::string(file.text)});
    }
  }
  if (const char* search = std::getenv("MICROFLOW_PATH")) {
    for (const std::string& root : split(search, ':')) {
      if (!fs::is_directory(root)) continue;
      for (const fs::path& path : sortedEntries(root)) {
        if (fs::is_directory(path) && path.filename() != "profiles") addFolder(folders_, readPackageFolder(path.string()));
      }
      if (!fs::is_directory(fs::path(root) / "profiles")) continue;
      for (const auto& entry : fs::recursive_directory_iterator(fs::path(root) / "profiles")) {
        if (entry.path().extension() == ".capnp") {
          profiles_.push_back({entry.path().string(), readWholeFile(entry.path().string())});
        }
      }
    }
  }
  for (const std::string& directory : directories) addFolder(folders_, readPackageFolder(directory));
}

std::vector<std::string> Library::packageNames() const {
  std::vector<std::string> names;
  for (const PackageFolder& folder : folders_) names.push_back(folder.name);
  return names;
}

std::vector<Package> Library::packages(const std::vector<std::string>& names, std::vector<Problem>& problems) const {
  std::vector<std::string> wanted{"core"};
  for (const std::string& name : names) {
    if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) wanted.push_back(name);
  }
  std::vector<Package> packages;
  for (const std::string& name : wanted) {
    const auto folder =
        std::find_if(folders_.begin(), folders_.end(), [&](const PackageFolder& each) { return each.name == name; });
    if (folder == folders_.end()) {
      throw Error(cat("no package ", quoted(name), didYouMean(name, packageNames())));
    }
    packages.push_back(parsePackage(*folder, problems));
  }
  return packages;
}

std::vector<std::string> Library::profileNames() const {
  std::vector<std::string> names;
  for (const SourceText& text : profiles_) names.push_back(profileName(text.path));
  return names;
}

Authored<schema::Profile> Library::profile(const std::string& nameOrPath, std::vector<Problem>& problems) const {
  SourceText source;
  if (nameOrPath.ends_with(".capnp")) {
    source = {nameOrPath, readWholeFile(nameOrPath)};
  } else {
    for (const SourceText& text : profiles_) {
      if (profileName(text.path) == nameOrPath) source = text;
    }
    if (source.path.empty()) {
      throw Error(cat("no profile ", quoted(nameOrPath), didYouMean(nameOrPath, profileNames())));
    }
  }
  const size_t before = problems.size();
  auto profiles = readProfiles(source, problems);
  if (problems.size() > before) throwIfAny(problems);
  if (profiles.size() != 1) {
    throw Error(cat(source.path, ": expected one constant of type Profile, found ", profiles.size()));
  }
  return std::move(profiles.front());
}

}  // namespace mf::catalog
