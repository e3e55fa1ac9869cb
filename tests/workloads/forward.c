/* Stores followed by loads that may be of the same place, by data: some are forwarded, some
 * loads pass a store that they should have waited for, and are squashed for it although
 * they are on the correct path. SIZE is the number of steps. */
#include "workload.h"

enum { COUNT = 16 };

int main(int argc, char** argv) {
  long size = workload_size(argc, argv, 40000);
  static volatile uint32_t places[COUNT];
  static uint32_t model[COUNT];
  uint64_t state = 6, sum = 0, expected = 0;

  roi_begin();
  for (long i = 0; i < size; ++i) {
    uint32_t number = workload_random(&state);
    /* The address of the store takes a division, that of the load does not. */
    uint32_t stored = number / (1 + (uint32_t)places[number % COUNT] % 3) % COUNT;
    places[stored] = number;
    sum += places[number >> 8 & (COUNT - 1)];
  }
  roi_end();

  state = 6;
  for (long i = 0; i < size; ++i) {
    uint32_t number = workload_random(&state);
    uint32_t divisor = 1 + model[number % COUNT] % 3;
    model[(divisor == 1 ? number : divisor == 2 ? number >> 1 : number / 3) % COUNT] = number;
    expected += model[number / 256 % COUNT];
  }
  return workload_end("forward", sum, expected);
}
