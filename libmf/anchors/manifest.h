// What we put into a tree, kept in TREE/.microflow/manifest: enough to take it out again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "libmf/anchors/pieces.h"

namespace mf::anchors {

struct Manifest {
  struct File {
    std::string path;
    std::vector<FoundPiece> pieces;
  };
  struct Added {
    std::string path;
    uint64_t hash;
  };
  std::string simulator;
  uint64_t version = 0;  // of description and added files together
  std::vector<File> files;
  std::vector<Added> added;
};

inline constexpr std::string_view MANIFEST_PATH = ".microflow/manifest";

std::string formatManifest(const Manifest& manifest);
// Throws an Error that names `name`.
Manifest parseManifest(std::string_view text, const std::string& name);

}  // namespace mf::anchors
