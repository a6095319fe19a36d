#include "surefoot/noise/test/allan.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot::noise {
namespace {

TEST(Allan, AgreesWithAllantools) {
  // AllanTools 2024.6, oadev(x, rate=10, data_type="freq").
  std::vector<double> samples;
  for (int i = 0; i < 200; ++i) samples.push_back(((i * 7919) % 104729) / 104729.0);
  const double golden[6][2] = {{1, 0.18667520729550716},  {2, 0.2085444901864593},
                               {5, 0.23921735808837244},  {10, 0.0794098511306769},
                               {20, 0.07215286531763832}, {50, 0.015234041049504128}};
  const std::vector<AllanPoint> points = AllanDeviation(samples, 10.0);
  ASSERT_EQ(points.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_DOUBLE_EQ(points[i].tau, golden[i][0] / 10.0);
    EXPECT_NEAR(points[i].deviation, golden[i][1], 1e-13);
    const AllanPoint alone =
        AllanDeviationAt(samples, 10.0, static_cast<std::size_t>(golden[i][0]));
    EXPECT_EQ(alone.deviation, points[i].deviation);
  }
}

TEST(Allan, WhiteNoiseFallsWithTheSquareRoot) {
  RandomStream stream(1, "allan");
  std::vector<double> samples(200000);
  for (double& sample : samples) sample = 3.0 * stream.Normal();
  for (const AllanPoint& point : AllanDeviation(samples, 100.0)) {
    if (point.error > 0.1) continue;
    EXPECT_NEAR(point.deviation, 0.3 / std::sqrt(point.tau),
                4.0 * point.error * 0.3 / std::sqrt(point.tau))
        << point.tau;
  }
}

TEST(Allan, ARampGivesItsSlope) {
  std::vector<double> samples;
  for (int i = 0; i < 1000; ++i) samples.push_back(100.0 + 0.02 * i);  // 2 per second at 100 Hz
  EXPECT_NEAR(AllanDeviationAt(samples, 100.0, 50).deviation, 2.0 * 0.5 / std::sqrt(2.0), 1e-9);
}

TEST(Allan, FewSamplesGiveNothing) {
  EXPECT_TRUE(AllanDeviation({1, 2, 3}, 1.0).empty());
  EXPECT_EQ(AllanDeviationAt({}, 1.0, 1).deviation, 0.0);
  EXPECT_EQ(AllanDeviationAt({1, 2, 3}, 1.0, 2).deviation, 0.0);
  EXPECT_EQ(AllanDeviationAt({1, 2, 3}, 1.0, 0).deviation, 0.0);
}

}  // namespace
}  // namespace surefoot::noise
