#include "libmf/reverse/replay.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/temporary.h"
#include "libmf/base/text.h"
#include "libmf/catalog/native.h"
#include "libmf/passes/ingest.h"
#include "libmf/passes/resolve.h"

extern char** environ;

namespace mf::reverse {

namespace {

std::vector<std::string> wordsOf(const Command& command, const std::vector<std::string>& overrides) {
  std::vector<std::string> words{command.capture, "--no-provenance", "--sim-stdout", "/dev/null", "-z", "0"};
  words.insert(words.end(), command.options.begin(), command.options.end());
  for (const std::string& each : overrides) words.insert(words.end(), {"--override", each});
  words.push_back("--");
  words.insert(words.end(), command.simulator.begin(), command.simulator.end());
  return words;
}

// mf-capture with its standard output in a pipe and its talk in a file.
class Child {
 public:
  explicit Child(const std::vector<std::string>& words) : talk_(openTemporary()) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw Error(cat("cannot make a pipe: ", std::strerror(errno)));
    read_ = FileDescriptor(ends[0]);
    const FileDescriptor write(ends[1]);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, write.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ::fileno(talk_.get()), STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const int failed = ::posix_spawnp(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw Error(cat("cannot run ", quoted(words[0]), ": ", std::strerror(failed)));
  }
  Child(const Child&) = delete;
  ~Child() {
    read_.reset();  // a capture without a reader ends its simulator
    if (pid_ > 0) wait();
  }

  int output() const { return read_.get(); }

  // Its exit status, or 128 and the signal.
  int wait() {
    read_.reset();  // it may be blocked writing what nobody reads
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  // The last line that it, or the simulator, said.
  std::string lastWord() {
    std::string all(size_t{1} << 16, '\0');
    std::fseek(talk_.get(), 0, SEEK_END);
    std::fseek(talk_.get(), std::max(0L, std::ftell(talk_.get()) - static_cast<long>(all.size())), SEEK_SET);
    all.resize(readTemporary(talk_.get(), all.data(), all.size()));
    while (!all.empty() && all.back() == '\n') all.pop_back();
    return all.substr(all.rfind('\n') + 1);
  }

 private:
  TemporaryFile talk_;
  FileDescriptor read_;
  pid_t pid_ = -1;
};

}  // namespace

bool replay(const Command& command, const std::vector<std::string>& overrides, Observer& observer) {
  Child child(wordsOf(command, overrides));
  const passes::PassOptions options{"", {}, false};
  passes::Resolve resolve(observer, options);
  passes::Ingest ingest(resolve, {"", command.packages}, options);
  try {
    mfir::readStream(child.output(), "the capture", ingest, catalog::nativeFromPackages(command.packages));
  } catch (const Error& error) {
    const int status = child.wait();
    const std::string said = child.lastWord();
    throw Error(status > 0 && said.starts_with("mf-capture: ") ? said : error.what(), error.status());
  }
  const int status = child.wait();
  if (status > static_cast<int>(Status::NO)) throw Error(cat(child.lastWord(), " (status ", status, ")"));
  return status == 0;
}

}  // namespace mf::reverse
