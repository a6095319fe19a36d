#include "surefoot/noise/scalar_noise.h"

#include <gtest/gtest.h>

#include "surefoot/noise/test/statistics.h"

namespace surefoot::noise {
namespace {

TEST(ScalarNoise, NoneChangesNothing) {
  RandomStream stream(1, "scalar");
  ScalarNoise noise(ScalarNoiseSpec{}, &stream);
  EXPECT_EQ(noise.Apply(0.1, 0.01, &stream), 0.1);
  EXPECT_TRUE(ScalarNoiseSpec{}.IsNone());
}

TEST(ScalarNoise, HasItsMeanAndSpread) {
  ScalarNoiseSpec spec;
  spec.mean = 0.5;
  spec.stddev = 2.0;
  RandomStream stream(1, "scalar");
  ScalarNoise noise(spec, &stream);
  std::vector<double> values(20000);
  for (double& value : values) value = noise.Apply(10.0, 0.01, &stream);
  EXPECT_NEAR(test::Mean(values), 10.5, 4.0 * 2.0 / std::sqrt(20000.0));
  EXPECT_NEAR(test::Stddev(values), 2.0, 4.0 * 2.0 / std::sqrt(40000.0));
}

TEST(ScalarNoise, StartingBiasHasARandomSign) {
  ScalarNoiseSpec spec;
  spec.bias_mean = 3.0;
  spec.bias_stddev = 0.1;
  int positive = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    RandomStream stream(seed, "scalar");
    ScalarNoise noise(spec, &stream);
    EXPECT_NEAR(std::abs(noise.bias()), 3.0, 0.6);
    positive += noise.bias() > 0.0 ? 1 : 0;
  }
  EXPECT_NEAR(positive, 500, 4.0 * std::sqrt(250.0));
}

TEST(ScalarNoise, DynamicBiasForgetsInItsTime) {
  ScalarNoiseSpec spec;
  spec.dynamic_bias_stddev = 0.7;
  spec.dynamic_bias_correlation_time = 2.0;
  RandomStream stream(1, "scalar");
  ScalarNoise noise(spec, &stream);
  std::vector<double> values(100000);
  for (double& value : values) value = noise.Apply(0.0, 0.5, &stream);
  EXPECT_NEAR(test::Stddev(values), 0.7, 0.02);
  EXPECT_NEAR(test::Correlation(values, 4), std::exp(-1.0), 0.03);
}

TEST(ScalarNoise, DynamicBiasBeginsWithTheDrawnOne) {
  ScalarNoiseSpec spec;
  spec.bias_stddev = 0.7;
  spec.dynamic_bias_stddev = 0.7;
  spec.dynamic_bias_correlation_time = 600.0;
  std::vector<double> first;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    RandomStream stream(seed, "scalar");
    ScalarNoise noise(spec, &stream);
    first.push_back(noise.Apply(0.0, 0.1, &stream));
  }
  EXPECT_NEAR(test::Stddev(first), 0.7, 4.0 * 0.7 / std::sqrt(8000.0));
  EXPECT_NEAR(spec.Variance(), 0.49, 1e-15);
  spec = ScalarNoiseSpec{};
  spec.bias_mean = 5.0;
  spec.dynamic_bias_stddev = 1e-9;
  spec.dynamic_bias_correlation_time = 2.0;
  RandomStream stream(1, "scalar");
  ScalarNoise noise(spec, &stream);
  EXPECT_NEAR(std::abs(noise.Apply(0.0, 2.0, &stream)), 5.0 * std::exp(-1.0), 1e-7);
}

TEST(ScalarNoise, RoundsToItsPrecision) {
  ScalarNoiseSpec spec;
  spec.precision = 0.25;
  RandomStream stream(1, "scalar");
  ScalarNoise noise(spec, &stream);
  EXPECT_EQ(noise.Apply(1.13, 0.01, &stream), 1.25);
}

}  // namespace
}  // namespace surefoot::noise
