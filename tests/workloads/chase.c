/* A chain of pointers over 4 MiB in random order: each load waits for the one before it, a
 * branch on what it brought is resolved late, and what is fetched beyond it asks for more.
 * SIZE is the number of steps. */
#include "workload.h"

enum { COUNT = 65536 };

struct node {
  struct node* next;
  uint64_t value, filler[6];
};

static struct node nodes[COUNT];

int main(int argc, char** argv) {
  long size = workload_size(argc, argv, 143000);
  static uint32_t order[COUNT];
  uint64_t state = 3, sum = 0, expected = 0;
  for (uint32_t i = 0; i < COUNT; ++i) {
    uint32_t j = workload_random(&state) % (i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  for (uint32_t i = 0; i < COUNT; ++i) {
    nodes[order[i]].next = &nodes[order[(i + 1) % COUNT]];
    nodes[order[i]].value = workload_random(&state);
  }

  struct node* at = &nodes[order[0]];
  roi_begin();
  for (long i = 0; i < size; ++i) {
    if (at->value & 1) {
      WORKLOAD_ARM(1);
      sum += at->value;
    } else {
      WORKLOAD_ARM(2);
      sum ^= at->value;
    }
    at = at->next;
  }
  roi_end();

  for (long i = 0; i < size; ++i) {
    uint64_t value = nodes[order[i % COUNT]].value;
    expected = value % 2 ? expected + value : expected ^ value;
  }
  return workload_end("chase", sum, expected);
}
