#include "libmf/cli/tool.h"

#include <kj/exception.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <exception>

#include "libmf/base/file.h"
#include "libmf/base/text.h"

namespace mf::cli {

const char* const VERSION = MF_VERSION;

namespace {

// Removes what is half written, then dies of the signal, so that $? says so.
void die(int signal) {
  removeTemporaries();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void watchSignals() {
  struct sigaction action {};
  action.sa_handler = die;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXCPU}) ::sigaction(signal, &action, nullptr);
  // A file that may grow no further is a write that fails, as on a full disk, and is said.
  ::signal(SIGXFSZ, SIG_IGN);
}

int failed(const std::string& program, const Error& error) {
  say(program, error.what());
  if (error.status() == Status::MISUSE) std::fprintf(stderr, "see %s(1)\n", program.c_str());
  return static_cast<int>(error.status());
}

}  // namespace

void say(const std::string& program, const std::string& text) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s: %s\n", program.c_str(), text.c_str());
}

int run(const std::string& program, const std::function<Status()>& body) {
  watchSignals();
  try {
    const Status status = body();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw Error("cannot write standard output");
    return static_cast<int>(status);
  } catch (const Error& error) {
    return failed(program, error);
  } catch (const std::bad_alloc&) {
    return failed(program, Error("out of memory"));
  } catch (const kj::Exception& error) {
    // So Cap'n Proto says that there is no memory for a message.
    const bool memory = error.getType() == kj::Exception::Type::OVERLOADED;
    return failed(program, Error(memory ? "out of memory" : cat("internal: ", error.getDescription().cStr())));
  } catch (const std::exception& error) {
    return failed(program, Error(cat("internal: ", error.what())));
  }
}

std::vector<std::string> argumentsOf(int argc, char** argv) { return {argv + 1, argv + argc}; }

}  // namespace mf::cli
