// Slices of runs of the reference machine against the brute-force oracles.
#include <gtest/gtest.h>

#include <cstdio>
#include <random>

#include "libmf/base/text.h"
#include "tests/oracle/differences.h"
#include "tests/oracle/joins.h"
#include "tests/oracle/tenants.h"

namespace mf::testing {

namespace {

constexpr const char* PROGRAMS[] = {"stream", "holes",   "chase",   "hop", "hash",
                                    "matrix", "branchy", "forward", "tlb", "contention"};
// Small machines, so that what is alive when a slice begins is not most of it, and queues are full.
constexpr const char* KNOBS[] = {"--l1d 2 --l2 8 --llc 32",
                                 "--l1d 2 --l2 8 --llc 32 --inclusive --chains 3",
                                 "--l1d 1 --l2 4 --llc 16 --policy srrip --pq 2",
                                 "--l1d 2 --l2 4 --llc 16 --rob 24 --iq 8 --lq 6 --sq 4",
                                 "--l1d 2 --l2 8 --llc 16 --l1d-mshrs 2 --l2-mshrs 3 --reserve 1 --squash 1",
                                 "--l1d 1 --l2 4 --llc 16 --core-period 500 --issue 2 --predictor bimodal"};

std::string slice(uint32_t number) {
  std::mt19937 dice(number);
  const uint64_t program = number % 10, first = dice() % 1500, count = 60 + dice() % 60;
  return cat(MF_TOOLS, "/mf-capture -q --roi insts:", first, "-", first + count, " -- ", MF_TOOLS,
             "/mf-refsim --instructions 2000 --seed ", number, " ", KNOBS[number / 10 % std::size(KNOBS)], " ",
             PROGRAMS[program]);
}

std::string outputOf(const std::string& command) {
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::string output;
  char piece[65536];
  for (size_t got; (got = ::fread(piece, 1, sizeof piece, pipe)) > 0;) output.append(piece, got);
  return ::pclose(pipe) == 0 ? output : "";
}

struct Seen {
  std::map<uint64_t, uint64_t> channels;
  uint64_t events = 0, joiners = 0, carried = 0;
};

void expectTruth(uint32_t number, Seen& seen) {
  const std::string command = slice(number);
  SCOPED_TRACE(command);
  const std::string capture = outputOf(command);
  ASSERT_NE(capture, "");
  Collected stream;
  runPasses(capture, {}, stream);
  const OracleJoins truth = joinByBruteForce(stream), found = joinsOf(stream);
  EXPECT_EQ(differences(found.edges, truth.edges), "");
  EXPECT_EQ(found.missing, truth.missing);
  EXPECT_EQ(differences(tenantsOf(stream), tenantsByBruteForce(stream)), "");
  for (const OracleEdge& edge : truth.edges) ++seen.channels[edge.channel];
  for (const Row& row : stream.table("tenancies")) {
    seen.joiners += row.at("owner_ten") ? 1 : 0;
    seen.carried += *row.at("flags") & 1;
  }
  for (const mfir::EventBatch& batch : stream.batches) seen.events += batch.count;
}

// A slice in which nothing happens tests nothing.
void expectMuch(const Seen& seen, uint32_t slices) {
  EXPECT_GT(seen.events, slices * uint64_t{1500});
  EXPECT_EQ(seen.channels.size(), 5u);
  for (const auto& [channel, edges] : seen.channels) EXPECT_GT(edges, slices) << channel;
  EXPECT_GT(seen.joiners, slices);
  EXPECT_GT(seen.carried, slices * uint64_t{50});
}

TEST(Slices, AgreeWithTheOracles) {
  Seen seen;
  for (uint32_t number = 0; number < 10; ++number) expectTruth(7 * number, seen);
  expectMuch(seen, 10);
}

TEST(LongSlices, AgreeWithTheOracles) {
  Seen seen;
  for (uint32_t number = 100; number < 300; ++number) expectTruth(number, seen);
  expectMuch(seen, 200);
}

}  // namespace

}  // namespace mf::testing
