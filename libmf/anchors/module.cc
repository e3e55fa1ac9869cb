#include "libmf/anchors/module.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "libmf/base/file.h"
#include "libmf/base/text.h"

namespace mf::anchors {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> textAt(const std::string& path) {
  std::error_code none;
  if (!fs::exists(fs::symlink_status(path, none))) return std::nullopt;
  return readWholeFile(path);
}

// Not the simulator's own name: an instrumented tree is no module, nor the other way round.
std::string ownerOf(const std::string& simulator) { return simulator + "-module"; }

Manifest manifestOf(const std::string& simulator, const std::vector<AddedFile>& files) {
  Manifest manifest;
  manifest.simulator = ownerOf(simulator);
  std::string all;
  for (const AddedFile& file : files) {
    manifest.added.push_back({file.path, hashOf(file.text)});
    all += cat(file.path, '\1', file.text, '\2');
  }
  manifest.version = hashOf(all);
  return manifest;
}

// What the folder's manifest says that we wrote there.
std::map<std::string, uint64_t> hashesBefore(const std::optional<std::string>& manifest, const std::string& path,
                                             const std::string& simulator) {
  std::map<std::string, uint64_t> hashes;
  if (!manifest) return hashes;
  const Manifest before = parseManifest(*manifest, path);
  if (before.simulator != ownerOf(simulator)) {
    throw Error(cat(mf::quoted(path), " is of ", mf::quoted(before.simulator), ": another folder is needed"));
  }
  for (const Manifest::Added& added : before.added) hashes[added.path] = added.hash;
  return hashes;
}

// Files that may not be touched: what stands there is neither what we wrote nor what we are to write.
std::vector<std::string> foreignIn(const std::vector<Change>& changes, const std::map<std::string, uint64_t>& hashes) {
  std::vector<std::string> found;
  for (const Change& change : changes) {
    if (!change.before || change.before == change.after) continue;
    const auto listed = hashes.find(change.path);
    if (listed == hashes.end()) {
      found.push_back(cat(change.path, " is not ours"));
    } else if (hashOf(*change.before) != listed->second) {
      found.push_back(cat(change.path, " was changed since"));
    }
  }
  return found;
}

}  // namespace

Answer writeModule(const std::string& folder, const std::string& simulator, const std::vector<AddedFile>& files) {
  std::error_code none;
  if (fs::exists(folder, none) && !fs::is_directory(folder, none))
    throw Error(cat(mf::quoted(folder), " is not a directory"));
  const std::string manifestPath = cat(folder, "/", MANIFEST_PATH);
  const std::optional<std::string> before = textAt(manifestPath);
  const auto hashes = hashesBefore(before, manifestPath, simulator);
  const Manifest manifest = manifestOf(simulator, files);

  std::vector<Change> changes;  // paths within the folder
  for (const AddedFile& file : files) changes.push_back({file.path, textAt(folder + "/" + file.path), file.text});
  for (const auto& [path, hash] : hashes) {
    const bool needed =
        std::any_of(files.begin(), files.end(), [&](const AddedFile& file) { return file.path == path; });
    const auto text = textAt(folder + "/" + path);
    if (!needed && text) changes.push_back({path, text, std::nullopt});
  }
  if (const auto foreign = foreignIn(changes, hashes); !foreign.empty()) {
    throw Error(cat("files in ", mf::quoted(folder), " are in the way; nothing was done\n  ", join(foreign, "\n  ")));
  }
  // The manifest goes last: cut short, the folder holds what it lists or what the next run writes.
  changes.push_back({std::string(MANIFEST_PATH), before, formatManifest(manifest)});
  std::erase_if(changes, [](const Change& change) { return change.before == change.after; });
  if (changes.empty()) return {Status::DONE, {cat(folder, ": already there, nothing to do")}};
  for (Change& change : changes) change.path = folder + "/" + change.path;
  applyChanges(changes);
  return {Status::DONE, {cat(folder, ": ", files.size(), " files of the module of ", simulator)}};
}

}  // namespace mf::anchors
