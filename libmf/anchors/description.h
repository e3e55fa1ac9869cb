// What to put where in a simulator's tree: anchors described in our own words.
//
// A description is lines of text:
//
//     simulator champsim "ChampSim"
//     needs src/cache.cc src/ooo_cpu.cc          a directory without these is another program
//     place .h inc                               files of the probe that end so go into that folder
//     group memory cache,tlb "packets through caches"
//     file src/cache.cc
//     in CACHE::handle_fill                      or `in struct NAME`, `in file`
//     for cache.evict tlb.evict                  what the anchors below serve
//     before `impl_find_victim(` `mf::victim(*this, `
//     end `mf::Packet mf_{};`
//     has `void fill(Block *_);`                 must stand there; nothing goes in
//
// `group! NAME` is optional: where one of its anchors is missing all of it is left out.
// `module NAME` is a group that a module outside the tree gives with no edit of it: it says by
// `has` alone what the module relies on.
// A function is named as where it is defined, with as many of its parameters as it takes
// to tell it from another. A pattern is a few tokens, compared without white space and
// comments, and must occur once in its scope (for `has`, once or more); `_` in it stands for
// any one token, such as a parameter's name. A line that begins with # is a comment.
#pragma once

#include <optional>
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
  HAS,        // nowhere: the pattern has to be there, and that is all
};

struct Anchor {
  unsigned id = 0;      // its number in the description
  unsigned group = 0;
  std::string file;     // from the top of the tree
  std::string scope;    // "CACHE::handle_fill", "struct request", "file"
  std::string purpose;  // events, separated by blanks
  Where where = Where::BEFORE;
  std::string pattern;  // empty for START and END
  std::string text;     // ours; empty for HAS
};

struct Group {
  std::string name;
  std::string domains;  // "cache,tlb"
  std::string title;
  bool optional = false;
  bool module = false;  // given by a module with no edit of the tree
};

// Where files of the probe go in the tree.
struct Place {
  std::string ending;  // of their names
  std::string folder;
};

struct Description {
  std::string simulator;  // "champsim"
  std::string title;      // "ChampSim"
  std::vector<std::string> needs;
  std::vector<Place> places;
  std::vector<Group> groups;
  std::vector<Anchor> anchors;

  bool hasModule() const;
  // Where a file of the probe goes in the tree; nothing if it stays outside.
  std::optional<std::string> placeOf(std::string_view name) const;
};

// Throws an Error that names `name` and the line.
Description parseDescription(std::string_view text, const std::string& name);

}  // namespace mf::anchors
