/* What the files of the microtracer know of each other. Not for probes. */
#ifndef MICROFLOW_STATE_H
#define MICROFLOW_STATE_H

#include "microtracer.h"
#include "mf_shared.h"

// One per process: the memory shared with mf-capture, nullptr while there is none.
// It stays mapped to the end, since another thread may still be writing to it.
extern mf_shared* mf_memory;

// Serialises attaching, topology and gates. Recursive: a snapshot callback may call anything.
class MfLock {
 public:
  MfLock();
  ~MfLock();
  MfLock(const MfLock&) = delete;
  MfLock& operator=(const MfLock&) = delete;
};

// mf_buffer.cc
// Room for a control record, which has no time before it. The header is filled in.
void* mfControl(uint16_t kind, uint16_t argument, size_t bytes);
void mfControlDone(const void* record);
// A control record of texts, each ended by 0, after `prefix` bytes of structure.
void mfWriteText(uint16_t kind, uint16_t argument, const char* text, size_t bytes);
// Nothing more is recorded; `why` is said once on stderr unless null.
void mfStop(const char* why);
bool mfIsStopped();
bool mfConsumerLives();
// What fork leaves to the child: a simulator without mf-capture.
void mfForget();
extern int mfDescriptor;

// mf_gate.cc
void mfReadRules();
void mfShutGates();                   // without a record: the capture is over
void mfForgetCounts();                // they are counted in this process alone
void mfCloseRegion(const char* trigger);
void mfDeclareDomain(uint16_t node, const char* domain);
void mfSetReferencePeriod(uint64_t period);

// mf_decide.cc
void mfFindOverrides(const char* node, uint16_t id);
void mfUpdateDeciding();
void mfSendWords();

// Generated (mf_schema.cc): the events that the encoders write, as text, and the recorder of decisions.
extern "C" {
extern const char mf_schema_text[];
extern const size_t mf_schema_size;
typedef struct mf_decision {
  uint16_t node, site, reason;
  uint8_t outcome, forced, retry;
  uint64_t packet, chain, ord, serial, line, page;
  int64_t value, threshold, choice, natural;
} mf_decision;
int mf_decision_on(uint16_t node);
void mf_decision_record(const mf_decision* decision);
}

#endif
