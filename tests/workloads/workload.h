/* What all workloads share: the size from the command line, numbers that look random and
 * are the same everywhere, and the check at the end. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "roi.h"

/* The first argument, or `standard`; exits with 2 if it is no number above 0. */
static inline long workload_size(int argc, char** argv, long standard) {
  char* end = NULL;
  long size = argc > 1 ? strtol(argv[1], &end, 10) : standard;
  if (size > 0 && (argc == 1 || *end == '\0')) return size;
  fprintf(stderr, "usage: %s [SIZE]\n", argv[0]);
  exit(2);
}

/* In both arms of a branch, each with a number of its own: no conditional move takes its place. */
#define WORKLOAD_ARM(number) __asm__ volatile("# arm " #number)

static inline uint32_t workload_random(uint64_t* state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

static inline void* workload_memory(size_t bytes) {
  void* memory = malloc(bytes);
  if (memory) return memory;
  fprintf(stderr, "no memory\n");
  exit(3);
}

/* What main returns: 0 if the result is what another way of computing it found. */
static inline int workload_end(const char* name, uint64_t result, uint64_t expected) {
  printf("%s %llu %s\n", name, (unsigned long long)result, result == expected ? "right" : "wrong");
  return result == expected ? 0 : 1;
}

#endif
