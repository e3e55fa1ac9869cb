// Writes the seeds that are no text: how tests/fuzz/corpus/{chunks,records,segments}/seed-* were made.
//
// usage: fuzz_seeds FOLDER
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

#include "every_event.h"
#include "libmf/capture/memory.h"
#include "libmf/store/chunks/column_codec.h"
#include "tests/support/collect.h"

namespace {

using namespace mf;

void save(const std::string& path, const std::string& bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

void chunks(const std::string& folder) {
  const std::vector<std::vector<uint64_t>> columns{{7, 7, 7, 7}, {1, 500, 3, 70000, 9}, {10, 12, 14, 15, 90, 91, 95}};
  for (size_t i = 0; i < columns.size(); i++) {
    std::string coded{static_cast<char>(columns[i].size()), 0};
    store::ColumnEncoder().encode(columns[i], coded);
    save(folder + "/chunks/seed-" + std::to_string(i), coded);
  }
}

// The seeds of the text form, as segments.
void segments(const std::string& folder) {
  for (const std::string name : {"seed-capture", "seed-mfir"}) {
    save(folder + "/segments/" + name,
         testing::binaryOf(readWholeFile(MF_SOURCE "/tests/fuzz/corpus/text/" + name), {}));
  }
}

// What a small simulator leaves in its buffer: a machine, each event once, words, a region.
void records(const std::string& folder) {
  capture::Settings settings;
  capture::Memory memory(settings, 1 << 16);
  setenv(MF_SHARED_VARIABLE, memory.address().c_str(), 1);
  mf_attach("seeds", "none", "ps");
  mf_clock("cpu", 250, 0);
  mf_node(1, "cpu0", "core", "", 0, "cpu", "core");
  mf_node_set(1, "width", 4);
  mf_begin();
  mf_phase(0, 1, 1);
  mf_now(1000);
  mf_word("word");
  everyEvent(1);
  mf_phase(0, 0, 0);
  mf_end();
  const auto piece = memory.published(0);
  save(folder + "/records/seed-every-event", std::string(2, '\0') + std::string(piece.at, piece.bytes));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: fuzz_seeds FOLDER\n", stderr);
    return 2;
  }
  chunks(argv[1]);
  segments(argv[1]);
  records(argv[1]);
  return 0;
}
