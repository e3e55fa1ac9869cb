#include "libmf/anchors/manifest.h"

#include <sstream>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::anchors {
namespace {

constexpr std::string_view FIRST_LINE = "mf-probe manifest 1";

// One line; false if it is not as we write it.
bool readLine(const std::string& line, Manifest& manifest) {
  std::istringstream in(line);
  std::string word;
  in >> word;
  if (word == "simulator") return static_cast<bool>(in >> manifest.simulator);
  if (word == "version") return static_cast<bool>(in >> std::hex >> manifest.version);
  std::string path;
  if (word == "file") {
    std::getline(in >> std::ws, path);
    manifest.files.push_back({path, {}});
    return !path.empty();
  }
  if (word == "piece" && !manifest.files.empty()) {
    FoundPiece piece{};
    in >> piece.id >> piece.line >> std::hex >> piece.hash >> piece.lineHash;
    manifest.files.back().pieces.push_back(piece);
    return static_cast<bool>(in);
  }
  if (word == "whole") {
    Manifest::Added added{};
    in >> std::hex >> added.hash >> std::ws;
    std::getline(in, added.path);
    manifest.added.push_back(added);
    return !added.path.empty();
  }
  return false;
}

}  // namespace

std::string formatManifest(const Manifest& manifest) {
  std::ostringstream out;
  out << FIRST_LINE << "\nsimulator " << manifest.simulator << "\nversion " << std::hex << manifest.version << "\n";
  for (const Manifest::File& file : manifest.files) {
    out << "file " << file.path << "\n";
    for (const FoundPiece& piece : file.pieces) {
      out << "piece " << std::dec << piece.id << " " << piece.line << " " << std::hex << piece.hash << " " << piece.lineHash << "\n";
    }
  }
  for (const Manifest::Added& added : manifest.added) out << "whole " << std::hex << added.hash << " " << added.path << "\n";
  return out.str();
}

Manifest parseManifest(std::string_view text, const std::string& name) {
  Manifest manifest;
  unsigned number = 0;
  for (const std::string& line : split(text, '\n')) {
    number++;
    const bool good = number == 1 ? line == FIRST_LINE : line.empty() || readLine(line, manifest);
    if (!good) throw Error(cat(name, ":", number, ": not a line of a manifest that this program writes"));
  }
  return manifest;
}

}  // namespace mf::anchors
