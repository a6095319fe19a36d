#include "surefoot/noise/range_model.h"

#include <gtest/gtest.h>

#include <cmath>

namespace surefoot::noise {
namespace {

/// The infrared sensor of the low-cost robots: cm, degrees, counts.
RangeModel Infrared() {
  RangeModel model;
  model.mean.distance = Curve::Power(0.0, 14001.0, -1.005);
  model.mean.incidence = Curve::Linear(0.0, 0.001);
  model.stddev.distance = Curve::Exponential(0.0, 3.78, 0.157);
  model.distance_unit = 0.01;
  model.angle_unit = 3.14159265358979323846 / 180.0;
  model.reading_unit = 0.0;
  model.from = 0.01;
  model.to = 0.21;
  return model;
}

TEST(RangeModel, IsInTheUnitsOfItsCurves) {
  const RangeModel model = Infrared();
  for (const double cm : {1.0, 7.5, 20.0}) {
    EXPECT_NEAR(model.Mean({0.01 * cm, 0.0, 0.0}), 14001.0 * std::pow(cm, -1.005), 1e-9);
    EXPECT_NEAR(model.Mean({0.01 * cm, -0.5, 0.0}),
                14001.0 * std::pow(cm, -1.005) + 0.001 * 0.5 * 180.0 / 3.14159265358979, 1e-9);
    EXPECT_NEAR(model.Stddev({0.01 * cm, 0.0, 0.0}), 3.78 * std::exp(0.157 * cm), 1e-9);
  }
  EXPECT_EQ(model.Stddev({0.4, 0.0, 0.0}), model.Stddev({0.21, 0.0, 0.0}));
}

TEST(RangeModel, AnglesAddToMeanSpreadAndLoss) {
  RangeModel model;
  model.mean.distance = Curve::Linear(0.0, 1.0);
  model.mean.offset = Curve::Linear(0.0, 0.1);
  model.stddev.distance = Curve::Constant(0.01);
  model.stddev.incidence = Curve::Linear(0.0, 0.02);
  model.dropout.incidence = Curve::Piecewise({{0.5, 0.0}, {1.0, 2.0}});
  EXPECT_NEAR(model.Mean({2.0, 0.3, 0.2}), 2.02, 1e-12);
  EXPECT_NEAR(model.Stddev({2.0, -0.3, 0.2}), 0.016, 1e-12);
  EXPECT_NEAR(model.Dropout({2.0, 0.6, 0.0}), 0.4, 1e-12);
  EXPECT_EQ(model.Dropout({2.0, 0.9, 0.0}), 1.0);
}

TEST(RangeModel, ReportsTheDistanceOfAReading) {
  const RangeModel model = Infrared();
  EXPECT_TRUE(model.IsMonotone(0.005, 0.6));
  for (const double d : {0.01, 0.1, 0.55}) {
    EXPECT_NEAR(model.DistanceOf(model.Mean({d, 0.0, 0.0}), 0.005, 0.6), d, 1e-9);
  }
  EXPECT_NEAR(model.DistanceOf(-50.0, 0.005, 0.6), 0.6, 1e-9);
  EXPECT_NEAR(model.DistanceOf(1e6, 0.005, 0.6), 0.005, 1e-9);
  RangeModel bump = model;
  bump.mean.distance = Curve::Piecewise({{1.0, 1.0}, {3.0, 9.0}, {30.0, 2.0}});
  EXPECT_FALSE(bump.IsMonotone(0.01, 0.3));
  EXPECT_TRUE(bump.IsMonotone(0.03, 0.3));
}

/// The density of drawn readings is the likelihood, compared by shares in cells.
TEST(RangeModel, LikelihoodIsTheDensityOfTheDraws) {
  RangeModel model;
  model.mean.distance = Curve::Linear(0.1, 0.9);
  model.stddev.distance = Curve::Linear(0.05, 0.02);
  model.outliers = 0.2;
  model.outlier_low = 0.0;
  model.outlier_high = 4.0;
  const Sighting at{1.5, 0.0, 0.0};
  constexpr int kCells = 40, kDraws = 40000;
  std::vector<int> counts(kCells, 0);
  RandomStream stream(3, "draws");
  int outside = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double reading = model.Draw(at, &stream);
    const int cell = static_cast<int>(std::floor(reading * 10.0));
    if (cell < 0 || cell >= kCells) {
      ++outside;
    } else {
      ++counts[static_cast<std::size_t>(cell)];
    }
  }
  double chi_square = 0.0;
  double total = 0.0;
  for (int cell = 0; cell < kCells; ++cell) {
    double share = 0.0;  // by Simpson's rule
    for (int i = 0; i <= 100; ++i) {
      const double weight = i == 0 || i == 100 ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
      share += weight * std::exp(model.LogLikelihood(0.1 * cell + 0.001 * i, at)) * 0.001 / 3.0;
    }
    const double expected = share * kDraws;
    const double miss = counts[static_cast<std::size_t>(cell)] - expected;
    chi_square += miss * miss / expected;
    total += share;
  }
  EXPECT_NEAR(total, 1.0, 1e-3);
  EXPECT_EQ(outside, 0);
  EXPECT_LT(chi_square, 72.1);  // 39 degrees of freedom, 99.9 %
}

}  // namespace
}  // namespace surefoot::noise
