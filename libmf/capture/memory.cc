#include "libmf/capture/memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::capture {

namespace {

constexpr uint64_t PAGE = 4096;

uint64_t wholePages(uint64_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }

// Held as long as we live: the kernel tells the simulator by it that we died.
void lockWhileAlive(int fd) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  if (fcntl(fd, F_SETLK, &lock) != 0) throw Error(cat("cannot lock shared memory: ", std::strerror(errno)));
}

void copyRules(mf_shared& shared, const Settings& settings) {
  if (settings.rules.size() > MF_MAX_RULES) {
    throw Error(cat("more than ", int{MF_MAX_RULES}, " rules"), Status::MISUSE);
  }
  shared.domains = settings.domains;
  shared.region_is_phase = settings.regionIsPhase ? 1 : 0;
  shared.rule_count = static_cast<uint32_t>(settings.rules.size());
  std::copy(settings.rules.begin(), settings.rules.end(), shared.rules);
}

void copyOverrides(mf_override* into, const std::vector<Override>& overrides) {
  for (const Override& from : overrides) {
    into->ordinal = from.ordinal;
    into->outcome = from.outcome;
    std::memcpy(into->node_name, from.node.c_str(), from.node.size() + 1);
    std::memcpy(into->site, from.site.c_str(), from.site.size() + 1);
    into++;
  }
}

}  // namespace

Memory::Memory(const Settings& settings, uint32_t ringBytes) {
  const uint64_t overridesAt = wholePages(sizeof(mf_shared));
  const uint64_t ringsAt = overridesAt + wholePages(settings.overrides.size() * sizeof(mf_override));
  const uint64_t total = ringsAt + uint64_t{MF_MAX_RINGS} * ringBytes;  // rings never used cost nothing
  // Without MFD_CLOEXEC: a simulator that cannot see our /proc entry may use the inherited descriptor.
  fd_ = FileDescriptor(memfd_create("microflow", 0));
  if (fd_.get() < 0 || ftruncate(fd_.get(), static_cast<off_t>(total)) != 0) {
    throw Error(cat("cannot make shared memory: ", std::strerror(errno)));
  }
  lockWhileAlive(fd_.get());
  void* at = mmap(nullptr, total, PROT_READ | PROT_WRITE, MAP_SHARED, fd_.get(), 0);
  if (at == MAP_FAILED) throw Error(cat("cannot map shared memory: ", std::strerror(errno)));
  shared_ = static_cast<mf_shared*>(at);
  rings_ = static_cast<char*>(at) + ringsAt;
  shared_->version = MF_SHARED_VERSION;
  shared_->ring_bytes = ringBytes;
  shared_->total_bytes = total;
  shared_->rings_offset = ringsAt;
  shared_->overrides_offset = overridesAt;
  shared_->override_count = static_cast<uint32_t>(settings.overrides.size());
  shared_->consumer = getpid();
  copyRules(*shared_, settings);
  copyOverrides(reinterpret_cast<mf_override*>(static_cast<char*>(at) + overridesAt), settings.overrides);
  std::memcpy(shared_->magic, MF_SHARED_MAGIC, sizeof shared_->magic);
}

Memory::~Memory() { munmap(shared_, shared_->total_bytes); }

std::string Memory::address() const { return cat(getpid(), ":", fd_.get()); }

uint32_t Memory::ringCount() const { return __atomic_load_n(&shared_->ring_count, __ATOMIC_ACQUIRE); }

Memory::Piece Memory::published(uint32_t ring) const {
  const mf_ring& at = shared_->rings[ring];
  const uint64_t head = __atomic_load_n(&at.head, __ATOMIC_ACQUIRE);
  const uint64_t size = shared_->ring_bytes;
  if (head - at.tail > size) throw Error("the simulator's buffer is damaged: more is published than it holds");
  const uint64_t start = at.tail & (size - 1);
  return {rings_ + ring * size + start, static_cast<size_t>(std::min(head - at.tail, size - start))};
}

void Memory::release(uint32_t ring, size_t bytes) {
  mf_ring& at = shared_->rings[ring];
  __atomic_store_n(&at.tail, at.tail + bytes, __ATOMIC_RELEASE);
}

int Memory::producer() const { return __atomic_load_n(&shared_->producer, __ATOMIC_ACQUIRE); }
bool Memory::ended() const { return __atomic_load_n(&shared_->ended, __ATOMIC_ACQUIRE) != 0; }
void Memory::close() { __atomic_store_n(&shared_->closed, 1u, __ATOMIC_RELEASE); }

uint64_t Memory::instsRetired() const {
  uint64_t sum = 0;
  for (const uint64_t& count : shared_->retired) sum += __atomic_load_n(&count, __ATOMIC_RELAXED);
  return sum;
}

const mf_override* Memory::overrides() const {
  return reinterpret_cast<const mf_override*>(reinterpret_cast<const char*>(shared_) + shared_->overrides_offset);
}

std::vector<std::string> Memory::overridesWithoutNode(const Settings& settings) const {
  std::vector<std::string> texts;
  for (size_t i = 0; i < settings.overrides.size(); i++) {
    if (overrides()[i].found == 0) texts.push_back(settings.overrides[i].text);
  }
  return texts;
}

std::vector<std::string> Memory::overridesNotApplied(const Settings& settings) const {
  std::vector<std::string> texts;
  for (size_t i = 0; i < settings.overrides.size(); i++) {
    if (overrides()[i].found != 0 && overrides()[i].applied == 0) texts.push_back(settings.overrides[i].text);
  }
  return texts;
}

}  // namespace mf::capture
