// Per-thread ring buffers: where records go, and what happens when there is no room.
//
// The inline half (microtracer.h) compares one limit. Everything rare comes here by
// way of a limit that is too low: a thread's first record, a new time, the end of
// the ring, a full ring, a capture that is over. A full ring makes the simulator
// wait, because a lost record would make every later join wrong; it never waits for
// a mf-capture that has died.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "mf_state.h"

extern "C" {
MF_THREAD_LOCAL mf_stream mf_this_thread;
}
mf_shared* mf_memory = nullptr;
int mfDescriptor = -1;

namespace {

// The rest of a thread's state, not needed by inline code.
struct Thread {
  mf_ring* ring;
  uintptr_t base;     // of the ring's bytes
  uint64_t limit;     // the true one, while mf_this_thread.limit is 0
  uint64_t written;   // time that the ring's reader knows
  bool writing;       // has a ring
  uint16_t index;     // of the ring
};
__thread Thread self;

// Records that nobody will read. Not shared: two threads may both be too late.
__thread uint64_t scratch[(MF_MAX_CONTROL + 4096) / sizeof(uint64_t)];
__thread uint64_t scratchPublished;

pthread_mutex_t ringsLock = PTHREAD_MUTEX_INITIALIZER;
pthread_key_t ringKey;
bool ringKeyMade = false;
uint8_t freeRings[MF_MAX_RINGS];  // left by threads that ended
int freeRingCount = 0;
bool stopped = false;
}  // namespace

bool mfIsStopped() { return __atomic_load_n(&stopped, __ATOMIC_ACQUIRE); }

namespace {

// Turns: see mf_turn_record.
enum { NOBODY = 0xFFFF };
pthread_mutex_t turnLock = PTHREAD_MUTEX_INITIALIZER;
uint16_t writer = NOBODY;
uint64_t turns = 0;

void giveRingBack(void* ring) {
  pthread_mutex_lock(&ringsLock);
  freeRings[freeRingCount++] = static_cast<uint8_t>(static_cast<mf_ring*>(ring) - mf_memory->rings);
  pthread_mutex_unlock(&ringsLock);
}

// Index of a ring for this thread, or -1.
int takeRing() {
  pthread_mutex_lock(&ringsLock);
  if (!ringKeyMade) ringKeyMade = pthread_key_create(&ringKey, giveRingBack) == 0;
  int index = -1;
  if (freeRingCount > 0) {
    index = freeRings[--freeRingCount];
  } else if (mf_memory->ring_count < MF_MAX_RINGS) {
    index = static_cast<int>(mf_memory->ring_count);
    __atomic_store_n(&mf_memory->ring_count, static_cast<uint32_t>(index) + 1, __ATOMIC_RELEASE);
  }
  if (index >= 0 && ringKeyMade) pthread_setspecific(ringKey, &mf_memory->rings[index]);
  pthread_mutex_unlock(&ringsLock);
  return index;
}

void openRing() {
  const int index = takeRing();
  if (index < 0) return mfStop("more threads write events than there are buffers (64)");
  self.index = static_cast<uint16_t>(index);
  self.ring = &mf_memory->rings[index];
  self.base = reinterpret_cast<uintptr_t>(mf_memory) + mf_memory->rings_offset +
              static_cast<uintptr_t>(index) * mf_memory->ring_bytes;
  self.written = UINT64_MAX;
  self.writing = true;
  mf_stream& stream = mf_this_thread;
  stream.position = self.ring->head;
  stream.published = &self.ring->head;
  stream.map = self.base - (stream.position & ~static_cast<uint64_t>(mf_memory->ring_bytes - 1));
  self.limit = stream.position;
}

void* scratchRoom() {
  mf_stream& stream = mf_this_thread;
  stream.position = 0;
  stream.limit = 0;
  stream.map = reinterpret_cast<uintptr_t>(scratch);
  stream.published = &scratchPublished;
  self.limit = 0;
  return scratch;
}

// Waits until the reader has left `bytes` beyond the position free. False: the capture is over.
bool waitForRoom(uint64_t bytes) {
  const uint64_t size = mf_memory->ring_bytes;
  const uint64_t position = mf_this_thread.position;
  for (unsigned tries = 0;; tries++) {
    if (position + bytes - __atomic_load_n(&self.ring->tail, __ATOMIC_ACQUIRE) <= size) return true;
    if (mfIsStopped()) return false;
    if (tries == 0) __atomic_store_n(&self.ring->waits, self.ring->waits + 1, __ATOMIC_RELAXED);
    if (__atomic_load_n(&mf_memory->closed, __ATOMIC_ACQUIRE) != 0) {
      mfStop(nullptr);  // mf-capture says itself why
      return false;
    }
    if (tries % 64 == 63 && !mfConsumerLives()) {
      mfStop("mf-capture is gone; the simulation goes on unrecorded");
      return false;
    }
    struct timespec pause = {0, 100000};
    nanosleep(&pause, nullptr);
  }
}

// Room in one piece; fills the end of the ring with a pad when the record does not fit there.
void* room(size_t size) {
  mf_stream& stream = mf_this_thread;
  if (mfIsStopped()) return scratchRoom();
  if (!self.writing) openRing();
  if (mfIsStopped()) return scratchRoom();
  if (stream.position + size > self.limit) {
    const uint64_t ringBytes = mf_memory->ring_bytes;
    uint64_t lapEnd = (stream.position | (ringBytes - 1)) + 1;
    if (stream.position + size > lapEnd) {
      const uint64_t rest = lapEnd - stream.position;
      if (!waitForRoom(rest)) return scratchRoom();
      const mf_control pad = {MF_RECORD_PAD, 0, static_cast<uint32_t>(rest)};
      memcpy(reinterpret_cast<void*>(stream.map + stream.position), &pad, sizeof pad);
      mf_publish(rest);
      lapEnd += ringBytes;
    }
    if (!waitForRoom(size)) return scratchRoom();
    const uint64_t freeEnd = __atomic_load_n(&self.ring->tail, __ATOMIC_ACQUIRE) + ringBytes;
    self.limit = freeEnd < lapEnd ? freeEnd : lapEnd;
    stream.map = self.base - (lapEnd - ringBytes);  // also when the last lap ended exactly where a record did
  }
  stream.limit = self.limit;
  return reinterpret_cast<void*>(stream.map + stream.position);
}

bool isMyTurn() { return __atomic_load_n(&writer, __ATOMIC_RELAXED) == self.index; }

void takeTurn() {
  void* at = room(sizeof(mf_turn_record));
  if (mfIsStopped()) return;
  pthread_mutex_lock(&turnLock);
  const uint64_t previous = writer == NOBODY ? 0 : __atomic_load_n(&mf_memory->rings[writer].head, __ATOMIC_ACQUIRE);
  const mf_turn_record record = {{MF_RECORD_TURN, writer, sizeof record}, ++turns, previous};
  memcpy(at, &record, sizeof record);
  mf_publish(sizeof record);
  __atomic_store_n(&writer, self.index, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&turnLock);
}

void writeTime() {
  const uint64_t now = mf_this_thread.now;
  const uint64_t step = now - self.written;
  if (self.written != UINT64_MAX && step <= UINT32_MAX) {
    const mf_control record = {MF_RECORD_STEP, 0, static_cast<uint32_t>(step)};
    memcpy(room(sizeof record), &record, sizeof record);
    mf_publish(sizeof record);
  } else {
    const mf_control record = {MF_RECORD_TIME, 0, 16};
    char* at = static_cast<char*>(room(16));
    memcpy(at, &record, sizeof record);
    memcpy(at + sizeof record, &now, sizeof now);
    mf_publish(16);
  }
  self.written = now;
}

}  // namespace

