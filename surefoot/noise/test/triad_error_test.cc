#include "surefoot/noise/triad_error.h"

#include <gtest/gtest.h>

#include "surefoot/noise/test/statistics.h"
#include "surefoot/noise/triad_error.h"

namespace surefoot::noise {
namespace {

TEST(Distortion, QuantisesToTheNearestStepAndSaturates) {
  EXPECT_DOUBLE_EQ(Quantised(0.26, 0.1), 0.3);
  EXPECT_DOUBLE_EQ(Quantised(-0.26, 0.1), -0.3);
  EXPECT_EQ(Quantised(0.26, 0.0), 0.26);
  EXPECT_EQ(Saturated(7.0, 5.0), 5.0);
  EXPECT_EQ(Saturated(-7.0, 5.0), -5.0);
  EXPECT_EQ(Saturated(-7.0, 0.0), -7.0);
  EXPECT_DOUBLE_EQ(WhiteStddev(0.03, 100.0), 0.3);
}

TEST(TriadError, NoneChangesNothingAndDrawsNothing) {
  RandomStream stream(1, "triad");
  const RandomStream::State before = stream.state();
  TriadError error(TriadErrorSpec{}, &stream);
  const Vector3d value(0.1, -9.81, 1e9);
  EXPECT_EQ(error.Apply(value, 0.01, &stream), value);
  EXPECT_EQ(stream.state(), before);
}

TEST(TriadError, MixesScalesShiftsRoundsAndLimits) {
  TriadErrorSpec spec;
  spec.matrix << 1.1, 0.0, 0.0, 0.02, 1.0, 0.0, 0.0, 0.0, 0.9;
  spec.bias[2].constant = 0.5;
  spec.range = 3.0;
  spec.resolution = 0.25;
  RandomStream stream(1, "triad");
  TriadError error(spec, &stream);
  const Vector3d out = error.Apply(Vector3d(2.0, 1.0, -9.0), 0.01, &stream);
  EXPECT_DOUBLE_EQ(out.x(), 2.25);  // 2.2
  EXPECT_DOUBLE_EQ(out.y(), 1.0);   // 1.04
  EXPECT_DOUBLE_EQ(out.z(), -3.0);  // -7.6
}

TEST(TriadError, WhiteNoiseHasItsDensityAtAnyRate) {
  TriadErrorSpec spec;
  spec.noise_density = Vector3d(0.01, 0.02, 0.0);
  for (const double rate : {50.0, 400.0}) {
    RandomStream stream(1, "triad");
    TriadError error(spec, &stream);
    std::vector<double> x, y;
    for (int i = 0; i < 20000; ++i) {
      const Vector3d out = error.Apply(Vector3d::Zero(), 1.0 / rate, &stream);
      x.push_back(out.x());
      y.push_back(out.y());
      EXPECT_EQ(out.z(), 0.0);
    }
    // Four standard errors: 2 % of 20000 samples.
    EXPECT_NEAR(test::Stddev(x) / std::sqrt(SampleVariance(spec, 0, rate)), 1.0, 0.02);
    EXPECT_NEAR(test::Stddev(y) / (0.02 * std::sqrt(rate)), 1.0, 0.02);
    EXPECT_NEAR(test::Correlation(x, 1), 0.0, 0.03);
  }
}

TEST(TriadError, DrawsScaleAndMisalignmentOnce) {
  TriadErrorSpec spec;
  spec.scale_stddev = 0.05;
  spec.misalignment_stddev = 0.001;
  std::vector<double> scale, skew;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    RandomStream stream(seed, "triad");
    TriadError error(spec, &stream);
    const Vector3d out = error.Apply(Vector3d(10.0, 0.0, 0.0), 0.01, &stream);
    EXPECT_EQ(out, error.Apply(Vector3d(10.0, 0.0, 0.0), 0.01, &stream));
    scale.push_back(out.x() / 10.0);
    skew.push_back(out.y() / 10.0);
  }
  EXPECT_NEAR(test::Mean(scale), 1.0, 4.0 * 0.05 / std::sqrt(4000.0));
  EXPECT_NEAR(test::Stddev(scale), 0.05, 4.0 * 0.05 / std::sqrt(8000.0));
  EXPECT_NEAR(test::Stddev(skew), 0.001, 4.0 * 0.001 / std::sqrt(8000.0));
}

TEST(TriadError, ContinuesBitForBit) {
  TriadErrorSpec spec;
  spec.noise_density.setConstant(0.1);
  spec.bias[0] = BiasSpec{0.1, 0.2, 0.3, 0.4, 0.0};
  spec.sample_noise[1].bias_mean = 0.3;
  spec.sample_noise[1].stddev = 0.3;
  spec.scale_stddev = 0.1;
  for (const double bandwidth : {0.0, 30.0}) {
    spec.filter = LowPassSpec{bandwidth, 2};
    RandomStream stream(1, "triad");
    TriadError error(spec, &stream);
    for (int i = 0; i < 5; ++i) error.Apply(Vector3d(1, 2, 3), 0.01, &stream);
    const Bytes bytes = SavedState(&error);
    RandomStream other(77, "triad");
    TriadError again(spec, &other);
    ASSERT_TRUE(RestoreState(bytes, &again));
    other.set_state(stream.state());
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(error.Apply(Vector3d(1, 2, 3), 0.01, &stream),
                again.Apply(Vector3d(1, 2, 3), 0.01, &other));
    }
    EXPECT_FALSE(RestoreState(Bytes(bytes.begin(), bytes.end() - 1), &again));
  }
}

}  // namespace
}  // namespace surefoot::noise
