// One identity for a memory request, from who asks to the answer.
//
// A cache makes a new packet for the level below but keeps the Request, so the tag on that
// follows a load through every level. It ends with the Request, not with its address.
#ifndef MF_TAG_H
#define MF_TAG_H

#include <memory>

#include "base/extensible.hh"
#include "mem/packet.hh"
#include "mem/request.hh"
#include "mf_gem5.h"

namespace mf
{
class Tag : public gem5::Extension<gem5::Request, Tag>
{
public:
  explicit Tag(uint64_t id) : key(id), waker(id) {}
  std::unique_ptr<gem5::ExtensionBase> clone() const override { return std::make_unique<Tag>(*this); }

  uint64_t key;
  uint64_t waker;                    // whose fill answers it: its own, or that of the miss it joined
  const Cache* origin = nullptr;     // where it is asked first, and ends
  bool refused = false;              // and said so
};

inline std::shared_ptr<Tag> tagOf(const gem5::RequestPtr& request) { return request->getExtension<Tag>(); }
inline std::shared_ptr<Tag> tagOf(const gem5::PacketPtr packet) { return tagOf(packet->req); }
std::shared_ptr<Tag> newTag(const gem5::RequestPtr& request, uint64_t key, const Cache* origin);

// The tag of what comes to a cache; a request not seen before is sent to it now.
std::shared_ptr<Tag> arrived(gem5::PacketPtr packet, const Cache& cache);

// A blocked cache did not take it.
void refused(const Cache& cache, gem5::PacketPtr packet);

// Whose load and store queue is sending now.
extern Core* sending;

uint8_t opOf(gem5::PacketPtr packet);
} // namespace mf

#endif
