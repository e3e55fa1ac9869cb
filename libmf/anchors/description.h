// What to put where in a simulator's tree: anchors described in our own words.
//
// A description is lines of text:
//
//     simulator champsim "ChampSim"
//     needs src/cache.cc src/ooo_cpu.cc          a directory without these is another program
//     group memory cache,tlb "packets through caches"
//     file src/cache.cc
//     in CACHE::handle_fill                      or `in struct NAME`, `in file`
//     for cache.evict tlb.evict                  what the anchors below serve
//     before `impl_find_victim(` `mf::victim(*this, `
//     end `mf::Packet mf_{};`
//
// `group! NAME` is optional: where one of its anchors is missing all of it is left out.
// A function is named as where it is defined, with as many of its parameters as it takes
// to tell it from another. A pattern is a few tokens, compared without white space and
// comments, and must occur once in its scope. A line that begins with # is a comment.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mf::anchors {

enum class Where {
  BEFORE,     // the pattern's first token
  AFTER,      // its last token
  STATEMENT,  // after the semicolon that ends the statement in which the pattern begins
  BRACKET,    // after the bracket that closes the last one opened in the pattern
  INSIDE,     // at the start of the block that is opened next after the pattern
  LINE,       // a line of its own before the pattern's
  START,      // of the scope: after its opening brace
  END,        // of the scope: before its closing brace
};

struct Anchor {
  unsigned id = 0;      // its number in the description
  unsigned group = 0;
  std::string file;     // from the top of the tree
  std::string scope;    // "CACHE::handle_fill", "struct request", "file"
  std::string purpose;  // events, separated by blanks
  Where where = Where::BEFORE;
  std::string pattern;  // empty for START and END
  std::string text;     // ours
};

struct Group {
  std::string name;
  std::string domains;  // "cache,tlb"
  std::string title;
  bool optional = false;
};

struct Description {
  std::string simulator;  // "champsim"
  std::string title;      // "ChampSim"
  std::vector<std::string> needs;
  std::vector<Group> groups;
  std::vector<Anchor> anchors;
};

// Throws an Error that names `name` and the line.
Description parseDescription(std::string_view text, const std::string& name);

}  // namespace mf::anchors
