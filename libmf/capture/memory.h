// The memory shared with the simulator, seen from mf-capture's side; see microtracer/mf_shared.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "libmf/base/file.h"
#include "libmf/capture/settings.h"

namespace mf::capture {

class Memory {
 public:
  // ringBytes: of each thread's buffer, a power of 2.
  Memory(const Settings& settings, uint32_t ringBytes);
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory();

  mf_shared& shared() { return *shared_; }
  const mf_shared& shared() const { return *shared_; }
  // What the simulator finds in MF_SHARED_VARIABLE.
  std::string address() const;

  // The published part of a ring that has not been released, up to the ring's end.
  struct Piece {
    const char* at = nullptr;
    size_t bytes = 0;
  };
  uint32_t ringCount() const;
  Piece published(uint32_t ring) const;
  uint64_t position(uint32_t ring) const { return shared_->rings[ring].tail; }  // of that piece
  void release(uint32_t ring, size_t bytes);

  // The simulator attached, once; its process, 0 if not.
  int producer() const;
  bool ended() const;
  // Tells the simulator to write no more.
  void close();
  uint64_t instsRetired() const;
  // Overrides of nodes that were never declared, and those that never took effect, as the user wrote them.
  std::vector<std::string> overridesWithoutNode(const Settings& settings) const;
  std::vector<std::string> overridesNotApplied(const Settings& settings) const;

 private:
  const mf_override* overrides() const;
  FileDescriptor fd_;
  mf_shared* shared_ = nullptr;
  char* rings_ = nullptr;
};

}  // namespace mf::capture
