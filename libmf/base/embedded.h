// Text files packed into the program by scripts/embed.cmake.
#pragma once

#include <span>
#include <string_view>

namespace mf {

struct EmbeddedFile {
  std::string_view path;  // from the top of the tree: "catalogs/core/pipeline.capnp"
  std::string_view text;
};

// Catalogs, analyses, profiles, the authors' schema and the bundle's DDL, by path.
std::span<const EmbeddedFile> embeddedFiles();
// The text of one that must be there.
std::string_view embeddedText(std::string_view path);

}  // namespace mf
