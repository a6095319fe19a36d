#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/autonomy/estimate/discrete_bayes.h"
#include "surefoot/base/random.h"

namespace surefoot::estimate {
namespace {

using noise::Curve;

noise::RangeModel Ultrasonic() {
  noise::RangeModel model;
  model.mean.distance = Curve::Linear(0.7626, 0.9582);
  model.stddev.distance = Curve::Linear(0.4878, 0.0093);
  model.distance_unit = 0.01;
  model.reading_unit = 0.01;
  return model;
}

/// Bayes' rule for all readings together, without logarithms, for a robot that approaches.
TEST(RangeBelief, IsBayesRuleWithTheSensorsModel) {
  noise::RangeModel model = Ultrasonic();
  model.outliers = 0.05;
  model.outlier_low = 0.0;
  model.outlier_high = 100.0;
  RangeBelief belief(model);
  ASSERT_EQ(belief.cells().size(), 591);
  EXPECT_NEAR(belief.cells().CenterOf(590), 0.60, 1e-12);
  RandomStream random(1, "readings");
  std::vector<long double> product(591, 1.0L);
  const auto density = [](double reading, long double cm) {
    const long double sd = 0.4878L + 0.0093L * cm;
    const long double z = (reading - (0.7626L + 0.9582L * cm)) / sd;
    return 0.95L * std::exp(-0.5L * z * z) / (sd * std::sqrt(2.0L * 3.14159265358979323846L)) +
           0.05L / 100.0L;
  };
  for (int k = 0; k < 6; ++k) {
    if (k == 3) {
      // Closer by exactly 20 cells: belief that would leave the grid stays in the first cell.
      belief.Predict(0.02, 0.0);
      for (std::size_t i = 0; i < 20; ++i) product[20] += product[i];
      for (std::size_t i = 0; i + 20 < product.size(); ++i) product[i] = product[i + 20];
      for (std::size_t i = product.size() - 20; i < product.size(); ++i) product[i] = 0.0L;
    }
    const double cm = k < 3 ? 20.0 : 18.0;
    const double reading = k == 1 ? 70.0 : 0.7626 + 0.9582 * cm + 0.67 * random.Normal();
    ASSERT_TRUE(belief.Update(reading));
    for (std::size_t i = 0; i < product.size(); ++i) {
      product[i] *= density(reading, 1.0L + 0.1L * static_cast<long double>(i));
    }
  }
  long double sum = 0.0L;
  for (const long double value : product) sum += value;
  const std::vector<double> found = belief.cells().Probabilities();
  for (std::size_t i = 0; i < product.size(); ++i) {
    EXPECT_NEAR(found[i], static_cast<double>(product[i] / sum), 1e-10) << i;
  }
  EXPECT_NEAR(belief.MostProbable(), 0.18, 0.01);
}

/// The interval contains the truth with its nominal probability.
TEST(RangeBelief, IntervalsAreCalibrated) {
  const noise::RangeModel model = Ultrasonic();
  RandomStream random(2, "trials");
  int held = 0;
  constexpr int kTrials = 1000;
  for (int trial = 0; trial < kTrials; ++trial) {
    // The truth is drawn from the prior, away from the ends.
    const double truth = random.Uniform(0.05, 0.5);
    RangeBelief belief(model);
    for (int i = 0; i < 10; ++i) belief.Update(model.Draw({truth, 0.0, 0.0}, &random));
    const DiscreteBayes::Interval interval = belief.CentralInterval(0.9);
    held += interval.low <= truth && truth <= interval.high ? 1 : 0;
  }
  // Cells of 1 mm with a deviation of 2 mm make the interval slightly too wide.
  EXPECT_GT(held, 0.88 * kTrials);
  EXPECT_LT(held, 0.97 * kTrials);
}

TEST(RangeBelief, GridAndLostSamples) {
  noise::RangeModel model = Ultrasonic();
  RangeBelief belief(model, {0.5, 0.25, 4});
  EXPECT_EQ(belief.cells().size(), 4);
  EXPECT_FALSE(belief.UpdateLost()) << "it never loses one";
  EXPECT_FALSE(belief.Update(std::nan("")));
  model.dropout.distance = Curve::Piecewise({{50.0, 0.0}, {125.0, 0.6}});
  RangeBelief losing(model, {0.5, 0.25, 4});
  EXPECT_TRUE(losing.UpdateLost());
  // Shares 0, 0.2, 0.4, 0.6 of lost readings.
  const std::vector<double> p = losing.cells().Probabilities();
  EXPECT_NEAR(p[0], 0.0, 1e-12);
  EXPECT_NEAR(p[1], 0.2 / 1.2, 1e-12);
  EXPECT_NEAR(p[3], 0.5, 1e-12);
}

}  // namespace
}  // namespace surefoot::estimate
