/* What recording costs the thread that simulates: a loop with the mix of events of an out-of-order core, about
 * 18 an instruction, on top of `work` steps of arithmetic that stand for the simulation itself. Prints the CPU
 * nanoseconds per instruction. C99, as some simulators are.
 *
 *     bench_simulator INSTRUCTIONS WORK
 */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "mf_encoders.h"

static uint64_t simulate(uint64_t state, int work) {
  int i;
  for (i = 0; i < work; i++) state = state * 6364136223846793005u + (state >> 33);
  return state;
}

static void instruction(uint64_t n, uint64_t state) {
  const uint64_t line = state % 100000, packet = mf_key();
  const uint8_t outcome = (uint8_t)(state % 8 == 0 ? MF_LOOKUP_MISS : MF_LOOKUP_HIT);
  mf_inst_fetch(1, n, 0x400000 + n % 977 * 4, MF_OPCLASS_LOAD, 0);
  mf_inst_decode(1, n);
  mf_inst_dispatch(1, n);
  mf_inst_schedule(1, n);
  mf_lq_insert(2, n, (uint16_t)(n % 128), line * 64);
  mf_inst_issue(1, n, n > 3 ? n - 3 : 0, n > 7 ? n - 7 : 0, 0, 0, 0, 0);
  mf_packet_send(3, packet, MF_OP_LOAD, MF_REQUESTER_DEMAND, n, 0, line * 64, 0, 0);
  mf_queue_remove(3, packet, MF_PACKET_END_NO);
  mf_cache_access(4, packet, line, line / 64, MF_OP_LOAD, outcome, outcome, 0, 0, MF_PACKET_END_NO, 0);
  if (outcome == MF_LOOKUP_MISS) {
    mf_cache_evict(4, packet, line ^ 77, (uint32_t)(line % 64), (uint16_t)(line % 12), n, MF_EVICT_REASON_REPLACEMENT, 0, 0);
    mf_cache_fill(4, packet, line, (uint32_t)(line % 64), (uint16_t)(line % 12), 0, 1, 1, MF_PACKET_END_FILLED);
  }
  mf_lq_release(2, n, (uint16_t)(n % 128), MF_LQ_END_RESPONSE, packet, 0, 0);
  mf_inst_complete(1, n, (uint8_t)(n % 2));
  mf_head_state(1, n, (uint8_t)(n % 3));
  mf_head_state(1, n, MF_HEAD_REASON_NONE);
  mf_chain_open(5, packet, line / 64, line, packet, (uint32_t)(state & 4095));
  mf_chain_step(5, packet, 1, (uint32_t)(state & 4095), 1, 80, 25);
  mf_chain_end(5, packet, 1, 20, 25);
  mf_inst_retire(1, n, 0, 0);
  mf_retired(0, n);
}

int main(int argc, char** argv) {
  const uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
  const int work = argc > 2 ? atoi(argv[2]) : 0;
  uint64_t n, state = 12345;
  struct timespec start, stop;
  mf_attach("bench", "champsim/default", "ps");
  mf_clock("cpu0", 250, 0);
  mf_node(1, "cpu0", "core", "", 0, "cpu0", "core");
  mf_node(2, "cpu0.lq", "lq", "cpu0", 0, "cpu0", "core");
  mf_node(3, "cpu0_L1D.rq", "rq", "", 0, "cpu0", "cache");
  mf_node(4, "cpu0_L1D", "cache", "", 0, "cpu0", "cache");
  mf_node(5, "cpu0_L2C.spp", "prefetcher", "", 0, "cpu0", "prefetcher");
  mf_begin();
  mf_phase(0, 1, 1);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
  for (n = 1; n <= count; n++) {
    state = simulate(state, work);
    mf_now(n * 250);
    instruction(n, state);
  }
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &stop);
  mf_end();
  printf("%.2f ns of CPU an instruction (%llu)\n",
         ((double)(stop.tv_sec - start.tv_sec) * 1e9 + (double)(stop.tv_nsec - start.tv_nsec)) / (double)count,
         (unsigned long long)(state & 1));
  return 0;
}
