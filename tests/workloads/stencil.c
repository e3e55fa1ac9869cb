/* A stencil of five points on 64-bit numbers: regular, predictable, no wrong path to speak
 * of. What is found here is found where nothing should be. SIZE is the number of sweeps. */
#include "workload.h"

enum { SIDE = 130 };

static uint64_t grids[2][SIDE][SIDE];

int main(int argc, char** argv) {
  long size = workload_size(argc, argv, 6);
  uint64_t state = 5, sum = 0, expected = 0;
  for (int y = 0; y < SIDE; ++y)
    for (int x = 0; x < SIDE; ++x)
      grids[0][y][x] = y == 0 || x == 0 || y == SIDE - 1 || x == SIDE - 1 ? 0 : workload_random(&state);

  roi_begin();
  for (long i = 0; i < size; ++i) {
    uint64_t(*from)[SIDE] = grids[i % 2], (*to)[SIDE] = grids[1 - i % 2];
    for (int y = 1; y < SIDE - 1; ++y)
      for (int x = 1; x < SIDE - 1; ++x)
        to[y][x] = 3 * from[y][x] + from[y - 1][x] + from[y + 1][x] + from[y][x - 1] + from[y][x + 1];
  }
  roi_end();

  /* The rim stays 0 and each number is handed to four neighbours: backwards, each weighs what its neighbours do. */
  static uint64_t weights[2][SIDE][SIDE];
  for (int y = 1; y < SIDE - 1; ++y)
    for (int x = 1; x < SIDE - 1; ++x) {
      weights[0][y][x] = 1;
      sum += grids[size % 2][y][x];
    }
  for (long i = 0; i < size; ++i) {
    uint64_t(*from)[SIDE] = weights[i % 2], (*to)[SIDE] = weights[1 - i % 2];
    for (int y = 1; y < SIDE - 1; ++y)
      for (int x = 1; x < SIDE - 1; ++x)
        to[y][x] = 3 * from[y][x] + from[y - 1][x] + from[y + 1][x] + from[y][x - 1] + from[y][x + 1];
  }
  state = 5;
  for (int y = 1; y < SIDE - 1; ++y)
    for (int x = 1; x < SIDE - 1; ++x) expected += weights[size % 2][y][x] * workload_random(&state);
  return workload_end("stencil", sum, expected);
}
