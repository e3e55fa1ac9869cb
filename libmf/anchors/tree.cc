#include "libmf/anchors/tree.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "libmf/base/file.h"
#include "libmf/base/text.h"

namespace mf::anchors {
namespace {

namespace fs = std::filesystem;

bool isFile(const std::string& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

std::string counted(size_t count, std::string_view what) { return cat(count, " ", what, count == 1 ? "" : "s"); }

}  // namespace

Tree::Tree(std::string path, const Instrumentation& instrumentation) : path_(std::move(path)), instrumentation_(instrumentation) {
  std::error_code none;
  if (!fs::exists(path_, none)) throw Error(cat(mf::quoted(path_), " does not exist"));
  if (!fs::is_directory(path_, none)) throw Error(cat(mf::quoted(path_), " is not a directory"));
  for (const std::string& needed : instrumentation_.description.needs) {
    if (!isFile(at(needed))) {
      throw Error(cat(mf::quoted(path_), " is not a tree of ", instrumentation_.description.title, ": it has no ", needed));
    }
  }
  readFiles();
  readState();
}

void Tree::readFiles() {
  std::map<std::string, std::vector<const Anchor*>> anchors;
  std::vector<std::string> order;
  for (const Anchor& anchor : instrumentation_.description.anchors) {
    if (anchors[anchor.file].empty()) order.push_back(anchor.file);
    anchors[anchor.file].push_back(&anchor);
  }
  for (const std::string& path : order) {
    File file;
    file.path = path;
    file.exists = isFile(at(path));
    if (file.exists) {
      file.text = readWholeFile(at(path));
      file.clean = withoutPieces(file.text).text;
      file.plan = planFile(file.clean, anchors[path]);
    } else {
      for (const Anchor* anchor : anchors[path]) file.plan.problems.push_back({anchor, "no such file"});
    }
    files_.push_back(std::move(file));
  }
}

void Tree::readState() {
  const std::string manifest = at(std::string(MANIFEST_PATH));
  if (!isFile(manifest)) {
    for (const File& file : files_) {
      if (hasMarks(file.text)) broken_.push_back(cat(file.path, " has calls of ours, but there is no ", MANIFEST_PATH));
    }
    for (const AddedFile& added : instrumentation_.added) {
      if (isFile(at(added.path))) broken_.push_back(cat(added.path, " is there already, but there is no ", MANIFEST_PATH));
    }
    state_ = broken_.empty() ? State::CLEAN : State::BROKEN;
    return;
  }
  manifest_ = parseManifest(readWholeFile(manifest), manifest);
  if (manifest_.simulator != instrumentation_.description.simulator) {
    broken_.push_back(cat(MANIFEST_PATH, " is of simulator ", mf::quoted(manifest_.simulator)));
  }
  for (const Manifest::File& file : manifest_.files) verify(file);
  for (const Manifest::Added& added : manifest_.added) {
    if (!isFile(at(added.path))) {
      broken_.push_back(cat(added.path, " is gone"));
    } else if (hashOf(readWholeFile(at(added.path))) != added.hash) {
      broken_.push_back(cat(added.path, " was changed since"));
    }
  }
  state_ = broken_.empty() ? State::APPLIED : State::BROKEN;
}

// Every piece that the manifest lists must stand there as we wrote it, in a line that is otherwise as it was.
void Tree::verify(const Manifest::File& listed) {
  if (!isFile(at(listed.path))) {
    broken_.push_back(cat(listed.path, " is gone"));
    return;
  }
  const Cleaned cleaned = withoutPieces(readWholeFile(at(listed.path)));
  if (cleaned.brokenLine != 0) broken_.push_back(cat(listed.path, ":", cleaned.brokenLine, ": a call of ours was changed since"));
  std::map<unsigned, FoundPiece> found;
  for (const FoundPiece& piece : cleaned.pieces) {
    if (!found.emplace(piece.id, piece).second) {
      broken_.push_back(cat(listed.path, ":", piece.line, ": a call of ours stands there a second time"));
    }
  }
  for (const FoundPiece& expected : listed.pieces) {
    const auto it = found.find(expected.id);
    if (it == found.end()) {
      broken_.push_back(cat(listed.path, ":", expected.line, ": a call of ours that was put there is gone"));
    } else if (it->second.hash != expected.hash) {
      broken_.push_back(cat(listed.path, ":", it->second.line, ": a call of ours was changed since"));
    } else if (it->second.lineHash != expected.lineHash) {
      broken_.push_back(cat(listed.path, ":", it->second.line, ": the line was changed since"));
    }
    found.erase(expected.id);
  }
  for (const auto& [id, piece] : found) broken_.push_back(cat(listed.path, ":", piece.line, ": a call that the manifest does not know"));
}

uint64_t Tree::version() const {
  std::string all;
  for (const Anchor& anchor : instrumentation_.description.anchors) {
    all += cat(anchor.file, '\1', anchor.scope, '\1', static_cast<int>(anchor.where), anchor.pattern, '\1', anchor.text, '\2');
  }
  for (const AddedFile& added : instrumentation_.added) all += cat(added.path, '\1', added.text, '\2');
  return hashOf(all);
}

std::vector<Tree::GroupCount> Tree::countGroups() const {
  std::vector<GroupCount> counts(instrumentation_.description.groups.size());
  for (const Anchor& anchor : instrumentation_.description.anchors) {
    counts[anchor.group].anchors++;
    counts[anchor.group].found++;
  }
  for (const File& file : files_) {
    for (const Problem& problem : file.plan.problems) counts[problem.anchor->group].found--;
  }
  return counts;
}

std::vector<std::string> Tree::missing() const {
  std::vector<std::string> lines;
  for (const File& file : files_) {
    if (!file.exists) {
      std::set<std::string> purposes;
      for (const Problem& problem : file.plan.problems) purposes.insert(problem.anchor->purpose);
      lines.push_back(cat("missing: ", file.path, ": no such file, for ", join({purposes.begin(), purposes.end()}, " ")));
      continue;
    }
    for (const Problem& problem : file.plan.problems) {
      const Anchor& anchor = *problem.anchor;
      lines.push_back(cat("missing: ", file.path, ": ", anchor.scope, anchor.pattern.empty() ? "" : cat(": ", mf::quoted(anchor.pattern)),
                          ": ", problem.what, ", for ", anchor.purpose));
    }
  }
  return lines;
}

std::string Tree::describeGroup(const Group& group, const GroupCount& count, unsigned index) const {
  std::vector<std::string> events;
  for (const Anchor& anchor : instrumentation_.description.anchors) {
    if (anchor.group != index) continue;
    for (const std::string& event : split(anchor.purpose, ' ')) {
      const bool isEvent = event.find('.') != std::string::npos;
      if (isEvent && std::find(events.begin(), events.end(), event) == events.end()) events.push_back(event);
    }
  }
  const std::string_view can = count.complete() ? "yes" : "no";
  return cat(can, can == "no" ? "   " : "  ", group.name, ": ", group.title, " (domains ", group.domains, "; ",
             count.found, " of ", count.anchors, group.module ? " requirements)" : " anchors)",
             events.empty() ? "" : ": ", join(events, " "));
}

Answer Tree::check() const {
  Answer answer;
  const Description& description = instrumentation_.description;
  const std::string_view state = state_ == State::CLEAN     ? "not instrumented"
                                 : state_ == State::APPLIED ? "instrumented"
                                                            : "partly instrumented or changed since";
  answer.lines.push_back(cat(path_, ": ", description.title, ", ", state));
  const std::vector<GroupCount> counts = countGroups();
  const auto describe = [&](bool module) {
    for (unsigned i = 0; i < counts.size(); i++) {
      const Group& group = description.groups[i];
      if (group.module != module) continue;
      answer.lines.push_back(describeGroup(group, counts[i], i));
      if (!counts[i].complete() && !group.optional) answer.status = Status::NO;
    }
  };
  if (description.hasModule()) answer.lines.emplace_back("by the module, with no edit:");
  describe(true);
  if (description.hasModule()) answer.lines.emplace_back("by the calls of --apply, beside the module:");
  describe(false);
  for (const std::string& line : missing()) answer.lines.push_back(line);
  for (const std::string& line : broken_) answer.lines.push_back(line);
  if (state_ == State::BROKEN) answer.status = Status::NO;
  return answer;
}

// Why nothing can be put in; or that nothing need be.
std::optional<Answer> Tree::refusal(const std::vector<GroupCount>& counts) const {
  Answer answer;
  if (state_ == State::APPLIED && manifest_.version != version()) {
    throw Error(cat(mf::quoted(path_), " was instrumented by another version of this program; take that out first (--revert)"));
  }
  if (state_ == State::APPLIED) {
    answer.lines.push_back(cat(path_, ": already instrumented, nothing to do"));
    return answer;
  }
  if (state_ == State::BROKEN) {
    throw Error(cat(mf::quoted(path_), " is partly instrumented or was changed since; nothing was done\n  ", join(broken_, "\n  ")));
  }
  for (unsigned i = 0; i < counts.size(); i++) {
    if (!counts[i].complete() && !instrumentation_.description.groups[i].optional) answer.status = Status::NO;
  }
  if (answer.status == Status::DONE) return std::nullopt;
  answer.lines = missing();
  answer.lines.push_back(cat(path_, ": nothing was changed"));
  return answer;
}

Answer Tree::apply() const {
  const std::vector<GroupCount> counts = countGroups();
  if (const std::optional<Answer> refused = refusal(counts)) return *refused;
  Answer answer;
  answer.lines = missing();
  for (unsigned i = 0; i < counts.size(); i++) {
    if (!counts[i].complete()) answer.lines.push_back(cat("left out: ", instrumentation_.description.groups[i].title));
  }
  std::vector<Change> changes;
  std::vector<std::pair<std::string, std::string>> texts;
  size_t pieceCount = 0;
  for (const File& file : files_) {
    std::vector<Piece> pieces;
    for (const Piece& piece : file.plan.pieces) {
      if (counts[piece.anchor->group].complete()) pieces.push_back(piece);
    }
    if (pieces.empty()) continue;
    pieceCount += pieces.size();
    texts.emplace_back(file.path, withPieces(file.text, pieces));
    changes.push_back({at(file.path), file.text, texts.back().second});
  }
  for (const AddedFile& added : instrumentation_.added) changes.push_back({at(added.path), std::nullopt, added.text});
  // The manifest goes first: whatever happens after it can be taken out with it.
  changes.insert(changes.begin(), {at(std::string(MANIFEST_PATH)), std::nullopt, formatManifest(manifestOf(texts))});
  applyChanges(changes);
  answer.lines.push_back(cat(path_, ": ", counted(pieceCount, "call"), " in ", counted(texts.size(), "file"), ", ",
                             counted(instrumentation_.added.size(), "file"), " added"));
  return answer;
}

Manifest Tree::manifestOf(const std::vector<std::pair<std::string, std::string>>& texts) const {
  Manifest manifest;
  manifest.simulator = instrumentation_.description.simulator;
  manifest.version = version();
  for (const auto& [path, text] : texts) manifest.files.push_back({path, withoutPieces(text).pieces});
  for (const AddedFile& added : instrumentation_.added) manifest.added.push_back({added.path, hashOf(added.text)});
  return manifest;
}

Answer Tree::revert() const {
  Answer answer;
  if (state_ == State::CLEAN) {
    answer.lines.push_back(cat(path_, ": not instrumented, nothing to do"));
    return answer;
  }
  if (state_ == State::BROKEN) {
    throw Error(cat(mf::quoted(path_), " was changed since it was instrumented; nothing was done\n  ", join(broken_, "\n  ")));
  }
  std::vector<Change> changes;
  for (const Manifest::File& file : manifest_.files) {
    const std::string text = readWholeFile(at(file.path));
    changes.push_back({at(file.path), text, withoutPieces(text).text});
  }
  for (const Manifest::Added& added : manifest_.added) {
    changes.push_back({at(added.path), readWholeFile(at(added.path)), std::nullopt});
  }
  const std::string manifest = at(std::string(MANIFEST_PATH));
  changes.push_back({manifest, readWholeFile(manifest), std::nullopt});
  applyChanges(changes);
  answer.lines.push_back(cat(path_, ": every call taken out of ", counted(manifest_.files.size(), "file"), ", ",
                             counted(manifest_.added.size(), "file"), " removed"));
  return answer;
}

}  // namespace mf::anchors
