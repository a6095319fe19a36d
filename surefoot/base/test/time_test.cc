#include "surefoot/base/time.h"

#include <gtest/gtest.h>

#include "surefoot/base/random.h"

namespace surefoot {
namespace {

TEST(Time, RoundsToTheNearestNanosecond) {
  EXPECT_EQ(ToNanoseconds(0.001), 1000000);
  EXPECT_EQ(ToNanoseconds(1.0 / 3.0), 333333333);
  EXPECT_EQ(ToNanoseconds(2.0 / 3.0), 666666667);
  EXPECT_EQ(ToNanoseconds(0.1 + 0.2), 300000000);
  EXPECT_EQ(ToNanoseconds(0.0), 0);
  EXPECT_EQ(ToNanoseconds(0.4e-9), 0);
  EXPECT_EQ(ToNanoseconds(0.6e-9), 1);
}

TEST(Time, RoundsBothSignsAlike) {
  EXPECT_EQ(ToNanoseconds(-2.0 / 3.0), -666666667);
  EXPECT_EQ(ToNanoseconds(-0.6e-9), -1);
}

TEST(Time, SecondsComeBackAsTheSameNanosecond) {
  // Up to 13 days; a double holds no more digits.
  RandomStream random(1, "time");
  for (int i = 0; i < 100000; ++i) {
    const auto time = static_cast<SimTimeNs>(random.NextBits() >> 14);
    ASSERT_EQ(ToNanoseconds(ToSeconds(time)), time);
  }
}

TEST(Time, StepsOfUsualRatesAreWhole) {
  for (const int rate : {1, 10, 50, 100, 200, 250, 400, 500, 1000, 2000, 10000, 1000000}) {
    EXPECT_EQ(ToNanoseconds(1.0 / rate) * rate, 1000000000) << rate;
  }
}

}  // namespace
}  // namespace surefoot
