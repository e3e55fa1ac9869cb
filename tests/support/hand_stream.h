// A small machine and streams made up for it: input of the bundle's tests.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "libmf/base/error.h"
#include "libmf/catalog/link.h"
#include "libmf/mfir/stream.h"

namespace mf::test {

inline catalog::Model handModel() {
  const catalog::Library library;
  std::vector<catalog::Problem> problems;
  const auto packages = library.packages({"core", "prefetch", "wrongpath"}, problems);
  catalog::Model model = catalog::linkPackages(packages, problems);
  if (!problems.empty()) throw Error("the packages do not link");
  model.refPeriod = 2;
  model.clocks = {{"cpu0", 2, 0}};
  const auto node = [&](uint16_t id, const char* name, const char* kind, catalog::Index parent) {
    catalog::Node each;
    each.id = id;
    each.name = name;
    each.kind = kind;
    each.parent = parent;
    each.core = 0;
    if (model.byId.size() <= id) model.byId.resize(id + size_t{1}, catalog::NONE);
    model.byId[id] = static_cast<catalog::Index>(model.nodes.size());
    model.nodes.push_back(each);
  };
  node(1, "cpu0", "core", catalog::NONE);
  node(2, "cpu0_L2C", "cache", catalog::NONE);
  node(3, "cpu0_L2C_mshr", "mshr", 1);
  node(4, "cpu0_L2C_pf", "prefetcher", 1);
  node(5, "cpu0.dispatch", "dispatch", 0);
  return model;
}

// `count` events of every kind, their fields random within their type.
inline mfir::EventBatch randomEvents(const catalog::Model& model, uint64_t firstEv, uint32_t count,
                                     std::mt19937_64& random) {
  mfir::EventBatch batch;
  batch.firstEv = firstEv;
  batch.count = count;
  uint64_t time = firstEv * 3;
  for (uint32_t i = 0; i < count; ++i) {
    const auto type = static_cast<uint16_t>(random() % model.events.size());
    const catalog::Event& event = model.events[type];
    time += random() % 3;
    batch.type.push_back(type);
    batch.time.push_back(time);
    batch.flow.push_back(random() % 4 == 0 ? 0 : firstEv + random() % 100);
    batch.prev.push_back(i == 0 ? 0 : random() % (i + 1));
    batch.tenancy.push_back(random() % 8 == 0 ? random() % 1000 : 0);
    mfir::EventGroup& group = batch.group(type);
    group.fields.resize(event.fields.size());
    group.refs.resize(event.keyCount);
    ++group.count;
    for (size_t f = 0; f < event.fields.size(); ++f) {
      const catalog::Field& field = event.fields[f];
      uint64_t value = random() % (uint64_t{1} << (random() % 40));
      if (field.type == schema::ValueType::WORD) value = random() % model.enums[field.enumeration].words.size();
      if (field.type == schema::ValueType::NAME) value = random() % 4;
      if (field.type == schema::ValueType::FLAG) value = random() % 2;
      if (field.type == schema::ValueType::NODE) value = 1 + random() % 4;
      if (field.type == schema::ValueType::I64 && random() % 2) value = 0 - value;
      group.fields[f].push_back(value);
    }
    for (auto& refs : group.refs) refs.push_back(random() % 3 == 0 ? 0 : firstEv + random() % 200);
  }
  return batch;
}

inline mfir::End handEnd(uint64_t lastTime) {
  mfir::End end;
  end.lastTime = lastTime;
  end.instsRetired = 1000;
  end.words = {"pf_issue", "confidence", "filter"};
  end.retiredHash = "abc";
  return end;
}

}  // namespace mf::test
