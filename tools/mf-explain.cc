// Walks back from one stall and prints the chain of causes.
#include <cstdio>

#include "libmf/base/text.h"
#include "libmf/cli/options.h"
#include "libmf/cli/tool.h"
#include "libmf/explain/explain.h"
#include "libmf/explain/narrate.h"
#include "libmf/explain/subject.h"
#include "libmf/store/chunks/attach.h"

namespace {

using mf::Error;
using mf::Status;
using mf::cli::po::value;

std::optional<uint64_t> numberOf(const char* option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto number = mf::parseUnsigned(text);
  if (!number) throw Error(mf::cat("--", option, " wants a number, not ", mf::quoted(text)), Status::MISUSE);
  return number;
}

}  // namespace

int main(int argc, char** argv) {
  return mf::cli::run("mf-explain", [&] {
    std::string top, episode, inst, pc, line, format = "text";
    mf::cli::CommandLine command("mf-explain",
                                 "run.db --top N | --episode N | --inst [CORE:]N | --pc 0x.. | --line 0x..",
                                 "Explains stalls of the reorder buffer's head: where their time went, and why.");
    auto add = command.table().add_options();
    add("top,n", value(&top)->value_name("N"), "the N longest (of --pc or --line: of those)");
    add("episode", value(&episode)->value_name("N"), "the episode with this number");
    add("inst", value(&inst)->value_name("[CORE:]N"), "the instruction that retired as number N");
    add("pc", value(&pc)->value_name("ADDRESS"), "instructions at this address");
    add("line", value(&line)->value_name("LINE"), "stalls on this cache line (a line number, as prints show it)");
    add("format", value(&format)->value_name("FORMAT"), "text or json");
    command.positional("bundle", 1);
    if (!command.parse(mf::cli::argumentsOf(argc, argv))) return Status::DONE;
    if (command.values().count("bundle") == 0) throw Error("no bundle is named", Status::MISUSE);
    if (format != "text" && format != "json")
      throw Error(mf::cat("there is no format ", mf::quoted(format), "; there are text and json"), Status::MISUSE);
    const mf::explain::Subject subject{numberOf("top", top), numberOf("episode", episode), inst, numberOf("pc", pc),
                                       numberOf("line", line)};

    const auto db = mf::store::Database::openBundle(command.values()["bundle"].as<std::vector<std::string>>().front());
    if (const std::string error = mf::store::attachChunks(db.raw()); !error.empty())
      throw Error(mf::cat(mf::quoted(db.path()), " is damaged: ", error));
    const auto episodes = mf::explain::episodesOf(db, subject);
    if (episodes.empty())
      throw Error(mf::cat("no stall of ", mf::explain::nameOf(subject), " is on record"), Status::NO);
    mf::explain::Evidence evidence(db);
    bool found = false, first = true;
    for (const int64_t each : episodes) {
      const auto explanation = mf::explain::explain(evidence, each);
      found = found || explanation.hasCause();
      if (format == "json") {
        std::printf("%s%s", first ? "[" : ",\n ", mf::explain::toJson(explanation, evidence).c_str());
      } else {
        std::printf("%s%s", first ? "" : "\n", mf::explain::narrate(explanation, evidence).c_str());
      }
      first = false;
    }
    if (format == "json") std::printf("]\n");
    return found ? Status::DONE : Status::NO;
  });
}
