// One event under way through a pass: its fields by index.
#pragma once

#include <cstdint>
#include <vector>

#include "libmf/catalog/model.h"
#include "libmf/mfir/batch.h"

namespace mf::passes {

struct Happening {
  const mfir::EventGroup* group = nullptr;
  const catalog::Event* event = nullptr;
  uint32_t row = 0;
  uint64_t ev = 0, time = 0;
  uint16_t type = 0, thread = 0;
  bool snapshot = false;
  int core = 0;                      // resolve only
  std::vector<uint64_t> refs;        // flow ids by key field

  // To the cursor's event.
  void moveTo(const mfir::Cursor& cursor, const catalog::Model& model) {
    group = &cursor.group();
    row = cursor.row();
    type = cursor.type();
    event = &model.events[type];
    ev = cursor.ev();
    time = cursor.time();
    thread = cursor.thread();
    snapshot = cursor.snapshot();
  }
  // After resolve: what its keys name.
  void readRefs() {
    refs.resize(event->keyCount);
    for (size_t k = 0; k < event->keyCount; ++k) refs[k] = group->refs[k][row];
  }

  uint64_t field(catalog::Index index) const { return group->fields[index][row]; }
  uint64_t node() const { return event->node == catalog::NONE ? 0 : field(event->node); }
  uint64_t ref(catalog::Index keyField) const { return refs[event->fields[keyField].ref]; }
  bool holds(const catalog::When& when) const {
    return when.holds([this](catalog::Index index) { return field(index); });
  }
};

}  // namespace mf::passes
