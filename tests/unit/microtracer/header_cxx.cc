// Compiled only, as C++14 and as C++17 with all warnings: what simulators' own compilers see.
#include "mf_encoders.h"

void useHeader();
void useHeader() {
  mf_site site = {"victim", 1, 0, 0};
  mf_evidence why{};
  mf_now(1);
  mf_inst_dispatch(1, mf_key());
  if (mf_on(MF_DRAM)) mf_choose(&site, 1, &why);
}
