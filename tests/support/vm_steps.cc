// vm_steps BUNDLE.db [PARAMETER=VALUE...]: how many steps SQLite's virtual machine takes for
// each named analysis that the bundle can answer, the tables it uses included. A measure
// of work that is the same on every machine.
#include <sqlite3.h>

#include <cstdio>

#include "libmf/base/error.h"
#include "libmf/base/text.h"
#include "libmf/query/run.h"

namespace {

constexpr int GRAIN = 16;  // steps between two calls of the counter

int count(void* steps) {
  *static_cast<uint64_t*>(steps) += GRAIN;
  return 0;
}

class Nowhere : public mf::query::RowSink {
 public:
  void begin(const std::vector<std::string>&) override {}
  void row(mf::query::Row) override {}
  void end() override {}
};

// Only those of `given` that the analysis has.
mf::query::Arguments own(const mf::query::Arguments& given, const mf::query::Analysis& analysis,
                         const mf::query::Library& library) {
  mf::query::Arguments out;
  for (const auto& parameter : mf::query::parametersOf(analysis, library)) {
    if (const auto found = given.find(parameter.name); found != given.end()) out.insert(*found);
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 2) throw mf::Error("usage: vm_steps BUNDLE.db [PARAMETER=VALUE...]", mf::Status::MISUSE);
    mf::query::Arguments given;
    for (const std::string& each : std::vector<std::string>(argv + 2, argv + argc)) {
      given[each.substr(0, each.find('='))] = each.substr(each.find('=') + 1);
    }
    const mf::query::Library library({}, true);  // $MICROFLOW_PATH may replace what is built in
    for (const auto& [name, analysis] : library.all()) {
      mf::query::Session session(argv[1], library);
      if (!session.unmet(analysis).empty()) continue;
      uint64_t steps = 0;
      sqlite3_progress_handler(session.database().raw(), GRAIN, count, &steps);
      Nowhere out;
      session.run(analysis, own(given, analysis, library), out);
      std::printf("%s %llu\n", name.c_str(), static_cast<unsigned long long>(steps));
    }
    return 0;
  } catch (const mf::Error& error) {
    std::fprintf(stderr, "vm_steps: %s\n", error.what());
    return static_cast<int>(error.status());
  }
}
