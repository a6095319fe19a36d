#include "surefoot/evaluation/run/output/spread.h"

#include <gtest/gtest.h>

#include <cmath>

namespace surefoot::experiment {
namespace {

TEST(Spread, HasMedianAndBands) {
  Spread spread;
  std::vector<double> values;
  for (int i = 0; i <= 100; ++i) values.push_back(i);
  spread.Add(1.0, values);
  spread.Add(2.0, {5.0, NAN, 7.0, 6.0});
  spread.Add(3.0, {NAN});
  report::LinePlot plot;
  spread.Draw("x", report::Tone::kSecond, &plot);
  ASSERT_EQ(plot.lines.size(), 1u);
  EXPECT_EQ(plot.lines[0].x, (std::vector<double>{1.0, 2.0}));
  EXPECT_EQ(plot.lines[0].y, (std::vector<double>{50.0, 6.0}));
  ASSERT_EQ(plot.bands.size(), 2u);
  EXPECT_NEAR(plot.bands[0].low[0], 5.0, 1e-9);
  EXPECT_NEAR(plot.bands[0].high[0], 95.0, 1e-9);
  EXPECT_NEAR(plot.bands[1].low[0], 25.0, 1e-9);
  EXPECT_NEAR(plot.bands[1].high[0], 75.0, 1e-9);
}

TEST(Spread, FewValuesHaveNoBands) {
  Spread spread;
  spread.Add(1.0, {2.0, 4.0});
  report::LinePlot plot;
  spread.Draw("x", report::Tone::kFirst, &plot);
  EXPECT_TRUE(plot.bands.empty());
  EXPECT_EQ(plot.lines[0].y[0], 3.0);
}

TEST(Spread, CurvesAreResampled) {
  const std::vector<double> values =
      Resampled({0.0, 1.0, 3.0}, {0.0, 10.0, 30.0}, {-1.0, 0.0, 0.5, 2.0, 3.0, 4.0});
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_EQ(values[1], 0.0);
  EXPECT_EQ(values[2], 5.0);
  EXPECT_EQ(values[3], 20.0);
  EXPECT_EQ(values[4], 30.0);
  EXPECT_TRUE(std::isnan(values[5]));
}

}  // namespace
}  // namespace surefoot::experiment
