#include <capnp/message.h>

#include "libmf/mfir/stream.h"

namespace mf::mfir {

namespace {

capnp::MallocMessageBuilder& message(const std::shared_ptr<void>& owner) {
  return *static_cast<capnp::MallocMessageBuilder*>(owner.get());
}

// One more at the end of a list of structs or texts.
template <typename Old, typename Init>
auto grown(Old old, Init init) {
  auto list = init(old.size() + 1);
  for (unsigned i = 0; i < old.size(); ++i) list.setWithCaveats(i, old[i]);
  return list;
}

}  // namespace

Header::Header() : message_(std::make_shared<capnp::MallocMessageBuilder>()) { message(message_).initRoot<schema::Header>(); }

Header::Header(schema::Header::Reader reader) : message_(std::make_shared<capnp::MallocMessageBuilder>()) {
  message(message_).setRoot(reader);
}

schema::Header::Reader Header::get() const { return message(message_).getRoot<schema::Header>().asReader(); }

// Copies are shared until one of them changes.
schema::Header::Builder Header::edit() {
  if (message_.use_count() > 1) {
    const auto before = message_;
    message_ = std::make_shared<capnp::MallocMessageBuilder>();
    message(message_).setRoot(message(before).getRoot<schema::Header>().asReader());
  }
  return message(message_).getRoot<schema::Header>();
}

void Header::addProvenance(const std::string& program, const std::string& version, const std::vector<std::string>& arguments) {
  auto header = edit();
  auto old = header.disownProvenance();
  auto list = grown(old.getReader(), [&](unsigned n) { return header.initProvenance(n); });
  auto entry = list[list.size() - 1];
  entry.setProgram(program);
  entry.setVersion(version);
  auto words = entry.initArguments(static_cast<unsigned>(arguments.size()));
  for (unsigned i = 0; i < words.size(); ++i) words.set(i, arguments[i]);
}

void Header::addPass(const std::string& pass) {
  auto header = edit();
  auto old = header.disownPasses();
  const auto before = old.getReader();
  auto list = header.initPasses(before.size() + 1);
  for (unsigned i = 0; i < before.size(); ++i) list.set(i, before[i]);
  list.set(before.size(), pass);
}

bool Header::hasPass(const std::string& pass) const {
  for (const auto each : get().getPasses()) {
    if (pass == each.cStr()) return true;
  }
  return false;
}

}  // namespace mf::mfir
