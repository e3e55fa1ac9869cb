// Finding mf-capture, describing the machine to it, and parting from it.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mf_state.h"

namespace {

pthread_mutex_t controlLock;
pthread_once_t controlLockMade = PTHREAD_ONCE_INIT;
bool attached = false;  // read without the lock by mf_attached
bool begun = false;

void makeControlLock() {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&controlLock, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

// The memory that PID:FD names, or -1.
int openMemory(const char* where) {
  int process = 0, descriptor = 0;
  if (sscanf(where, "%d:%d", &process, &descriptor) != 2) return -1;
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%d", process, descriptor);
  const int opened = open(path, O_RDWR | O_CLOEXEC);
  if (opened >= 0) return opened;
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);  // process numbers mean nothing across containers
}

mf_shared* mapMemory(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0 || status.st_size < static_cast<off_t>(sizeof(mf_shared))) return nullptr;
  const size_t bytes = static_cast<size_t>(status.st_size);
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (at == MAP_FAILED) return nullptr;
  mf_shared* memory = static_cast<mf_shared*>(at);
  if (memcmp(memory->magic, MF_SHARED_MAGIC, sizeof memory->magic) == 0 && memory->version == MF_SHARED_VERSION &&
      memory->total_bytes <= bytes) {
    return memory;
  }
  munmap(at, bytes);
  return nullptr;
}

void forgetInChild() {
  if (!attached) return;
  __atomic_store_n(&attached, false, __ATOMIC_RELEASE);
  mfForget();
}

void endAtExit();

bool connect(const char* where) {
  const int descriptor = openMemory(where);
  mf_shared* memory = descriptor < 0 ? nullptr : mapMemory(descriptor);
  if (memory == nullptr) {
    fprintf(stderr, "microflow: cannot reach mf-capture (%s); the simulation goes on unrecorded\n", where);
    if (descriptor >= 0) close(descriptor);
    return false;
  }
  int32_t nobody = 0;
  if (!__atomic_compare_exchange_n(&memory->producer, &nobody, static_cast<int32_t>(getpid()), false, __ATOMIC_ACQ_REL,
                                   __ATOMIC_RELAXED)) {
    __atomic_fetch_add(&memory->refused, 1, __ATOMIC_RELAXED);
    munmap(memory, memory->total_bytes);
    close(descriptor);
    return false;
  }
  mfDescriptor = descriptor;
  mf_memory = memory;
  mf_retired_counts = memory->retired;
  return true;
}

// Texts of a setup record, put together piece by piece. What is too long is cut: names are short.
class Setup {
 public:
  explicit Setup(const char* verb) { text(verb); }
  Setup& text(const char* value) {
    const size_t length = strnlen(value == nullptr ? "" : value, 255);
    if (size_ + length + 1 > sizeof bytes_) return *this;
    if (length > 0) memcpy(bytes_ + size_, value, length);
    bytes_[size_ + length] = 0;
    size_ += length + 1;
    return *this;
  }
  Setup& number(unsigned long long value) { return format("%llu", value); }
  Setup& signedNumber(long long value) { return format("%lld", value); }
  void send() const {
    if (attached) mfWriteText(MF_RECORD_SETUP, 0, bytes_, size_);
  }

 private:
  template <typename Value>
  Setup& format(const char* pattern, Value value) {
    char digits[32];
    snprintf(digits, sizeof digits, pattern, value);
    return text(digits);
  }
  char bytes_[MF_MAX_CONTROL - sizeof(mf_control)];
  size_t size_ = 0;
};

void sendSchema() {
  const size_t piece = 1024;
  for (size_t at = 0; at < mf_schema_size; at += piece) {
    const size_t bytes = mf_schema_size - at < piece ? mf_schema_size - at : piece;
    mfWriteText(MF_RECORD_SCHEMA, static_cast<uint16_t>(bytes), mf_schema_text + at, bytes);
  }
}

void end(uint16_t explicitly) {
  if (mf_attached() == 0) return;  // in a forked child, another thread may have held the lock for ever
  MfLock lock;
  if (!attached) return;
  mfCloseRegion("end");
  mfControlDone(mfControl(MF_RECORD_END, explicitly, sizeof(mf_control)));
  __atomic_store_n(&mf_memory->ended, 1u, __ATOMIC_RELEASE);
  __atomic_store_n(&attached, false, __ATOMIC_RELEASE);
  mfStop(nullptr);
}

void endAtExit() { end(0); }

}  // namespace

MfLock::MfLock() {
  pthread_once(&controlLockMade, makeControlLock);
  pthread_mutex_lock(&controlLock);
}
MfLock::~MfLock() { pthread_mutex_unlock(&controlLock); }

extern "C" int mf_attach(const char* simulator, const char* profile, const char* tick) {
  MfLock lock;
  if (mf_memory != nullptr) return mf_attached();
  const char* where = getenv(MF_SHARED_VARIABLE);
  if (where == nullptr || !connect(where)) return 0;
  __atomic_store_n(&attached, true, __ATOMIC_RELEASE);
  pthread_atfork(nullptr, nullptr, forgetInChild);
  atexit(endAtExit);
  mfReadRules();
  mfUpdateDeciding();
  Setup("attach").text(simulator).text(profile).text(tick).send();
  sendSchema();
  mfSendWords();
  return 1;
}

extern "C" int mf_attached(void) { return __atomic_load_n(&attached, __ATOMIC_ACQUIRE) ? 1 : 0; }

extern "C" void mf_clock(const char* name, uint64_t period, uint64_t phase) {
  MfLock lock;
  mfSetReferencePeriod(period);
  Setup("clock").text(name).number(period).number(phase).send();
}

extern "C" void mf_node(uint16_t id, const char* name, const char* kind, const char* parent, int core,
                        const char* clock, const char* domain) {
  MfLock lock;
  mfDeclareDomain(id, domain);
  mfFindOverrides(name, id);
  Setup("node").number(id).text(name).text(kind).text(parent).signedNumber(core).text(clock).text(domain).send();
}

extern "C" void mf_node_set(uint16_t id, const char* what, uint64_t value) {
  MfLock lock;
  Setup("set").number(id).text(what).number(value).send();
}

extern "C" void mf_link(const char* from, const char* to) {
  MfLock lock;
  Setup("link").text(from).text(to).send();
}

extern "C" void mf_workload(const char* workload, const char* variant) {
  MfLock lock;
  Setup("workload").text(workload).text(variant).send();
}

extern "C" void mf_begin(void) {
  MfLock lock;
  if (!attached || begun) return;
  begun = true;
  mfControlDone(mfControl(MF_RECORD_BEGIN, 0, sizeof(mf_control)));
}

extern "C" void mf_end(void) { end(1); }
