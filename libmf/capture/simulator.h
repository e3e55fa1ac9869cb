// The simulator's process: starting it, passing signals on, learning how it ended.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "libmf/base/file.h"

namespace mf::capture {

struct Start {
  std::vector<std::string> command;
  std::string variable, value;   // one more environment variable
  int standardOutput = -1;       // descriptor to use as its standard output; -1: ours
};

struct Ending {
  int status = 0;                // as a shell gives it: exit status, or 128 + signal
  int signal = 0;
  std::string text() const;      // "exited 3", "was killed by signal 9 (Killed)"
};

// Whoever was to read this pipe or socket is gone.
bool isReaderGone(int fd);

class Simulator {
 public:
  // From here on signals that would end us are held back and passed on instead;
  // SIGPIPE is ignored, since a reader that went away must not leave a simulator behind.
  explicit Simulator(const Start& start);
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;
  ~Simulator();

  // Waits for something to happen, at most `milliseconds`; passes signals on and collects processes
  // that ended. `watched`: a descriptor whose reader may go away, or -1. `producer`: the process that
  // writes to us, which may not be the one that we started, or 0.
  void wait(int milliseconds, int watched, pid_t producer);
  const std::optional<Ending>& ending() const { return ending_; }
  bool isAlive(pid_t process) const;

  // Asks it to end, and makes it on the second call.
  void terminate(pid_t producer);

 private:
  void run(const Start& start, int errorPipe);
  void takeSignals(pid_t producer);
  void collect();
  void send(int signal, pid_t producer) const;

  pid_t child_ = 0;
  FileDescriptor signals_;
  std::optional<Ending> ending_;
  bool terminated_ = false;
};

}  // namespace mf::capture
