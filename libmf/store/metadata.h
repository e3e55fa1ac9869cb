// Layers 0 and 1 of a bundle: the run, its regions, topology, words and costs.
#pragma once

#include <string>
#include <vector>

#include "libmf/catalog/model.h"
#include "libmf/mfir/stream.h"
#include "libmf/store/database.h"
#include "libmf/store/event_layout.h"

namespace mf::store {

void writeModel(const Database& db, const catalog::Model& model, const std::vector<EventTable>& tables);
void writeRun(const Database& db, const catalog::Model& model, const mfir::Header& header, const mfir::End& end,
              uint64_t events);
void writeDiagnostics(const Database& db, const std::vector<mfir::Diagnostic>& diagnostics);
// What differs between two compiles of one capture, and therefore can be left out.
void writeCosts(const Database& db, const mfir::Header& header, const mfir::End& end);
// The row of pass_log for what this process did since its pass, the last in `end`, was done.
void writeBundleCost(const Database& db, const mfir::End& end);

}  // namespace mf::store
