// A hash map from integers, for the tables that passes look into at every event: open
// addressing, one array, no allocation for an entry. std::unordered_map takes three
// times the time there. Entries move when others are erased: keep no pointers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mf {

template <typename Value>
class FlatMap {
 public:
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // nullptr when there is none.
  Value* find(uint64_t key) {
    const size_t at = place(key);
    return at == NOWHERE ? nullptr : &entries_[at].value;
  }
  const Value* find(uint64_t key) const { return const_cast<FlatMap*>(this)->find(key); }

  // The entry of the key, made with Value() when there was none.
  Value& operator[](uint64_t key) {
    if (2 * (size_ + 1) > entries_.size()) grow();
    size_t at = home(key);
    while (used_[at]) {
      if (entries_[at].key == key) return entries_[at].value;
      at = next(at);
    }
    used_[at] = true;
    entries_[at] = {key, Value()};
    ++size_;
    return entries_[at].value;
  }

  bool erase(uint64_t key) {
    size_t hole = place(key);
    if (hole == NOWHERE) return false;
    // Entries behind the hole that may not be reached past it move into it.
    for (size_t at = next(hole); used_[at]; at = next(at)) {
      const size_t wanted = home(entries_[at].key);
      const bool reachable = hole < at ? hole < wanted && wanted <= at : hole < wanted || wanted <= at;
      if (reachable) continue;
      entries_[hole] = std::move(entries_[at]);
      hole = at;
    }
    used_[hole] = false;
    entries_[hole].value = Value();
    --size_;
    return true;
  }

  // In no particular order: sort what is to be written.
  template <typename Visit>
  void each(Visit visit) {
    for (size_t at = 0; at < entries_.size(); ++at) {
      if (used_[at]) visit(entries_[at].key, entries_[at].value);
    }
  }

 private:
  struct Entry {
    uint64_t key = 0;
    Value value{};
  };
  static constexpr size_t NOWHERE = SIZE_MAX;

  size_t place(uint64_t key) const {
    if (size_ == 0) return NOWHERE;
    for (size_t at = home(key);; at = next(at)) {
      if (!used_[at]) return NOWHERE;
      if (entries_[at].key == key) return at;
    }
  }
  size_t home(uint64_t key) const { return static_cast<size_t>(key * 0x9e3779b97f4a7c15u >> shift_); }
  size_t next(size_t at) const { return (at + 1) & (entries_.size() - 1); }

  void grow() {
    std::vector<Entry> entries(entries_.empty() ? 16 : entries_.size() * 2);
    std::vector<uint8_t> used(entries.size(), false);
    entries.swap(entries_);
    used.swap(used_);
    shift_ = 64;
    for (size_t n = entries_.size(); n > 1; n /= 2) --shift_;
    size_ = 0;
    for (size_t at = 0; at < entries.size(); ++at) {
      if (used[at]) (*this)[entries[at].key] = std::move(entries[at].value);
    }
  }

  std::vector<Entry> entries_;
  std::vector<uint8_t> used_;
  size_t size_ = 0;
  unsigned shift_ = 64;
};

}  // namespace mf
