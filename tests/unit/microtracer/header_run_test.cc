#include <gtest/gtest.h>

#include "libmf/base/file.h"
#include "probes/foreign.h"

extern "C" int callEverything(void);

TEST(Header, DoesAllItSaysWithoutMfCapture) { EXPECT_EQ(callEverything(), 0); }

TEST(ForeignFiles, AreInsideTheProgramAsTheyAre) {
  const auto files = mf::foreignFiles();
  EXPECT_EQ(files.size(), 9u);
  for (const auto& file : files) {
    EXPECT_EQ(file.text, mf::readWholeFile(MF_FOREIGN_FOLDER "/" + std::string(file.path))) << file.path;
  }
}
