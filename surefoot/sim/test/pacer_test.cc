// Wall time is only bounded from below: a busy machine may take longer.

#include "surefoot/sim/pacer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <thread>

namespace surefoot::sim {
namespace {

using Clock = Pacer::Clock;

constexpr SimTimeNs kMillisecond = 1000000;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

TEST(Pacer, KnowsWhenThereIsNoLimit) {
  EXPECT_TRUE(Pacer(0.0).unlimited());
  EXPECT_TRUE(Pacer(-1.0).unlimited());
  EXPECT_TRUE(Pacer(std::numeric_limits<double>::infinity()).unlimited());
  EXPECT_TRUE(Pacer(std::numeric_limits<double>::quiet_NaN()).unlimited());
  EXPECT_FALSE(Pacer(1.0).unlimited());
  EXPECT_FALSE(Pacer(1e-3).unlimited());
}

TEST(Pacer, NeverWaitsWithoutALimit) {
  // Waiting for these times would take forever.
  Pacer pacer(0.0);
  pacer.Start(0);
  pacer.Wait(std::numeric_limits<SimTimeNs>::max());
  Pacer infinite(std::numeric_limits<double>::infinity());
  infinite.Start(0);
  infinite.Wait(std::numeric_limits<SimTimeNs>::max());
}

TEST(Pacer, KeepsUpWithTheWallClock) {
  Pacer pacer(1.0);
  const Clock::time_point start = Clock::now();
  pacer.Start(5000 * kMillisecond);
  for (int i = 1; i <= 40; ++i) {
    pacer.Wait((5000 + i) * kMillisecond);
    // From the start, not from wait to wait: errors do not accumulate.
    ASSERT_GE(SecondsSince(start), i * 1e-3);
  }
}

TEST(Pacer, HalfSpeedTakesTwiceAsLong) {
  Pacer pacer(0.5);
  const Clock::time_point start = Clock::now();
  pacer.Start(0);
  pacer.Wait(20 * kMillisecond);
  EXPECT_GE(SecondsSince(start), 0.040);
}

TEST(Pacer, DoubleSpeedWaitsForHalfTheTime) {
  Pacer pacer(2.0);
  const Clock::time_point start = Clock::now();
  pacer.Start(0);
  pacer.Wait(40 * kMillisecond);
  EXPECT_GE(SecondsSince(start), 0.020);
}

TEST(Pacer, StartsAgainWhenAsked) {
  Pacer pacer(1.0);
  pacer.Start(0);
  // A restore leads to an earlier time, or far ahead: only the time after it counts.
  const Clock::time_point start = Clock::now();
  pacer.Start(1000000 * kMillisecond);
  pacer.Wait(1000010 * kMillisecond);
  EXPECT_GE(SecondsSince(start), 0.010);
}

TEST(Pacer, DoesNotHurryAfterFallingBehind) {
  Pacer pacer(1.0);
  pacer.Start(0);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const Clock::time_point start = Clock::now();
  pacer.Wait(1 * kMillisecond);  // 299 ms late: restarts from here.
  pacer.Wait(31 * kMillisecond);
  EXPECT_GE(SecondsSince(start), 0.030);
}

TEST(Pacer, SparesPicturesWhenTheRunIsLate) {
  using sensors::ImagePolicy;
  EXPECT_EQ(Pacer(0.0).PicturesAt(0), ImagePolicy::kWithinStep);
  Pacer pacer(1.0);
  pacer.Start(0);
  // Early, however slow this machine is.
  EXPECT_EQ(pacer.PicturesAt(3600 * 1000 * kMillisecond), ImagePolicy::kParallel);
  std::this_thread::sleep_for(std::chrono::milliseconds(70));
  EXPECT_EQ(pacer.PicturesAt(0), ImagePolicy::kDropLate);
  // In time again.
  EXPECT_EQ(pacer.PicturesAt(3600 * 1000 * kMillisecond), ImagePolicy::kParallel);
}

}  // namespace
}  // namespace surefoot::sim
