#include "surefoot/noise/low_pass.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/noise/test/statistics.h"

namespace surefoot::noise {
namespace {

constexpr double kPi = 3.14159265358979323846;

TEST(LowPass, StepResponseIsTheClosedFormForAnySteps) {
  const double w = 2.0 * kPi * 5.0;
  for (const int order : {1, 2}) {
    LowPass filter(LowPassSpec{5.0, order});
    filter.Step(Vector3d::Zero(), 0.001);
    double t = 0.0;
    for (const double dt : {0.001, 0.02, 0.003, 0.1, 0.0005}) {
      filter.Step(Vector3d(1.0, 2.0, -1.0), dt);
      t += dt;
      const double s = w / std::sqrt(2.0);
      const double ideal = order == 1
                               ? 1.0 - std::exp(-w * t)
                               : 1.0 - std::exp(-s * t) * (std::cos(s * t) + std::sin(s * t));
      EXPECT_NEAR(filter.output().x(), ideal, 1e-12);
      EXPECT_NEAR(filter.output().y(), 2.0 * ideal, 1e-12);
      EXPECT_NEAR(filter.output().z(), -ideal, 1e-12);
    }
  }
}

TEST(LowPass, HalvesThePowerAtItsBandwidth) {
  for (const int order : {1, 2}) {
    LowPass filter(LowPassSpec{10.0, order});
    const double dt = 1e-5;
    double max = 0.0;
    for (int i = 0; i < 100000; ++i) {
      filter.Step(Vector3d(std::sin(2.0 * kPi * 10.0 * i * dt), 0.0, 0.0), dt);
      if (i > 50000) max = std::max(max, std::abs(filter.output().x()));
    }
    EXPECT_NEAR(max, std::sqrt(0.5), 1e-4) << order;
  }
}

TEST(LowPass, StartsInBalanceAndWithoutBandwidthFollows) {
  LowPass filter(LowPassSpec{1.0, 2});
  filter.Step(Vector3d(0.0, 0.0, 9.81), 0.001);
  for (int i = 0; i < 100; ++i) filter.Step(Vector3d(0.0, 0.0, 9.81), 0.001);
  EXPECT_EQ(filter.output(), Vector3d(0.0, 0.0, 9.81));
  LowPass none(LowPassSpec{});
  none.Step(Vector3d(1, 2, 3), 0.001);
  none.Step(Vector3d(4, 5, 6), 0.001);
  EXPECT_EQ(none.output(), Vector3d(4, 5, 6));
}

TEST(FilteredNoise, HasTheSpreadAndMemoryOfFilteredWhiteNoise) {
  for (const int order : {1, 2}) {
    const LowPassSpec spec{20.0, order};
    const double density = 0.3;
    // The sampled noise, at 100 Hz.
    RandomStream stream(3, "filtered");
    FilteredNoise noise(spec, Vector3d(density, 0.0, 0.0), &stream);
    std::vector<double> sampled(40000);
    for (double& value : sampled) value = noise.Step(0.01, &stream).x();
    // White noise at 5 kHz, run through the filter.
    RandomStream fine(4, "white");
    LowPass filter(spec);
    std::vector<double> filtered(40000);
    for (double& value : filtered) {
      for (int i = 0; i < 50; ++i) {
        filter.Step(Vector3d(density * std::sqrt(5000.0) * fine.Normal(), 0.0, 0.0), 2e-4);
      }
      value = filter.output().x();
    }
    // Closed form: pi f and pi f / sqrt(2) times the squared density.
    const double ideal = density * density * kPi * 20.0 / (order == 1 ? 1.0 : std::sqrt(2.0));
    EXPECT_NEAR(NoiseGain(spec) * density, std::sqrt(ideal), 1e-12);
    // Relative standard deviation of a variance from 40000 samples, some 20000 of them independent:
    // 1 %.
    EXPECT_NEAR(test::Variance(sampled) / ideal, 1.0, 0.04);
    EXPECT_NEAR(test::Variance(filtered) / ideal, 1.0, 0.04);
    for (std::size_t lag = 1; lag < 4; ++lag) {
      EXPECT_NEAR(test::Correlation(sampled, lag), test::Correlation(filtered, lag), 0.03)
          << order << " " << lag;
    }
  }
}

TEST(FilteredNoise, ContinuesBitForBit) {
  RandomStream stream(3, "filtered");
  FilteredNoise noise(LowPassSpec{20.0, 2}, Vector3d(1, 2, 3), &stream);
  noise.Step(0.01, &stream);
  const Bytes bytes = SavedState(&noise);
  RandomStream other(9, "other");
  FilteredNoise again(LowPassSpec{20.0, 2}, Vector3d(1, 2, 3), &other);
  ASSERT_TRUE(RestoreState(bytes, &again));
  other.set_state(stream.state());
  for (int i = 0; i < 5; ++i) EXPECT_EQ(noise.Step(0.01, &stream), again.Step(0.01, &other));
  EXPECT_FALSE(RestoreState(Bytes(bytes.begin(), bytes.end() - 1), &again));
}

}  // namespace
}  // namespace surefoot::noise
