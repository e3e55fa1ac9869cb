// Value and speculation share one rule: the latest producer (definition) of exactly
// this key. Keys that are flows live in pages by flow number, since flows are numbered
// as they open and go roughly in that order; other keys in a table that forgets the oldest.
#include "libmf/passes/channels/channels.h"

namespace mf::passes {

using catalog::Index;
using catalog::NONE;

Producers::Producers(const catalog::Model& model, catalog::Channel)
    : spaces_(model.namespaces.size()), byNumber_(spaces_), numbers_(spaces_) {}

Producers::Key Producers::key(const Happening& at, const catalog::Claim& claim, uint64_t own) const {
  Key key;
  for (const Index index : claim.key) {
    const catalog::Field& field = at.event->fields[index];
    uint64_t value = at.field(index);
    if (value == 0) return {0, false, true, false};
    if (field.type == schema::ValueType::KEY) {
      value = field.flow ? own : at.ref(index);
      if (value == 0) return {0, false, false, true};
      key.byFlow = claim.key.size() == 1;
    }
    // Two fields: mixed so that pairs stay apart; equal pairs stay equal.
    key.value = claim.key.size() == 1 ? value : (key.value ^ value) * 0x9e3779b97f4a7c15u;
  }
  return key;
}

Cause Producers::latest(Index space, const Key& key) const {
  if (!key.byFlow) {
    const Cause* found = byNumber_[space].find(key.value);
    return found == nullptr ? Cause() : *found;
  }
  const size_t page = key.value / PAGE;
  if (page >= pages_.size() || pages_[page] == nullptr) return {};
  return pages_[page]->causes[key.value % PAGE * spaces_ + space];
}

void Producers::produce(Index space, const Key& key, uint64_t ev, uint64_t time) {
  if (!key.byFlow) {
    Cause& place = byNumber_[space][key.value];
    const bool isNew = place.ev == 0;
    place = {ev, time};
    if (!isNew) return;
    numbers_[space].push_back(key.value);
    if (numbers_[space].size() > RETAINED) {
      byNumber_[space].erase(numbers_[space].front());
      numbers_[space].pop_front();
    }
    return;
  }
  const size_t page = key.value / PAGE;
  if (page >= pages_.size()) pages_.resize(page + 1);
  if (pages_[page] == nullptr) {
    pages_[page] = std::make_unique<Page>();
    pages_[page]->causes.resize(PAGE * spaces_);
    pages_[page]->gone.resize(PAGE);
  }
  pages_[page]->causes[key.value % PAGE * spaces_ + space] = {ev, time};
}

void Producers::closed(uint64_t flow) {
  closing_.push_back(flow);
  if (closing_.size() <= RETAINED) return;
  const uint64_t old = closing_.front();
  closing_.pop_front();
  const size_t number = old / PAGE;
  if (number >= pages_.size()) pages_.resize(number + 1);
  if (pages_[number] == nullptr) return;
  Page& page = *pages_[number];
  for (size_t space = 0; space < spaces_; ++space) page.causes[old % PAGE * spaces_ + space] = {};
  if (page.gone[old % PAGE]) return;
  page.gone[old % PAGE] = true;
  if (++page.goneCount == PAGE) pages_[number] = nullptr;
}

bool Producers::expired(uint64_t flow) const {
  const size_t page = flow / PAGE;
  return page < pages_.size() && (pages_[page] == nullptr || pages_[page]->gone[flow % PAGE]);
}

}  // namespace mf::passes
