/* Binary search for random keys: every comparison is a branch that nothing predicts.
 * SIZE is the number of searches, in 4,096 numbers. */
#include "workload.h"

enum { COUNT = 4096 };

static uint32_t numbers[COUNT];

/* How many numbers are below the key. */
static uint32_t below(uint32_t key) {
  uint32_t low = 0, high = COUNT;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (numbers[middle] < key) {
      WORKLOAD_ARM(1);
      low = middle + 1;
    } else {
      WORKLOAD_ARM(2);
      high = middle;
    }
  }
  return low;
}

int main(int argc, char** argv) {
  long size = workload_size(argc, argv, 8800);
  uint64_t state = 1, found = 0, expected = 0;
  for (uint32_t i = 0; i < COUNT; ++i) numbers[i] = 3 * i + 1;

  roi_begin();
  for (long i = 0; i < size; ++i) found += below(workload_random(&state) % (3 * COUNT));
  roi_end();

  state = 1;
  for (long i = 0; i < size; ++i) expected += (workload_random(&state) % (3 * COUNT) + 1) / 3;
  return workload_end("search", found, expected);
}
