#include "surefoot/noise/curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/noise/range_model.h"

namespace surefoot::noise {
namespace {

TEST(Curve, HasTheFormItIsMadeFor) {
  EXPECT_TRUE(Curve().IsZero());
  EXPECT_EQ(Curve().At(3.0), 0.0);
  EXPECT_EQ(Curve::Constant(2.0).At(-7.0), 2.0);
  EXPECT_DOUBLE_EQ(Curve::Linear(1.0, 0.5).At(3.0), 2.5);
  EXPECT_DOUBLE_EQ(Curve::Power(1.0, 2.0, 1.5).At(4.0), 17.0);
  EXPECT_DOUBLE_EQ(Curve::Power(1.0, 2.0, 1.5).At(-4.0), 1.0);
  EXPECT_DOUBLE_EQ(Curve::Exponential(1.0, 2.0, -0.5).At(2.0), 1.0 + 2.0 * std::exp(-1.0));
}

TEST(Curve, GoesStraightFromPointToPoint) {
  const Curve curve = Curve::Piecewise({{1.0, 10.0}, {2.0, 20.0}, {4.0, 0.0}});
  EXPECT_EQ(curve.At(0.0), 10.0);
  EXPECT_EQ(curve.At(1.0), 10.0);
  EXPECT_DOUBLE_EQ(curve.At(1.5), 15.0);
  EXPECT_DOUBLE_EQ(curve.At(3.0), 10.0);
  EXPECT_EQ(curve.At(4.0), 0.0);
  EXPECT_EQ(curve.At(5.0), 0.0);
}

TEST(Curve, StaysFinite) {
  EXPECT_TRUE(std::isfinite(Curve::Exponential(0.0, 1e10, 1e10).At(1e10)));
  EXPECT_TRUE(std::isfinite(Curve::Power(0.0, 1e10, -3.0).At(0.0)));
  EXPECT_TRUE(std::isfinite(Curve::Linear(1e308, 1e308).At(1e10)));
}

TEST(Outliers, ComeAsOftenAsAsked) {
  const OutlierSpec spec{0.1, 0.05, 2.0, 4.0};
  RandomStream stream(1, "outliers");
  int dropouts = 0, outliers = 0;
  const int count = 100000;
  for (int i = 0; i < count; ++i) {
    const SampleFate fate = DrawFate(spec, &stream);
    dropouts += fate == SampleFate::kDropout ? 1 : 0;
    if (fate != SampleFate::kOutlier) continue;
    ++outliers;
    const double value = DrawOutlier(spec, &stream);
    EXPECT_GE(value, 2.0);
    EXPECT_LT(value, 4.0);
  }
  // Four standard errors.
  EXPECT_NEAR(dropouts, 0.1 * count, 4.0 * std::sqrt(0.1 * 0.9 * count));
  EXPECT_NEAR(outliers, 0.05 * count, 4.0 * std::sqrt(0.05 * 0.95 * count));
  EXPECT_EQ(DrawFate(OutlierSpec{}, &stream), SampleFate::kGood);
}

}  // namespace
}  // namespace surefoot::noise
