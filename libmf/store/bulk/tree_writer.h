// A b-tree of SQLite's, written page after page from cells in order.
//
// Eight times as fast as INSERT, whose work is for rows in any order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "libmf/store/bulk/page_file.h"

namespace mf::store {

class TreeWriter {
 public:
  enum class Kind { TABLE, INDEX };
  // `root`: of an empty table with rowids, or of an empty index.
  TreeWriter(PageFile& pages, uint32_t root, Kind kind);

  // A row: `key` above all before it; the record at most a quarter of a page.
  void append(uint64_t key, std::span<const unsigned char> record);
  // An entry of an index, in the order of the index; at most a tenth of a page.
  void append(std::span<const unsigned char> record);
  // The pages above the leaves, the topmost of them at the root.
  void finish();

 private:
  // A page, and what an interior page says to separate it from the next: of a table
  // the greatest key below it, of an index the entry between the two.
  struct Child {
    uint32_t page;
    std::string separator;
  };

  bool fits(size_t cell) const;
  void put(std::span<const unsigned char> head, std::span<const unsigned char> rest);
  void seal(bool interior, uint32_t right);
  std::string separator();
  std::vector<Child> level(const std::vector<Child>& below);

  PageFile& pages_;
  uint32_t root_;
  Kind kind_;
  std::vector<unsigned char> page_;  // being filled: cells from its end, their places kept apart
  std::vector<uint16_t> places_;
  size_t top_;       // where the lowest cell begins
  size_t overhead_;  // bytes of the page's own header
  uint64_t last_ = 0;
  std::vector<Child> children_;  // of the level that is being written
};

}  // namespace mf::store
