/* Compiled, as C99 and with all warnings, and run: a simulator's C file calls everything that the header offers. */
#include "mf_encoders.h"

static void dump(uint32_t domains, void* context) { *(uint32_t*)context |= domains; }

/* 0 when all is as it should be without mf-capture. */
int callEverything(void);
int callEverything(void) {
  static mf_site issue = {"pf_issue", 3, 0, 0};
  mf_evidence why = {0, 0, 1, 1, 40, 25, "confidence", 0};
  uint32_t dumped = 0;
  const uint64_t key = mf_key();
  if (mf_attach("header_test", "none", "ps") != 0 || mf_attached() != 0) return 1;
  mf_clock("cpu", 250, 0);
  mf_node(1, "cpu0", "core", "", 0, "cpu", "core");
  mf_node_set(1, "width", 4);
  mf_link("cpu0", "cpu0");
  mf_workload("none", "plain");
  mf_on_snapshot(dump, &dumped);
  mf_begin();
  mf_phase(0, 1, 1);
  mf_now(1000);
  mf_retired(0, 5);
  mf_signal("squash");
  mf_inst_dispatch(1, key);
  if (mf_on(MF_CORE | MF_CACHE) || mf_node_on(1) || dumped != 0) return 2;
  if (mf_decide(&issue, 1, &why) != 1 || mf_choose(&issue, -7, NULL) != -7 || issue.ordinal != 2) return 3;
  if (mf_last_decision() != 0) return 4;
  mf_forget_decision();
  mf_set_current(5, 6);
  if (mf_current_packet() != 5 || mf_current_chain() != 6) return 5;
  if (key == 0 || mf_key() == key) return 6;
  if (mf_word("") != 0 || mf_word(NULL) != 0 || mf_word("x") == 0 || mf_word("x") != mf_word("x")) return 7;
  if (mf_word("x") == mf_word("y")) return 8;
  mf_phase(0, 0, 0);
  mf_end();
  return 0;
}
