#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/belief/belief_run.h"
#include "surefoot/evaluation/studies/test/study_fixture.h"

namespace surefoot::studies {
namespace {

using ::testing::HasSubstr;

TEST(SensorBelief, SettingsAreChecked) {
  const auto text_of = [](const std::string& yaml) {
    return StudyFixture("kind: sensor_belief\n" + yaml).Check(SensorBelief());
  };
  EXPECT_EQ(text_of("trials: 5"), "");
  EXPECT_THAT(text_of("trails: 5"), HasSubstr("study.yaml:2"));
  EXPECT_THAT(text_of("trials: 1"), HasSubstr("study.yaml:2"));
  EXPECT_THAT(text_of("sensors: []"), HasSubstr("no sensor"));
  EXPECT_THAT(text_of("distances: {from: 5, to: 2}"), HasSubstr("5 to 2"));
  EXPECT_THAT(text_of("grid: {first: 1, last: 60, step: 0.0001}"), HasSubstr("20001"));
  EXPECT_THAT(text_of("shown: [2.5]"), HasSubstr("2.5"));
}

TEST(SensorBelief, SensorsMustHaveALikelihood) {
  const StudyFixture fixture("kind: sensor_belief");
  const Source source{"study.yaml", 7, ""};
  EXPECT_TRUE(FindBeliefSensor(fixture.parts(), "centurion_hc-sr04", source).ok());
  const auto ideal = FindBeliefSensor(fixture.parts(), "ideal_beam", source);
  ASSERT_FALSE(ideal.ok());
  EXPECT_THAT(ideal.error().message, HasSubstr("study.yaml:7"));
  const auto missing = FindBeliefSensor(fixture.parts(), "centurion_hcsr04", source);
  ASSERT_FALSE(missing.ok());
  EXPECT_THAT(missing.error().message, HasSubstr("centurion_hc-sr04"));
}

noise::RangeModel Straight() {
  noise::RangeModel model;
  model.mean.distance = noise::Curve::Linear(0.02, 0.9);
  model.stddev.distance = noise::Curve::Constant(0.01);
  return model;
}

/// With a linear mean and a constant deviation the belief is normal, so its interval is known.
TEST(SensorBelief, AnalyticIntervalIsTheNormalOne) {
  BeliefSettings settings;
  for (const int n : {1, 4, 10}) {
    const AnalyticBelief belief = ExpectedBelief(Straight(), settings, 0.3, n);
    const double half = 1.6448536 * 0.01 / 0.9 / std::sqrt(n);
    EXPECT_NEAR(belief.interval.low, 0.3 - half, 1e-4) << n;
    EXPECT_NEAR(belief.interval.high, 0.3 + half, 1e-4) << n;
    double sum = 0.0;
    for (const double share : belief.cells) sum += share;
    EXPECT_NEAR(sum, 1.0, 1e-9);
  }
}

/// The averaged belief contains the scatter of the readings and the width of the belief: twice the
/// variance.
TEST(SensorBelief, SimulatedIntervalHoldsTheAnalyticOne) {
  BeliefSettings settings;
  const noise::RangeModel model = Straight();
  RandomStream random(4, "readings");
  BeliefAt at;
  at.distance = 0.3;
  for (int trial = 0; trial < 400; ++trial) {
    at.readings.emplace_back();
    for (int i = 0; i < settings.samples; ++i) {
      at.readings.back().push_back(model.Draw({0.3, 0.0, 0.0}, &random));
    }
  }
  Believe(settings, model, &at);
  EXPECT_TRUE(at.Contains());
  const double half = 1.6448536 * 0.01 / 0.9 * std::sqrt(2.0 / settings.samples);
  EXPECT_NEAR(at.simulated.back().low, 0.3 - half, 1.5e-3);
  EXPECT_NEAR(at.simulated.back().high, 0.3 + half, 1.5e-3);
  EXPECT_NEAR(at.coverage, 0.9, 0.06);
  EXPECT_NEAR(at.estimate.back(), 0.3, 1e-3);
}

/// An error of one standard deviation of a reading is detected.
TEST(SensorBelief, AWrongSensorIsNotContained) {
  BeliefSettings settings;
  const noise::RangeModel model = Straight();
  RandomStream random(5, "readings");
  BeliefAt at;
  at.distance = 0.3;
  for (int trial = 0; trial < 200; ++trial) {
    at.readings.emplace_back();
    for (int i = 0; i < settings.samples; ++i) {
      at.readings.back().push_back(model.Draw({0.3, 0.0, 0.0}, &random) + 0.01);
    }
  }
  Believe(settings, model, &at);
  EXPECT_FALSE(at.Contains());
  EXPECT_LT(at.coverage, 0.5);
}

}  // namespace
}  // namespace surefoot::studies
