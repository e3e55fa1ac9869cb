#include "libmf/store/event_layout.h"

#include <algorithm>

namespace mf::store {

namespace {

using catalog::Event;
using catalog::Field;
using catalog::NONE;

EventTable allEvents(bool ordinary) {
  EventTable table{"events", 0, ordinary, {}, {}};
  table.columns = {{"ev", Kind::PLAIN, From::EV},         {"t", Kind::PLAIN, From::TIME},
                   {"type", Kind::PLAIN, From::TYPE},     {"flow", Kind::REF, From::FLOW},
                   {"node", Kind::REF, From::NODE},       {"prev", Kind::BACK, From::PREV},
                   {"thread", Kind::PLAIN, From::THREAD}, {"snapshot", Kind::PLAIN, From::SNAPSHOT},
                   {"ten", Kind::REF, From::TENANCY}};
  return table;
}

EventColumn columnOf(const Field& field, catalog::Index index) {
  EventColumn column{field.name, Kind::PLAIN, From::FIELD, index, NONE};
  if (field.type == schema::ValueType::KEY) {
    column.kind = Kind::REF;
    column.from = From::FIELD_REF;
    column.field = field.ref;
  } else if (field.type == schema::ValueType::WORD || field.type == schema::ValueType::NAME) {
    column.kind = Kind::CODE;
    column.enumeration = field.enumeration;
  }
  return column;
}

EventTable tableOf(const Event& event, uint32_t type, bool ordinary) {
  EventTable table{"ev_" + event.table, type + 1, ordinary || event.ordinary, {}, event.indexes};
  if (event.table.empty()) {
    table.name = "ev_" + event.name;
    std::replace(table.name.begin(), table.name.end(), '.', '_');
  }
  table.columns = {{"ev", Kind::PLAIN, From::EV}, {"t", Kind::PLAIN, From::TIME}};
  if (event.flow != NONE) table.columns.push_back({"flow", Kind::REF, From::FLOW});
  for (catalog::Index i = 0; i < event.fields.size(); ++i) {
    if (i == event.flow) continue;  // the column flow
    table.columns.push_back(columnOf(event.fields[i], i));
  }
  return table;
}

}  // namespace

std::vector<EventTable> eventTables(const catalog::Model& model, bool allOrdinary) {
  std::vector<EventTable> tables{allEvents(allOrdinary)};
  for (uint32_t type = 0; type < model.events.size(); ++type) {
    tables.push_back(tableOf(model.events[type], type, allOrdinary));
  }
  return tables;
}

}  // namespace mf::store
