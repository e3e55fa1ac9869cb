// Options: one table per tool is what parses and what --help prints. Options that
// several tools share are declared here, under the same letter everywhere.
#pragma once

#include <boost/program_options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mf::cli {

namespace po = boost::program_options;

// Where the stream goes to and in what form.
struct StreamOptions {
  std::string output;
  int level = -1;          // zstd; -1: 3 into files, plain on pipes
  bool text = false;
  bool noProvenance = false;
  bool quiet = false;
};

struct CatalogOptions {
  std::string profile;
  std::vector<std::string> packages;
};

void addStream(po::options_description& table, StreamOptions& options);
void addCatalog(po::options_description& table, CatalogOptions& options);

// "--" and what follows it is another program's command: taken out of `arguments`.
std::vector<std::string> takeCommand(std::vector<std::string>& arguments);

class CommandLine {
 public:
  // `usage`: what follows the program's name; `about`: one sentence.
  CommandLine(std::string program, std::string usage, std::string about);

  po::options_description& table() { return table_; }
  // Positional arguments are collected under `name`, at most `most` of them (-1: any).
  void positional(const std::string& name, int most);

  // False when --help or --version was printed. Throws Error (MISUSE) on wrong use.
  bool parse(const std::vector<std::string>& arguments);
  const po::variables_map& values() const { return values_; }

 private:
  std::string program_, usage_, about_;
  po::options_description table_;
  po::options_description hidden_;
  po::positional_options_description positional_;
  po::variables_map values_;
};

}  // namespace mf::cli
