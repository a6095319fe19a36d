#include <gtest/gtest.h>

#include "surefoot/noise/test/allan.h"
#include "surefoot/noise/test/statistics.h"
#include "surefoot/noise/triad_error.h"

namespace surefoot::noise {
namespace {

std::vector<double> Record(const BiasSpec& spec, double dt, int count, std::uint64_t seed = 1) {
  RandomStream stream(seed, "bias");
  Bias bias(spec, &stream);
  std::vector<double> values(static_cast<std::size_t>(count));
  for (double& value : values) value = bias.Step(dt, &stream);
  return values;
}

TEST(Bias, NoneIsNone) {
  RandomStream stream(1, "bias");
  const RandomStream::State before = stream.state();
  Bias bias(BiasSpec{}, &stream);
  EXPECT_EQ(bias.Step(0.01, &stream), 0.0);
  EXPECT_EQ(stream.state(), before);
}

TEST(Bias, TurnOnIsDrawnOncePerStart) {
  BiasSpec spec;
  spec.constant = 5.0;
  spec.turn_on_stddev = 0.5;
  std::vector<double> starts;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const std::vector<double> run = Record(spec, 0.01, 3, seed);
    EXPECT_EQ(run[0], run[2]);
    starts.push_back(run[0]);
  }
  // Four standard errors of 4000 draws.
  EXPECT_NEAR(test::Mean(starts), 5.0, 4.0 * 0.5 / std::sqrt(4000.0));
  EXPECT_NEAR(test::Stddev(starts), 0.5, 4.0 * 0.5 / std::sqrt(8000.0));
  EXPECT_DOUBLE_EQ(BiasStddev(spec), 0.5);
}

TEST(Bias, RandomWalkSpreadsWithTheRootOfTime) {
  BiasSpec spec;
  spec.random_walk = 0.2;
  std::vector<double> ends;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    ends.push_back(Record(spec, 0.25, 36, seed).back());
  }
  EXPECT_NEAR(test::Stddev(ends), 0.2 * std::sqrt(9.0), 4.0 * 0.6 / std::sqrt(8000.0));
  // Allan deviation K sqrt(tau / 3).
  const std::vector<double> values = Record(spec, 0.1, 400000);
  for (const std::size_t count : {100u, 1000u}) {
    const AllanPoint point = AllanDeviationAt(values, 10.0, count);
    const double ideal = 0.2 * std::sqrt(point.tau / 3.0);
    EXPECT_NEAR(point.deviation, ideal, 4.0 * point.error * ideal) << point.tau;
  }
}

TEST(Bias, FlickerFloorIsLevelInTheory) {
  // The processes of triad_error.cc: correlation times 1, 4, ... 4096 s of equal spread.
  for (double tau = 4.0; tau < 1800.0; tau *= 1.3) {
    double variance = 0.0;
    for (double time = 1.0; time < 5000.0; time *= 4.0) {
      variance += test::MarkovAllanVariance(tau, time);
    }
    const bool inner = tau > 12.0 && tau < 400.0;
    EXPECT_NEAR(std::sqrt(variance), 1.0, inner ? 0.03 : 0.1) << tau;
  }
}

TEST(Bias, FlickerFloorIsWhatWasAskedFor) {
  BiasSpec spec;
  spec.instability = 0.02;
  const std::vector<double> values = Record(spec, 0.5, 400000);  // 2.3 days
  for (const std::size_t count : {20u, 100u, 400u}) {
    const AllanPoint point = AllanDeviationAt(values, 2.0, count);
    // Flicker noise has fewer independent pieces than white noise: 6 instead of 4 errors.
    EXPECT_NEAR(point.deviation, 0.02, 0.02 * (0.03 + 6.0 * point.error)) << point.tau;
  }
}

TEST(Bias, OneProcessPeaksAtTheFloor) {
  BiasSpec spec;
  spec.instability = 0.1;
  spec.instability_time = 20.0;
  const std::vector<double> values = Record(spec, 0.5, 400000);
  const double stddev = BiasStddev(spec);
  EXPECT_NEAR(test::Stddev(values), stddev, 0.05 * stddev);
  for (const std::size_t count : {10u, 76u, 400u}) {
    const AllanPoint point = AllanDeviationAt(values, 2.0, count);
    const double ideal = stddev * std::sqrt(test::MarkovAllanVariance(point.tau, 20.0));
    EXPECT_NEAR(point.deviation, ideal, ideal * 5.0 * point.error) << point.tau;
    EXPECT_LE(ideal, 0.1 * 1.0001);
  }
}

TEST(Bias, ContinuesBitForBit) {
  BiasSpec spec{0.1, 0.2, 0.3, 0.4, 0.0};
  RandomStream stream(1, "bias");
  Bias bias(spec, &stream);
  for (int i = 0; i < 10; ++i) bias.Step(0.01, &stream);
  const Bytes bytes = SavedState(&bias);
  RandomStream other(2, "bias");
  Bias again(spec, &other);
  ASSERT_TRUE(RestoreState(bytes, &again));
  other.set_state(stream.state());
  for (int i = 0; i < 10; ++i) EXPECT_EQ(bias.Step(0.01, &stream), again.Step(0.01, &other));
}

}  // namespace
}  // namespace surefoot::noise
