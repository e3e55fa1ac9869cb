// Reads authors' Cap'n Proto text: constants of the types of catalog.capnp and
// profile.capnp. Supplies the file id that Cap'n Proto wants and authors need not
// write, and collects every mistake with file, line and column.
#pragma once

#include <capnp/message.h>

#include <memory>
#include <string>
#include <vector>

#include "libmf/catalog/places.h"
#include "libmf/schema/catalog.capnp.h"
#include "libmf/schema/profile.capnp.h"

namespace mf::catalog {

// One constant, copied out of its text, with the place of everything in it.
template <typename Type>
struct Authored {
  std::string file;
  std::string constant;
  std::shared_ptr<capnp::MallocMessageBuilder> message;
  Places places;

  typename Type::Reader get() const { return message->getRoot<Type>().asReader(); }
  Place place(const std::string& path) const { return places.find(constant, path); }
};

struct SourceText {
  std::string path;  // for messages, and what relative imports start from
  std::string text;
};

// The constants of the given type in one file, in the order of the text.
std::vector<Authored<schema::Catalog>> readCatalogs(const SourceText& source, std::vector<Problem>& problems);
std::vector<Authored<schema::Profile>> readProfiles(const SourceText& source, std::vector<Problem>& problems);

// All problems in one Error, a line each; nothing when there are none.
void throwIfAny(const std::vector<Problem>& problems);

}  // namespace mf::catalog
