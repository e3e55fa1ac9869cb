// Which columns the tables of events have, and where their values come from: one
// description, read by the writer of chunks, by the writer of ordinary rows and by
// the DDL of both.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libmf/catalog/model.h"
#include "libmf/store/chunks/chunk.h"

namespace mf::store {

enum class From { EV, TIME, TYPE, FLOW, NODE, PREV, THREAD, SNAPSHOT, TENANCY, FIELD, FIELD_REF };

struct EventColumn {
  std::string name;  // a CODE column is stored as name_c
  Kind kind = Kind::PLAIN;
  From from = From::EV;
  catalog::Index field = catalog::NONE;
  catalog::Index enumeration = catalog::NONE;  // of a CODE; NONE: words that the simulator coined
  std::string stored() const { return kind == Kind::CODE ? name + "_c" : name; }
};

struct EventTable {
  std::string name;       // events, ev_access
  uint32_t stream = 0;    // 0 for events, else type + 1
  bool ordinary = false;  // a table with rows; else chunks behind a virtual table
  std::vector<EventColumn> columns;
  std::vector<std::string> indexes;
};

// `events` first, then one table for each event of the model, by type.
std::vector<EventTable> eventTables(const catalog::Model& model, bool allOrdinary);

}  // namespace mf::store
