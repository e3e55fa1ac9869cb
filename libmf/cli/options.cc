#include "libmf/cli/options.h"

#include <algorithm>
#include <iostream>

#include "libmf/base/text.h"
#include "libmf/cli/tool.h"

namespace mf::cli {

void addStream(po::options_description& table, StreamOptions& options) {
  auto add = table.add_options();
  add("output,o", po::value(&options.output)->value_name("FILE"), "write to FILE, which appears when it is whole");
  add("compress,z", po::value(&options.level)->value_name("N"), "zstd level, 0 for none (default: 3 into files, 0 on pipes)");
  add("text", po::bool_switch(&options.text), "write the text form");
  add("no-provenance", po::bool_switch(&options.noProvenance), "leave out command lines and costs");
  add("quiet,q", po::bool_switch(&options.quiet), "say nothing but errors");
}

void addCatalog(po::options_description& table, CatalogOptions& options) {
  auto add = table.add_options();
  add("profile,p", po::value(&options.profile)->value_name("PROFILE"), "name or file of the profile (default: the one the capture names)");
  add("package", po::value(&options.packages)->value_name("DIR")->composing(), "a folder of catalogs to add; may be repeated");
}

std::vector<std::string> takeCommand(std::vector<std::string>& arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes == arguments.end()) return {};
  std::vector<std::string> command(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return command;
}

CommandLine::CommandLine(std::string program, std::string usage, std::string about)
    : program_(std::move(program)), usage_(std::move(usage)), about_(std::move(about)), table_("Options") {
  table_.add_options()("help,h", "print this and exit")("version", "print the version and exit");
}

void CommandLine::positional(const std::string& name, int most) {
  hidden_.add_options()(name.c_str(), po::value<std::vector<std::string>>());
  positional_.add(name.c_str(), most);
}

bool CommandLine::parse(const std::vector<std::string>& arguments) {
  po::options_description all;
  all.add(table_).add(hidden_);
  constexpr int STYLE = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  try {
    po::store(po::command_line_parser(arguments).options(all).positional(positional_).style(STYLE).run(), values_);
    if (values_.count("help") != 0) {
      std::cout << "usage: " << program_ << ' ' << usage_ << "\n" << about_ << "\n\n" << table_;
      return false;
    }
    if (values_.count("version") != 0) {
      std::cout << program_ << ' ' << VERSION << '\n';
      return false;
    }
    po::notify(values_);
  } catch (const po::error& error) {
    throw Error(error.what(), Status::MISUSE);
  }
  return true;
}

}  // namespace mf::cli
