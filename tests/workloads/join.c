/* A hash join: each probe walks a chain of a table of 1 MiB, whose length and outcome
 * nothing predicts. SIZE is the number of probes. */
#include "workload.h"

enum { BUCKETS = 16384, ROWS = 32768 };

struct row {
  uint32_t key, payload;
  struct row* next;
};

static struct row rows[ROWS], *buckets[BUCKETS];

static uint32_t bucket(uint32_t key) { return key * 2654435761u >> 18; }

int main(int argc, char** argv) {
  long size = workload_size(argc, argv, 43000);
  uint64_t state = 4, sum = 0, expected = 0;
  for (uint32_t i = 0; i < ROWS; ++i) {
    /* Every even number below 2 ROWS is a key, in an order that no prefetcher knows. */
    uint32_t key = 2 * (i * 20021u % ROWS);
    rows[i] = (struct row){key, key / 2 + 7, buckets[bucket(key)]};
    buckets[bucket(key)] = &rows[i];
  }

  roi_begin();
  for (long i = 0; i < size; ++i) {
    uint32_t key = workload_random(&state) % (2 * ROWS);
    for (struct row* at = buckets[bucket(key)]; at; at = at->next) {
      if (at->key != key) continue;
      sum += at->payload;
      break;
    }
  }
  roi_end();

  state = 4;
  for (long i = 0; i < size; ++i) {
    uint32_t key = workload_random(&state) % (2 * ROWS);
    expected += key % 2 ? 0 : key / 2 + 7;
  }
  return workload_end("join", sum, expected);
}
