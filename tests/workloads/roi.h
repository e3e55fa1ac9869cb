/* The region of interest of a workload, told to the simulator that runs it.
 *
 * Compiled with -DM5, roi_begin and roi_end are gem5's pseudo instructions work_begin and
 * work_end on x86: bytes 0f 04, then the 16-bit number of the function; its two arguments,
 * a work item and a thread, in rdi and rsi. Without -DM5 they do nothing. */
#ifndef ROI_H
#define ROI_H

#if defined(M5) && defined(__x86_64__)
#define ROI_MARK(function) \
  __asm__ volatile(".byte 0x0f, 0x04\n\t.word " #function : : "D"(0UL), "S"(0UL) : "rax", "memory")
#elif defined(M5)
#error "work_begin and work_end are known for x86-64 alone"
#else
#define ROI_MARK(function) __asm__ volatile("" : : : "memory")
#endif

static inline void roi_begin(void) { ROI_MARK(0x5a); }
static inline void roi_end(void) { ROI_MARK(0x5b); }

#endif
