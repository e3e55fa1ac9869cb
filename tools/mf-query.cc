// Runs a named analysis or SQL over a database.
#include <unistd.h>

#include <algorithm>

#include "libmf/base/file.h"
#include "libmf/base/text.h"
#include "libmf/catalog/link.h"
#include "libmf/cli/options.h"
#include "libmf/cli/streams.h"
#include "libmf/cli/tool.h"
#include "libmf/query/command.h"
#include "libmf/store/materialise.h"

namespace {

using mf::cli::po::bool_switch;
using mf::cli::po::value;

// Options that are parameters of an analysis are not in the table: taken out before it
// is parsed. Both "--min-cycles 20" and "--min-cycles=20" are understood.
std::vector<std::string> takeParameters(std::vector<std::string> arguments,
                                        const mf::cli::po::options_description& table,
                                        mf::query::Arguments& parameters) {
  std::vector<std::string> rest;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const size_t equals = word.find('=');
    const std::string option =
        word.starts_with("--") ? word.substr(2, equals == std::string::npos ? equals : equals - 2) : "";
    if (option.empty() || table.find_nothrow(option, false)) {
      rest.push_back(word);
      continue;
    }
    std::string name = option;
    std::replace(name.begin(), name.end(), '-', '_');
    if (equals != std::string::npos) {
      parameters[name] = word.substr(equals + 1);
    } else if (i + 1 < arguments.size()) {
      parameters[name] = arguments[++i];
    } else {
      throw mf::Error(mf::cat(mf::quoted(word), " wants a value"), mf::Status::MISUSE);
    }
  }
  return rest;
}

// Segments on standard input as a session over a temporary database.
struct Streamed : mf::query::Session {
  Streamed(std::unique_ptr<mf::store::Materialiser> from, const mf::query::Library& library)
      : Session(from->database(), library), materialiser(std::move(from)) {}
  std::unique_ptr<mf::store::Materialiser> materialiser;
};

std::unique_ptr<mf::query::Session> readSegments(const mf::query::Library& library) {
  const auto link = [](mf::schema::Header::Reader header) { return mf::catalog::link(header); };
  mf::store::Materialiser::Options options;
  options.check = false;
  auto materialiser = std::make_unique<mf::store::Materialiser>("", link, options);
  mf::cli::readInto("-", *materialiser);
  return std::make_unique<Streamed>(std::move(materialiser), library);
}

}  // namespace

int main(int argc, char** argv) {
  return mf::cli::run("mf-query", [&] {
    mf::query::Request request;
    std::vector<std::string> packages;
    bool replace = false;
    mf::cli::CommandLine line("mf-query", "run.db [SQL | ANALYSIS [--PARAMETER VALUE]...]",
                              "Asks a bundle: SQL, or a named analysis.");
    auto add = line.table().add_options();
    add("file,f", value(&request.file)->value_name("FILE"),
        "SQL from FILE (default without a question: standard input)");
    add("list,l", bool_switch(&request.list), "list the analyses, and whether run.db can answer them");
    add("describe,H", bool_switch(&request.help), "say all about one analysis");
    add("all", bool_switch(&request.all), "with -l: building blocks too; with reconcile: what matches too");
    add("format", value(&request.format)->value_name("FORMAT"), "table, csv, tsv, json, jsonl, markdown or box");
    add("check", bool_switch(&request.check), "look for violated invariants; status 1 if there are any");
    add("diff", bool_switch(&request.diff), "compare two bundles; status 1 if they differ");
    add("tolerance", value(&request.tolerance)->value_name("X"), "with --diff: relative difference to let pass");
    add("each", value(&request.each)->value_name("GLOB"), "ask every bundle that matches");
    add("reduce", value(&request.reduce)->value_name("HOW"), "with --each: pooled, mean_of_shares or weighted");
    add("weights", value(&request.weights)->value_name("FILE"), "with weighted: lines of run and weight");
    add("stats", value(&request.statistics)->value_name("FILE"), "with reconcile: the simulator's own statistics");
    add("expect-empty", bool_switch(&request.expectEmpty), "status 1 if there are rows");
    add("package", value(&packages)->value_name("DIR")->composing(), "a folder of analyses to add; may be repeated");
    add("replace", bool_switch(&replace), "let an added analysis replace one of its name");
    line.positional("arguments", -1);
    if (!line.parse(takeParameters(mf::cli::argumentsOf(argc, argv), line.table(), request.arguments)))
      return mf::Status::DONE;
    if (line.values().count("arguments") != 0)
      request.positional = line.values()["arguments"].as<std::vector<std::string>>();

    const mf::query::Library library(packages, replace);
    const mf::query::Surroundings around{
        library,
        [](std::string_view text) { mf::writeFully(STDOUT_FILENO, text.data(), text.size(), "standard output"); },
        [](const std::string& text) { mf::cli::say("mf-query", text); }, [] { return mf::readWholeFile("-"); },
        [&] { return readSegments(library); }};
    return mf::query::answer(request, around);
  });
}
