// Decisions of the simulated hardware: numbered always, recorded while the gates are
// open, reversed where the user asked for it. And the words that simulators coin.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "mf_state.h"

extern "C" {
int mf_deciding = 0;
}

namespace {

// Words, found by text without a lock: a slot is written once, whole, and stays.
struct Word {
  uint16_t number;
  char text[1];
};
enum { WORD_SLOTS = 1 << 17 };
Word* wordSlots[WORD_SLOTS];
Word* wordList[65536];
unsigned wordCount = 0;  // the numbers 1 to wordCount are given
pthread_mutex_t wordLock = PTHREAD_MUTEX_INITIALIZER;

uint64_t serials = 0;
uint64_t keyBlocks = 0;
enum { KEY_BLOCK_BITS = 40 };

void sendWord(const Word* word) {
  const size_t bytes = strnlen(word->text, MF_MAX_CONTROL - sizeof(mf_control) - 1) + 1;
  mfWriteText(MF_RECORD_WORD, word->number, word->text, bytes);
}

// The slot that holds the text, or the free one where it belongs.
Word** findWord(const char* text) {
  uint32_t hash = 2166136261u;
  for (const char* at = text; *at != 0; at++) hash = (hash ^ static_cast<unsigned char>(*at)) * 16777619u;
  for (uint32_t i = hash;; i++) {
    Word** slot = &wordSlots[i % WORD_SLOTS];
    const Word* word = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
    if (word == nullptr || strcmp(word->text, text) == 0) return slot;
  }
}

Word* coin(const char* text) {
  const size_t length = strlen(text);
  Word* word = wordCount < 65535 ? static_cast<Word*>(malloc(sizeof(Word) + length)) : nullptr;
  if (word == nullptr) return nullptr;
  word->number = static_cast<uint16_t>(++wordCount);
  memcpy(word->text, text, length + 1);
  wordList[word->number] = word;
  if (mf_attached() != 0) sendWord(word);
  return word;
}

mf_override* overrides() {
  return reinterpret_cast<mf_override*>(reinterpret_cast<char*>(mf_memory) + mf_memory->overrides_offset);
}

// The overrides of a node lie together, sorted by site and ordinal.
uint32_t firstOverride[65536], overrideCount[65536];

// The override of this decision, or nullptr.
mf_override* findOverride(const mf_site& site, uint64_t ordinal) {
  if (overrideCount[site.node] == 0 || mf_attached() == 0) return nullptr;
  mf_override* first = overrides() + firstOverride[site.node];
  mf_override* last = first + overrideCount[site.node];
  while (first < last) {
    mf_override* middle = first + (last - first) / 2;
    int order = strncmp(middle->site, site.name, sizeof middle->site);
    if (order == 0) order = middle->ordinal < ordinal ? -1 : middle->ordinal > ordinal ? 1 : 0;
    if (order == 0) return middle;
    if (order < 0) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return nullptr;
}

void record(mf_site* site, const mf_evidence* evidence, mf_decision decision) {
  static const mf_evidence NOTHING = {0, 0, 0, 0, 0, 0, nullptr, 0};
  const mf_evidence& why = evidence != nullptr ? *evidence : NOTHING;
  if (site->word == 0) site->word = mf_word(site->name);
  decision.node = site->node;
  decision.site = site->word;
  decision.reason = why.reason != nullptr ? mf_word(why.reason) : uint16_t{0};
  decision.packet = why.packet != 0 ? why.packet : mf_this_thread.packet;
  decision.chain = why.chain != 0 ? why.chain : mf_this_thread.chain;
  decision.line = why.line;
  decision.page = why.page;
  decision.value = why.value;
  decision.threshold = why.threshold;
  decision.retry = why.retry;
  decision.serial = __atomic_add_fetch(&serials, 1, __ATOMIC_RELAXED);
  mf_this_thread.decision = decision.serial;
  mf_decision_record(&decision);
}

}  // namespace

void mfUpdateDeciding() {
  const bool reverses = mf_memory != nullptr && mf_attached() != 0 && mf_memory->override_count != 0;
  __atomic_store_n(&mf_deciding, mf_gates != 0 || reverses ? 1 : 0, __ATOMIC_RELAXED);
}

void mfFindOverrides(const char* node, uint16_t id) {
  if (mf_memory == nullptr) return;
  mf_override* list = overrides();
  for (uint32_t i = 0; i < mf_memory->override_count; i++) {
    if (strncmp(list[i].node_name, node, sizeof list[i].node_name) != 0) continue;
    if (overrideCount[id]++ == 0) firstOverride[id] = i;
    list[i].found = 1;
  }
}

void mfSendWords() {
  for (unsigned i = 1; i <= wordCount; i++) sendWord(wordList[i]);
}

extern "C" uint16_t mf_word(const char* text) {
  if (text == nullptr || *text == 0) return 0;
  const Word* word = __atomic_load_n(findWord(text), __ATOMIC_ACQUIRE);
  if (word != nullptr) return word->number;
  pthread_mutex_lock(&wordLock);
  Word** slot = findWord(text);
  Word* coined = *slot != nullptr ? *slot : coin(text);
  __atomic_store_n(slot, coined, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&wordLock);
  return coined == nullptr ? uint16_t{0} : coined->number;
}

extern "C" uint64_t mf_key_of_next_block(void) {
  const uint64_t block = __atomic_fetch_add(&keyBlocks, 1, __ATOMIC_RELAXED);
  mf_this_thread.next_key = (block << KEY_BLOCK_BITS) + 1;
  mf_this_thread.last_key = (block + 1) << KEY_BLOCK_BITS;
  return mf_this_thread.next_key++;
}

extern "C" int mf_decide_now(mf_site* site, int natural, const mf_evidence* evidence) {
  const uint64_t ordinal = site->ordinal++;
  mf_override* reversal = findOverride(*site, ordinal);
  const bool acts = reversal != nullptr ? reversal->outcome != 0 : natural != 0;
  if (reversal != nullptr) reversal->applied = 1;
  if (mf_decision_on(site->node) == 0) return acts ? 1 : 0;
  mf_decision decision;
  memset(&decision, 0, sizeof decision);
  decision.ord = ordinal;
  decision.outcome = acts ? 0 : 1;  // the words act and suppress
  decision.natural = natural != 0 ? 0 : 1;
  decision.forced = reversal != nullptr;
  record(site, evidence, decision);
  return acts ? 1 : 0;
}

extern "C" int64_t mf_choose_now(mf_site* site, int64_t natural, const mf_evidence* evidence) {
  const uint64_t ordinal = site->ordinal++;
  mf_override* reversal = findOverride(*site, ordinal);
  const int64_t choice = reversal != nullptr ? reversal->outcome : natural;
  if (reversal != nullptr) reversal->applied = 1;
  if (mf_decision_on(site->node) == 0) return choice;
  mf_decision decision;
  memset(&decision, 0, sizeof decision);
  decision.ord = ordinal;
  decision.choice = choice;
  decision.natural = natural;
  decision.forced = reversal != nullptr;
  record(site, evidence, decision);
  return choice;
}
