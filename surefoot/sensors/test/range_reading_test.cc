#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "surefoot/sensors/range/range_finder_spec.h"

namespace surefoot::sensors {
namespace {

struct Errors {
  double max = 0.0;
  double variance = 0.0;
  double received = 0.0;
};

Errors Draw(const RangeFinderSpec& spec, double distance) {
  RandomStream stream(1, "ir");
  Errors errors;
  constexpr int kCount = 40000;
  for (int i = 0; i < kCount; ++i) {
    const RangeReading reading = DrawReading(spec, noise::Sighting{distance, 0.0, 0.0}, &stream);
    const double error = reading.range - distance;
    errors.max = std::max(errors.max, std::abs(error));
    errors.variance += error * error / kCount;
    errors.received = reading.variance;
  }
  return errors;
}

TEST(RangeReading, ABoundThatGrowsWithTheDistanceHoldsEverywhere) {
  RangeFinderSpec spec;
  spec.bound = noise::Curve::Linear(0.002, 0.03);
  for (const double distance : {0.1, 0.5, 1.5}) {
    const double bound = 0.002 + 0.03 * distance;
    const Errors errors = Draw(spec, distance);
    EXPECT_LE(errors.max, bound + 1e-12);
    EXPECT_GT(errors.max, 0.99 * bound);
    // A uniform distribution.
    EXPECT_NEAR(errors.variance / (bound * bound / 3.0), 1.0, 0.02);
    EXPECT_NEAR(errors.received, bound * bound / 3.0, 1e-12);
  }
}

TEST(RangeReading, ABoundCutsTheBell) {
  for (const double bound : {0.005, 0.01, 0.02, 0.05}) {
    RangeFinderSpec spec;
    spec.stddev = noise::Curve::Constant(0.01);
    spec.bound = noise::Curve::Constant(bound);
    const Errors errors = Draw(spec, 1.0);
    EXPECT_LE(errors.max, bound + 1e-12);
    EXPECT_NEAR(errors.variance / errors.received, 1.0, 0.03) << bound;
    EXPECT_LE(errors.received, 0.01 * 0.01);
  }
}

TEST(RangeReading, WithoutABoundErrorsAreAsTheyWere) {
  RangeFinderSpec spec;
  spec.stddev = noise::Curve::Constant(0.01);
  const Errors errors = Draw(spec, 1.0);
  EXPECT_GT(errors.max, 0.03);
  EXPECT_NEAR(errors.variance / 1e-4, 1.0, 0.03);
}

}  // namespace
}  // namespace surefoot::sensors