extern "C" void* mf_reserve_slowly(size_t size) {
  if (mf_memory == nullptr || mfIsStopped()) return scratchRoom();
  if (!self.writing) openRing();
  if (!isMyTurn()) takeTurn();
  if (self.written != mf_this_thread.now) writeTime();
  return room(size);
}

void* mfControl(uint16_t kind, uint16_t argument, size_t bytes) {
  const size_t size = (bytes + 7) / 8 * 8;
  const mf_control head = {kind, argument, static_cast<uint32_t>(size)};
  if (mf_memory != nullptr && !self.writing && !mfIsStopped()) openRing();
  if (mf_memory != nullptr && !isMyTurn()) takeTurn();
  void* at = mf_memory == nullptr ? scratchRoom() : room(size);
  memset(at, 0, size);
  memcpy(at, &head, sizeof head);
  return at;
}

void mfControlDone(const void* record) {
  mf_control head;
  memcpy(&head, record, sizeof head);
  mf_publish(head.size);
  mf_this_thread.limit = 0;  // a time may be waiting to be written
}

void mfWriteText(uint16_t kind, uint16_t argument, const char* text, size_t bytes) {
  void* at = mfControl(kind, argument, sizeof(mf_control) + bytes);
  memcpy(static_cast<char*>(at) + sizeof(mf_control), text, bytes);
  mfControlDone(at);
}

void mfStop(const char* why) {
  if (__atomic_exchange_n(&stopped, true, __ATOMIC_ACQ_REL)) return;
  mfShutGates();
  if (why == nullptr) return;
  char line[160] = "microflow: ";
  strncat(line, why, sizeof line - 16);
  strcat(line, "\n");
  if (write(STDERR_FILENO, line, strlen(line)) < 0) return;  // nowhere left to say it
}

// Asks the kernel for the lock that mf-capture holds as long as it lives; see mf_shared.h.
// Where a simulator has closed our descriptor, the process number has to do.
bool mfConsumerLives() {
  if (mf_memory->consumer == getpid()) return true;  // a test that reads what it wrote itself
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  if (fcntl(mfDescriptor, F_GETLK, &lock) == 0) return lock.l_type != F_UNLCK;
  return kill(mf_memory->consumer, 0) == 0 || errno == EPERM;
}

void mfForget() {
  stopped = true;
  mfShutGates();
  mfForgetCounts();
  scratchRoom();
}
