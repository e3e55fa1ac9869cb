#include <gtest/gtest.h>

extern "C" int callEverything(void);

TEST(Header, DoesAllItSaysWithoutMfCapture) { EXPECT_EQ(callEverything(), 0); }
