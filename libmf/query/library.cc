#include "libmf/query/library.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <set>

#include "libmf/base/embedded.h"
#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"

namespace mf::query {

namespace {

namespace fs = std::filesystem;

// "catalogs/core/mshr.sql" is core.mshr, "profiles/champsim/reconcile.sql" champsim.reconcile.
std::string nameOf(const fs::path& path) {
  return cat(path.parent_path().filename().string(), ".", path.stem().string());
}

std::vector<fs::path> sorted(const fs::path& directory) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error))
    paths.push_back(at->path());
  if (error) throw Error(cat("cannot read package ", quoted(directory.string()), ": ", error.message()));
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

Library::Library(const std::vector<std::string>& packages, bool replace) {
  for (const EmbeddedFile& file : embeddedFiles()) {
    const bool ours = file.path.starts_with("catalogs/") || file.path.starts_with("profiles/");
    if (!ours || !file.path.ends_with(".sql")) continue;
    add(parseAnalysis(nameOf(file.path), "built in", file.text), false);
  }
  if (const char* path = std::getenv("MICROFLOW_PATH")) {
    for (const std::string& folder : split(path, ':')) {
      if (folder.empty()) continue;
      for (const fs::path& each : sorted(folder)) {
        if (fs::is_directory(each)) addFolder(each.string(), replace);
      }
    }
  }
  for (const std::string& directory : packages) addFolder(directory, replace);
}

void Library::addFolder(const std::string& directory, bool replace) {
  for (const fs::path& path : sorted(fs::path(directory))) {
    if (path.extension() != ".sql") continue;
    add(parseAnalysis(nameOf(fs::absolute(path).lexically_normal()), path.string(), readWholeFile(path.string())),
        replace);
  }
}

void Library::add(Analysis analysis, bool replace) {
  const auto found = analyses_.find(analysis.name);
  if (found != analyses_.end() && !replace) {
    throw Error(cat("analysis ", quoted(analysis.name), " exists twice: ", found->second.from, " and ", analysis.from));
  }
  const std::string name = analysis.name;
  analyses_.insert_or_assign(name, std::move(analysis));
}

const Analysis& Library::find(const std::string& name) const {
  const auto found = analyses_.find(name);
  if (found != analyses_.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [each, analysis] : analyses_) names.push_back(each);
  throw Error(cat("there is no analysis ", quoted(name), didYouMean(name, names)), Status::MISUSE);
}

std::vector<const Analysis*> Library::prerequisites(const Analysis& analysis) const {
  std::vector<const Analysis*> order;
  std::set<std::string> done, open;
  const std::function<void(const Analysis&)> visit = [&](const Analysis& each) {
    for (const std::string& use : each.uses) {
      if (done.contains(use)) continue;
      if (!open.insert(use).second) throw Error(cat("analysis ", quoted(use), " uses itself"));
      const Analysis& used = find(use);
      if (used.form == Analysis::Form::SELECT) {
        throw Error(cat("analysis ", quoted(each.name), " uses ", quoted(use), ", which is no view and no table"));
      }
      visit(used);
      done.insert(use);
      order.push_back(&used);
    }
  };
  visit(analysis);
  return order;
}

}  // namespace mf::query
