/* An interpreter: each operation of a random program is called through a table of
 * functions, so that it is targets that are mispredicted. SIZE is the number of operations. */
#include "workload.h"

enum { LENGTH = 1024, OPERATIONS = 6 };

typedef uint64_t (*operation)(uint64_t accumulator, uint32_t operand);

static uint64_t add(uint64_t a, uint32_t b) { return a + b; }
static uint64_t subtract(uint64_t a, uint32_t b) { return a - b; }
static uint64_t mix(uint64_t a, uint32_t b) { return a ^ (uint64_t)b << 7; }
static uint64_t scale(uint64_t a, uint32_t b) { return a * (2 * b + 1); }
static uint64_t turn(uint64_t a, uint32_t b) { return a << (b & 31) | a >> (64 - (b & 31)) % 64; }
static uint64_t fold(uint64_t a, uint32_t b) { return (a >> 3) + b; }

static operation const table[OPERATIONS] = {add, subtract, mix, scale, turn, fold};

static uint64_t again(uint64_t a, uint8_t code, uint32_t b) {
  switch (code) {
    case 0:
      return a + b;
    case 1:
      return a - b;
    case 2:
      return a ^ (uint64_t)b << 7;
    case 3:
      return a * (2 * b + 1);
    case 4:
      return a << (b & 31) | a >> (64 - (b & 31)) % 64;
    default:
      return (a >> 3) + b;
  }
}

int main(int argc, char** argv) {
  long size = workload_size(argc, argv, 72000);
  static uint8_t codes[LENGTH];
  static uint32_t operands[LENGTH];
  uint64_t state = 7, result = 1, expected = 1;
  for (int i = 0; i < LENGTH; ++i) {
    codes[i] = (uint8_t)(workload_random(&state) % OPERATIONS);
    operands[i] = workload_random(&state);
  }

  roi_begin();
  for (long i = 0; i < size; ++i) {
    uint32_t at = (uint32_t)i % LENGTH;
    result = table[codes[at]](result, operands[at]);
  }
  roi_end();

  for (long i = 0; i < size; ++i) expected = again(expected, codes[i % LENGTH], operands[i % LENGTH]);
  return workload_end("interp", result, expected);
}
