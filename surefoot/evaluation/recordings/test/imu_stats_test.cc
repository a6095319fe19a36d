#include "surefoot/evaluation/recordings/imu_stats.h"

#include <gtest/gtest.h>

namespace surefoot::gap {
namespace {

ImuRecording Example(double gravity) {
  ImuRecording series;
  series.time = {0.0, 0.01, 0.02};
  series.axes = {{{0.1, 0.2, 0.3},
                  {0.4, 0.0, -0.1},
                  {1.0, 2.0, 6.0},
                  {1.0, 0.0, -1.0},
                  {0.5, 0.5, 2.0},
                  {gravity, gravity, gravity + 3.0}}};
  return series;
}

TEST(ImuStats, EachAxisHasItsOwn) {
  const ImuStats stats = StatsOf(Example(9.0));
  EXPECT_DOUBLE_EQ(stats.gyro[2].mean, 3.0);
  EXPECT_DOUBLE_EQ(stats.gyro[1].range(), 0.5);
  EXPECT_DOUBLE_EQ(stats.accel[1].mean, 1.0);
  EXPECT_DOUBLE_EQ(stats.accel[2].mean, 10.0);
}

TEST(ImuStats, HalfATurnAboutXWhenGravityReadsPositive) {
  const ImuStats turned = ZDown(StatsOf(Example(9.0)));
  EXPECT_DOUBLE_EQ(turned.accel[2].mean, -10.0);
  EXPECT_DOUBLE_EQ(turned.accel[2].top, -9.0);
  EXPECT_DOUBLE_EQ(turned.accel[2].bottom, -12.0);
  EXPECT_DOUBLE_EQ(turned.accel[1].mean, -1.0);
  EXPECT_DOUBLE_EQ(turned.gyro[2].mean, -3.0);
  EXPECT_DOUBLE_EQ(turned.gyro[0].mean, 0.2);
  // Series and their statistics are rotated in the same way.
  const ImuStats of_series = StatsOf(ZDown(Example(9.0)));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(of_series.gyro[i].top, turned.gyro[i].top);
    EXPECT_DOUBLE_EQ(of_series.accel[i].bottom, turned.accel[i].bottom);
    EXPECT_DOUBLE_EQ(of_series.accel[i].mean, turned.accel[i].mean);
  }
}

TEST(ImuStats, StaysWhenGravityReadsNegative) {
  EXPECT_DOUBLE_EQ(ZDown(StatsOf(Example(-12.0))).accel[2].mean, -11.0);
  EXPECT_DOUBLE_EQ(ZDown(Example(-12.0)).axes[1][0], 0.4);
}

TEST(ImuStats, SumsOverAxes) {
  ImuError error;
  error.gyro = {{{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}}};
  error.accel = {{{0.0, 0.5}, {0.0, 0.5}, {0.0, 0.5}}};
  EXPECT_DOUBLE_EQ(error.angular_velocity(), 21.0);
  EXPECT_DOUBLE_EQ(error.linear_acceleration(), 1.5);
}

}  // namespace
}  // namespace surefoot::gap
