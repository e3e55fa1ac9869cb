// A simulator for the tests: does what its arguments say, in order.
//
//     begin              attach and describe the machine: a core and a cache
//     phase=C end=C      the measured phase of core C begins, ends
//     events=N           N dispatch events of core 0, one each cycle, retired at once
//     every=SEED         each event of the catalogs once
//     snapshot           state is dumped when domains open: one line for each domain that can
//     signal=NAME  word=TEXT  decide=N (alternately act and suppress)  choose=N
//     threads=T          T threads with 1000 events each, at the same time
//     relay=T            T threads in turn with 1000 events each
//     forever            events until recording stops
//     fork               a child that writes 1000 events, or tries
//     sleep=MS  say=TEXT  exit=N  _exit=N  kill=SIGNAL  done (mf_end)
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "every_event.h"

namespace {

uint64_t cycle = 0;
uint64_t instructions = 0;
mf_site issueSite = {"pf_issue", 3, 0, 0};
mf_site victimSite = {"victim", 2, 0, 0};

void begin() {
  mf_attach("fake", "fake/default", "ps");
  mf_clock("cpu", 250, 0);
  mf_link("cpu0", "cpu0_L1D");
  mf_node(1, "cpu0", "core", "", 0, "cpu", "core");
  mf_node_set(1, "width", 4);
  mf_node(2, "cpu0_L1D", "cache", "", 0, "cpu", "cache");
  mf_node_set(2, "sets", 64);
  mf_node_set(2, "lat_hit", 1250);
  mf_node(3, "cpu0_L1D.pf", "prefetcher", "cpu0_L1D", 0, "cpu", "prefetcher");
  
  mf_workload("loop", "plain");
  mf_begin();
}

void events(uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    mf_now(++cycle * 250);
    mf_inst_dispatch(1, ++instructions);
    mf_retired(0, instructions);
  }
}

void dump(uint32_t domains, void*) {
  if ((domains & MF_CORE) != 0) mf_inst_dispatch(1, 777);
  if ((domains & MF_CACHE) != 0) mf_cache_fill(2, 0, 888, 0, 0, 0, 0, 1, 0);
}

void decide(int count) {
  int acted = 0;
  for (int i = 0; i < count; i++) {
    const mf_evidence why = {5, 6, 100u + static_cast<unsigned>(i), 1, 40, 25, "confidence", 0};
    acted += mf_decide(&issueSite, i % 2 == 0, &why);
  }
  printf("acted %d last %d\n", acted, mf_last_decision() != 0);
}

void threads(int count) {
  std::vector<std::thread> all;
  for (int t = 0; t < count; t++) {
    all.emplace_back([t] {
      for (uint64_t i = 0; i < 1000; i++) {
        mf_now(i);
        mf_inst_decode(1, static_cast<uint64_t>(t) * 1000 + i + 1);
      }
      mf_word(("thread" + std::to_string(t)).c_str());
    });
  }
  for (std::thread& each : all) each.join();
}

void relay(int count) {
  for (int t = 0; t < count; t++) std::thread([] { events(1000); }).join();
}

void forever() {
  while (mf_on(MF_CORE)) events(100);
  printf("shut, attached %d\n", mf_attached());
}

void forkChild() {
  const pid_t child = fork();
  if (child == 0) {
    events(1000);
    printf("child: gates %u attached %d\n", mf_gates, mf_attached());
    exit(0);
  }
  waitpid(child, nullptr, 0);
}

void perform(const std::string& act, const std::string& value) {
  const int number = atoi(value.c_str());
  if (act == "begin") return begin();
  if (act == "phase") return mf_phase(number, 1, instructions == 0);
  if (act == "end") return mf_phase(number, 0, 0);
  if (act == "events") return events(static_cast<uint64_t>(number));
  if (act == "every") return everyEvent(static_cast<uint64_t>(number));
  if (act == "snapshot") return mf_on_snapshot(dump, nullptr);
  if (act == "signal") return mf_signal(value.c_str());
  if (act == "word") return static_cast<void>(mf_word(value.c_str()));
  if (act == "decide") return decide(number);
  if (act == "choose") return static_cast<void>(printf("chose %d\n", static_cast<int>(mf_choose(&victimSite, number, nullptr))));
  if (act == "threads") return threads(number);
  if (act == "relay") return relay(number);
  if (act == "forever") return forever();
  if (act == "fork") return forkChild();
  if (act == "sleep") return static_cast<void>(usleep(static_cast<unsigned>(number) * 1000));
  if (act == "say") return static_cast<void>(printf("%s\n", value.c_str()));
  if (act == "exit") exit(number);
  if (act == "_exit") _exit(number);
  if (act == "kill") return static_cast<void>(kill(getpid(), number));
  if (act == "done") return mf_end();
  fprintf(stderr, "fake_simulator: what is %s?\n", act.c_str());
  exit(2);
}

}  // namespace

int main(int argc, char** argv) {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  for (int i = 1; i < argc; i++) {
    const std::string argument = argv[i];
    const size_t equals = argument.find('=');
    perform(argument.substr(0, equals), equals == std::string::npos ? "" : argument.substr(equals + 1));
  }
  return 0;
}
