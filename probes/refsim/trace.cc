#include "probes/refsim/trace.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "mf_encoders.h"

namespace refsim {

namespace {

struct Record {
  uint64_t ip;
  uint8_t isBranch, taken;
  uint8_t targets[2], sources[4];
  uint64_t stores[2], loads[4];
};
static_assert(sizeof(Record) == 64);

constexpr uint8_t STACK_POINTER = 6, FLAGS = 25, INSTRUCTION_POINTER = 26;

const char* expander(const std::string& file) {
  const auto ends = [&](const char* suffix) { return file.ends_with(suffix); };
  return ends(".xz") ? "xz" : ends(".gz") ? "gzip" : ends(".zst") ? "zstd" : nullptr;
}

template <typename Registers>
bool has(const Registers& registers, uint8_t wanted) {
  return std::find(std::begin(registers), std::end(registers), wanted) != std::end(registers);
}

// What kind of branch it is shows in the registers it reads and writes.
uint8_t branchClass(const Record& record) {
  const bool readsSp = has(record.sources, STACK_POINTER), readsIp = has(record.sources, INSTRUCTION_POINTER);
  const bool readsFlags = has(record.sources, FLAGS);
  const bool readsOther = std::any_of(std::begin(record.sources), std::end(record.sources), [](uint8_t each) {
    return each != 0 && each != STACK_POINTER && each != FLAGS && each != INSTRUCTION_POINTER;
  });
  if (readsSp && !readsIp) return MF_OPCLASS_RETURN_;
  if (readsSp) return readsOther ? MF_OPCLASS_INDIRECT_CALL : MF_OPCLASS_CALL;
  if (readsIp && (readsFlags || readsOther)) return MF_OPCLASS_CONDITIONAL;
  return readsOther ? MF_OPCLASS_INDIRECT : MF_OPCLASS_JUMP;
}

uint8_t opclassOf(const Record& record) {
  if (record.isBranch) return branchClass(record);
  const auto any = [](const auto& list) {
    return std::any_of(std::begin(list), std::end(list), [](auto at) { return at != 0; });
  };
  if (any(record.loads)) return any(record.stores) ? MF_OPCLASS_LOAD_STORE : MF_OPCLASS_LOAD;
  return any(record.stores) ? MF_OPCLASS_STORE : MF_OPCLASS_ALU;
}

Instruction instructionOf(const Record& record, uint64_t place) {
  Instruction is;
  is.pc = record.ip;
  is.opclass = opclassOf(record);
  std::copy(std::begin(record.sources), std::end(record.sources), is.sources.begin());
  std::copy(std::begin(record.targets), std::end(record.targets), is.targets.begin());
  std::replace(is.sources.begin(), is.sources.end(), INSTRUCTION_POINTER, uint8_t{0});
  std::replace(is.targets.begin(), is.targets.end(), INSTRUCTION_POINTER, uint8_t{0});
  std::copy(std::begin(record.loads), std::end(record.loads), is.loads.begin());
  std::copy(std::begin(record.stores), std::end(record.stores), is.stores.begin());
  is.isBranch = record.isBranch != 0;
  is.isConditional = is.opclass == MF_OPCLASS_CONDITIONAL;
  is.taken = record.taken != 0;
  is.path = {0, 0, place};
  is.next = is.other = {0, 0, place + 1};
  return is;
}

}  // namespace

TraceSource::TraceSource(const std::string& file) : file_(file) {
  name_ = file.substr(file.rfind('/') + 1);
  name_ = name_.substr(0, name_.find('.'));
  const int from = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (from < 0) throw mf::Error(mf::cat("cannot read trace ", mf::quoted(file), ": ", std::strerror(errno)));
  const char* program = expander(file);
  if (program == nullptr) {
    input_ = fdopen(from, "rb");
    return;
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw mf::Error(mf::cat("no pipe: ", std::strerror(errno)));
  child_ = fork();
  if (child_ == 0) {
    dup2(from, STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    execlp(program, program, "-dc", static_cast<char*>(nullptr));
    _exit(127);
  }
  ::close(from);
  ::close(ends[1]);
  input_ = fdopen(ends[0], "rb");
}

TraceSource::~TraceSource() {
  if (input_ != nullptr) std::fclose(input_);
  if (child_ > 0) waitpid(child_, nullptr, 0);
}

// At the end: was it one?
void TraceSource::close() {
  std::fclose(input_);
  input_ = nullptr;
  int status = 0;
  if (child_ > 0) waitpid(child_, &status, 0);
  child_ = 0;
  if (status != 0) throw mf::Error(mf::cat("cannot expand trace ", mf::quoted(file_), " with ", expander(file_)));
}

bool TraceSource::readOne() {
  if (input_ == nullptr) return false;
  Record record;
  const size_t bytes = std::fread(&record, 1, sizeof record, input_);
  if (bytes != sizeof record) {
    close();
    if (bytes != 0)
      throw mf::Error(mf::cat("trace ", mf::quoted(file_), " ends inside record ", first_ + kept_.size()));
    return false;
  }
  kept_.push_back(instructionOf(record, first_ + kept_.size()));
  return true;
}

bool TraceSource::fetch(const Path& path, Instruction& instruction) {
  while (path.count >= first_ + kept_.size())
    if (!readOne()) return false;
  instruction = kept_[path.count - first_];
  return true;
}

void TraceSource::retired(const Path& path) {
  for (; first_ <= path.count; ++first_) kept_.pop_front();
}

}  // namespace refsim
