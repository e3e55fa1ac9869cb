/* Quicksort of random numbers: which side a number goes to is decided by a branch that
 * nothing predicts. SIZE is how many numbers. */
#include "workload.h"

static void sort(uint32_t* first, uint32_t* last) {
  while (last - first > 1) {
    uint32_t pivot = first[(last - first) / 2], *left = first, *right = last - 1;
    while (left <= right) {
      while (*left < pivot) ++left;
      while (*right > pivot) --right;
      if (left > right) break;
      uint32_t other = *left;
      *left++ = *right;
      *right-- = other;
    }
    /* The shorter part first, so that the stack stays short. */
    if (right + 1 - first < last - left) {
      sort(first, right + 1);
      first = left;
    } else {
      sort(left, last);
      last = right + 1;
    }
  }
}

int main(int argc, char** argv) {
  long size = workload_size(argc, argv, 7500);
  uint32_t* numbers = workload_memory((size_t)size * sizeof *numbers);
  uint64_t state = 2, before = 0, after = 0;
  for (long i = 0; i < size; ++i) before += numbers[i] = workload_random(&state);

  roi_begin();
  sort(numbers, numbers + size);
  roi_end();

  for (long i = 0; i < size; ++i) after += numbers[i];
  for (long i = 1; i < size; ++i) after += numbers[i] < numbers[i - 1]; /* out of order: the sum is off */
  return workload_end("sort", after, before);
}
