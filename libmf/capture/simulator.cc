#include "libmf/capture/simulator.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::capture {

namespace {

sigset_t heldSignals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP}) sigaddset(&set, signal);
  return set;
}

// A terminal sends ^C to the whole group, the simulator included: once is enough.
bool simulatorHasItAlready(const signalfd_siginfo& signal) {
  return signal.ssi_code == SI_KERNEL && (signal.ssi_signo == SIGINT || signal.ssi_signo == SIGQUIT);
}

}  // namespace

std::string Ending::text() const {
  if (signal != 0) return cat("was killed by signal ", signal, " (", strsignal(signal), ")");
  return cat("exited ", status);
}

bool isReaderGone(int fd) {
  pollfd polled{fd, 0, 0};
  return fd >= 0 && poll(&polled, 1, 0) > 0 && (polled.revents & POLLERR) != 0;
}

Simulator::Simulator(const Start& start) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // a simulator whose wrapper ended first is ours to collect
  std::signal(SIGPIPE, SIG_IGN);
  const sigset_t held = heldSignals();
  sigprocmask(SIG_BLOCK, &held, nullptr);
  signals_ = FileDescriptor(signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK));
  std::array<int, 2> errorPipe{};
  if (pipe2(errorPipe.data(), O_CLOEXEC) != 0) throw Error(cat("cannot make a pipe: ", std::strerror(errno)));
  child_ = fork();
  if (child_ < 0) throw Error(cat("cannot start a process: ", std::strerror(errno)));
  if (child_ == 0) run(start, errorPipe[1]);
  ::close(errorPipe[1]);
  const FileDescriptor errors(errorPipe[0]);
  int failure = 0;
  if (readFully(errors.get(), &failure, sizeof failure, "a pipe") == sizeof failure) {
    waitpid(child_, nullptr, 0);
    throw Error(cat("cannot run ", quoted(start.command[0]), ": ", std::strerror(failure)));
  }
}

Simulator::~Simulator() {
  if (child_ > 0 && !ending_) send(SIGTERM, 0);
}

// In the child: becomes the simulator, or says why not.
void Simulator::run(const Start& start, int errorPipe) {
  const sigset_t held = heldSignals();
  sigprocmask(SIG_UNBLOCK, &held, nullptr);
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_DFL);  // ours to ignore, not the simulator's
  if (start.standardOutput >= 0) dup2(start.standardOutput, STDOUT_FILENO);
  setenv(start.variable.c_str(), start.value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& argument : start.command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  const int failure = errno;
  [[maybe_unused]] const ssize_t put = write(errorPipe, &failure, sizeof failure);
  _exit(127);
}

void Simulator::wait(int milliseconds, int watched, pid_t producer) {
  std::array<pollfd, 2> polled = {pollfd{signals_.get(), POLLIN, 0}, pollfd{watched, 0, 0}};
  if (poll(polled.data(), watched >= 0 ? 2 : 1, milliseconds) <= 0) return;
  if ((polled[0].revents & POLLIN) != 0) takeSignals(producer);
}

void Simulator::takeSignals(pid_t producer) {
  signalfd_siginfo signal{};
  while (read(signals_.get(), &signal, sizeof signal) == static_cast<ssize_t>(sizeof signal)) {
    if (signal.ssi_signo == SIGCHLD) {
      collect();
    } else if (!simulatorHasItAlready(signal)) {
      send(static_cast<int>(signal.ssi_signo), producer);
    }
  }
}

void Simulator::collect() {
  int status = 0;
  while (const pid_t ended = waitpid(-1, &status, WNOHANG)) {
    if (ended < 0) return;
    if (ended != child_) continue;
    Ending ending;
    ending.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    ending.status = WIFSIGNALED(status) ? 128 + ending.signal : WEXITSTATUS(status);
    ending_ = ending;
  }
}

void Simulator::send(int signal, pid_t producer) const {
  if (!ending_) kill(child_, signal);
  if (producer > 0 && producer != child_) kill(producer, signal);
}

bool Simulator::isAlive(pid_t process) const { return process > 0 && (kill(process, 0) == 0 || errno == EPERM); }

void Simulator::terminate(pid_t producer) {
  send(terminated_ ? SIGKILL : SIGTERM, producer);
  terminated_ = true;
}

}  // namespace mf::capture
