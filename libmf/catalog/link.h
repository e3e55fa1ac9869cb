// Checks names across files and binds a profile and a topology: catalogs in, Model out.
//
// Refused, each with file, line and column and the nearest correct name: names
// declared twice or not at all; claims that join different address spaces, grains
// or flow kinds; keys that are no keys; two acquires on one event; clocks that
// share no unit. All mistakes are found in one run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "libmf/catalog/load.h"
#include "libmf/catalog/model.h"
#include "libmf/schema/mfir.capnp.h"

namespace mf::catalog {

struct CatalogInput {
  std::string package;
  schema::Catalog::Reader catalog;
  const Authored<schema::Catalog>* authored = nullptr;  // places, when read from text
};

struct LinkInput {
  std::vector<CatalogInput> catalogs;
  std::optional<schema::Profile::Reader> profile;
  const Authored<schema::Profile>* authoredProfile = nullptr;
  // Of the capture; a profile's own are used where these are empty.
  std::vector<schema::Clock::Reader> clocks;
  std::vector<schema::Node::Reader> nodes;
  std::string simulator;
  std::string tick = "ps";
};

Model link(const LinkInput& input, std::vector<Problem>& problems);

// The model of an MFIR stream, from what its header carries. Throws.
Model link(schema::Header::Reader header);

// Packages alone, without a machine: mf-ingest --check.
Model linkPackages(const std::vector<Package>& packages, std::vector<Problem>& problems);

}  // namespace mf::catalog
