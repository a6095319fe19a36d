#include "surefoot/evaluation/characterize/characterize.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot::gap {
namespace {

using noise::Curve;
using noise::RangeModel;

RangeModel Ultrasonic() {
  RangeModel model;
  model.mean.distance = Curve::Linear(0.7626, 0.9582);
  model.stddev.distance = Curve::Linear(0.4878, 0.0093);
  model.distance_unit = 0.01;
  return model;
}

RangeModel Infrared() {
  RangeModel model;
  model.mean.distance = Curve::Power(0.0, 14001.0, -1.005);
  model.stddev.distance = Curve::Exponential(0.0, 3.78, 0.157);
  model.distance_unit = 0.01;
  return model;
}

/// Readings at whole centimetres from 1 to 21 and at these angles (degrees).
RangeSamples Drawn(const RangeModel& model, int each, std::uint64_t seed,
                   const std::vector<double>& angles = {0.0}) {
  RangeSamples samples;
  samples.source = "drawn";
  RandomStream random(seed, "samples");
  for (int cm = 1; cm <= 21; ++cm) {
    for (const double angle : angles) {
      for (int i = 0; i < each; ++i) {
        const noise::Sighting at{0.01 * cm, angle * M_PI / 180.0, 0.0};
        RangeSample sample{static_cast<double>(cm), angle, 0.0, 0.0};
        if (random.Uniform() < model.Dropout(at)) {
          samples.lost.push_back(sample);
          continue;
        }
        sample.reading = model.Draw(at, &random);
        samples.samples.push_back(sample);
      }
    }
  }
  return samples;
}

const RangeParameter& Parameter(const Characterization& all, const std::string& name) {
  for (const RangeParameter& parameter : all.parameters) {
    if (parameter.name == name) return parameter;
  }
  ADD_FAILURE() << "no parameter " << name;
  return all.parameters.front();
}

CurveForm Chosen(const Characterization& all, const std::string& what) {
  for (const FormChoice& choice : all.choice.choices) {
    if (choice.what != what) continue;
    for (const FormScore& score : choice.scores) {
      if (score.chosen) return score.form;
    }
  }
  return CurveForm::kNone;
}

/// The fit recovers the published parameters, and the 90 % intervals contain the truth in about 90
/// % of cases.
TEST(Characterize, FindsThePublishedUltrasonicBack) {
  const std::pair<const char*, double> truths[] = {{"mean, distance, a", 0.7626},
                                                   {"mean, distance, b", 0.9582},
                                                   {"spread, distance, a", 0.4878},
                                                   {"spread, distance, b", 0.0093}};
  int held = 0, all_of_them = 0, straight = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto found = Characterize(Drawn(Ultrasonic(), 200, seed), {});
    ASSERT_TRUE(found.ok());
    EXPECT_LT(found->fit.outliers, 0.002) << seed;
    for (const double cm : {2.0, 20.0}) {
      const noise::Sighting at{0.01 * cm, 0.0, 0.0};
      EXPECT_NEAR(found->model.Mean(at), Ultrasonic().Mean(at), 0.06) << seed;
      EXPECT_NEAR(found->model.Stddev(at), Ultrasonic().Stddev(at), 0.05) << seed;
    }
    straight += Chosen(*found, "mean over distance") == CurveForm::kLinear ? 1 : 0;
    if (Chosen(*found, "spread over distance") != CurveForm::kLinear) continue;
    if (Chosen(*found, "mean over distance") != CurveForm::kLinear) continue;
    for (const auto& [name, truth] : truths) {
      const RangeParameter& parameter = Parameter(*found, name);
      held += parameter.interval.low <= truth && truth <= parameter.interval.high ? 1 : 0;
      ++all_of_them;
    }
  }
  // Curves that are nearly straight are sometimes classified as lines.
  EXPECT_GE(straight, 9);
  EXPECT_GE(all_of_them, 16);
  // Binomial: 0.9, less four standard deviations.
  EXPECT_GT(held, all_of_them * (0.9 - 4.0 * std::sqrt(0.09 / all_of_them)));
}

TEST(Characterize, FindsThePublishedInfraredBack) {
  CharacterizeOptions options;
  options.reading_name = "counts";
  options.reading_unit = 0.0;
  const auto found = Characterize(Drawn(Infrared(), 500, 3), options);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(Chosen(*found, "mean over distance"), CurveForm::kPower);
  EXPECT_EQ(Chosen(*found, "spread over distance"), CurveForm::kExponential);
  EXPECT_NEAR(Parameter(*found, "mean, distance, b").value, 14001.0, 5.0);
  EXPECT_NEAR(Parameter(*found, "mean, distance, c").value, -1.005, 0.002);
  EXPECT_NEAR(Parameter(*found, "spread, distance, b").value, 3.78, 0.15);
  EXPECT_NEAR(Parameter(*found, "spread, distance, c").value, 0.157, 0.004);
  for (int cm = 1; cm <= 21; ++cm) {
    const noise::Sighting at{0.01 * cm, 0.0, 0.0};
    const double sd = Infrared().Stddev(at);
    EXPECT_NEAR(found->model.Mean(at), Infrared().Mean(at), 0.2 * sd) << cm;
    EXPECT_NEAR(found->model.Stddev(at), sd, 0.05 * sd) << cm;
  }
}

TEST(Characterize, OutliersDoNotMoveTheFit) {
  for (const double share : {0.02, 0.1, 0.25}) {
    RangeModel model = Ultrasonic();
    model.outliers = share;
    model.outlier_low = 0.0;
    model.outlier_high = 400.0;
    const auto found = Characterize(Drawn(model, 200, 5), {});
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(Chosen(*found, "mean over distance"), CurveForm::kLinear);
    EXPECT_NEAR(Parameter(*found, "mean, distance, a").value, 0.7626, 0.05);
    EXPECT_NEAR(Parameter(*found, "mean, distance, b").value, 0.9582, 0.005);
    for (const double cm : {2.0, 11.0, 20.0}) {
      const noise::Sighting at{0.01 * cm, 0.0, 0.0};
      EXPECT_NEAR(found->model.Stddev(at), model.Stddev(at), 0.04) << share;
    }
    EXPECT_LE(found->outliers.low, share + 0.002);
    EXPECT_GE(found->outliers.high, share - 0.002);
  }
}

/// The same with one distance that has many more readings than the others, and other random
/// numbers: the choice of the form must not depend on a single distance.
TEST(Characterize, OnePlaceDoesNotDecideTheForm) {
  RangeModel model = Ultrasonic();
  model.outliers = 0.05;
  model.outlier_high = 400.0;
  for (std::uint64_t seed = 20; seed < 26; ++seed) {
    RangeSamples samples = Drawn(model, 200, seed);
    RandomStream random(seed, "more");
    for (int i = 0; i < 1800; ++i) {
      samples.samples.push_back({10.0, 0.0, 0.0, model.Draw({0.1, 0.0, 0.0}, &random)});
    }
    const auto found = Characterize(samples, {});
    ASSERT_TRUE(found.ok());
    EXPECT_NEAR(found->model.Mean({0.02, 0.0, 0.0}), model.Mean({0.02, 0.0, 0.0}), 0.1) << seed;
    EXPECT_NEAR(found->model.Mean({0.2, 0.0, 0.0}), model.Mean({0.2, 0.0, 0.0}), 0.1) << seed;
    EXPECT_NEAR(found->model.Stddev({0.1, 0.0, 0.0}), 0.58, 0.04) << seed;
  }
}

TEST(Characterize, FindsWhatAnglesDo) {
  RangeModel model = Ultrasonic();
  model.angle_unit = M_PI / 180.0;
  model.mean.incidence = Curve::Linear(0.0, 0.05);
  model.stddev.incidence = Curve::Linear(0.0, 0.02);
  model.dropout.incidence = Curve::Piecewise({{15.0, 0.0}, {30.0, 0.6}});
  const auto found = Characterize(Drawn(model, 60, 7, {0.0, 7.5, 15.0, 22.5, 30.0}), {});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(Chosen(*found, "mean over incidence"), CurveForm::kLinear);
  EXPECT_NEAR(Parameter(*found, "mean, incidence, b").value, 0.05, 0.004);
  for (const double deg : {0.0, 15.0, 30.0}) {
    const noise::Sighting at{0.1, deg * M_PI / 180.0, 0.0};
    EXPECT_NEAR(found->model.Stddev(at), model.Stddev(at), 0.08) << deg;
    EXPECT_NEAR(found->model.Dropout(at), model.Dropout(at), 0.05) << deg;
  }
}

/// Distances that are all different, as from a robot that drives towards a wall.
TEST(Characterize, TakesReadingsThatAreAllElsewhere) {
  RangeSamples samples;
  RandomStream random(1, "drive");
  const RangeModel model = Ultrasonic();
  for (int i = 0; i < 800; ++i) {
    RangeSample sample{random.Uniform(1.0, 21.0), 0.0, 0.0, 0.0};
    sample.reading = model.Draw({0.01 * sample.distance, 0.0, 0.0}, &random);
    if (i % 40 == 0) sample.reading = random.Uniform(0.0, 400.0);
    samples.samples.push_back(sample);
  }
  const auto found = Characterize(samples, {});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(Chosen(*found, "mean over distance"), CurveForm::kLinear);
  EXPECT_NEAR(Parameter(*found, "mean, distance, b").value, 0.9582, 0.02);
  EXPECT_NEAR(found->fit.outliers, 0.025, 0.01);
}

TEST(Characterize, OneOrTwoDistancesAreReportedAsFew) {
  RangeSamples samples;
  RandomStream random(1, "few");
  for (int i = 0; i < 100; ++i) samples.samples.push_back({10.0, 0.0, 0.0, 5.0 + random.Normal()});
  auto found = Characterize(samples, {});
  ASSERT_TRUE(found.ok());
  EXPECT_FALSE(found->notes.empty());
  EXPECT_NEAR(found->model.Mean({0.3, 0.0, 0.0}), 5.0, 0.4);
  for (int i = 0; i < 100; ++i) samples.samples.push_back({20.0, 0.0, 0.0, 9.0 + random.Normal()});
  found = Characterize(samples, {});
  ASSERT_TRUE(found.ok());
  EXPECT_NEAR(found->model.Mean({0.15, 0.0, 0.0}), 7.0, 0.4);
}

TEST(Characterize, ReadingsThatNeverDifferAreNoTrouble) {
  RangeSamples samples;
  for (int cm = 1; cm <= 10; ++cm) {
    for (int i = 0; i < 10; ++i) {
      samples.samples.push_back({static_cast<double>(cm), 0.0, 0.0, 2.0 * cm});
    }
  }
  const auto found = Characterize(samples, {});
  ASSERT_TRUE(found.ok());
  EXPECT_NEAR(found->model.Mean({0.05, 0.0, 0.0}), 10.0, 1e-3);
  EXPECT_GE(found->model.Stddev({0.05, 0.0, 0.0}), 0.0);
  EXPECT_FALSE(found->notes.empty());
}

TEST(Characterize, StepsAreSeenAndTakenOff) {
  RangeModel model = Ultrasonic();
  model.resolution = 0.5;
  const auto found = Characterize(Drawn(model, 400, 9), {});
  ASSERT_TRUE(found.ok());
  EXPECT_DOUBLE_EQ(found->step, 0.5);
  for (const double cm : {2.0, 20.0}) {
    EXPECT_NEAR(found->model.Stddev({0.01 * cm, 0.0, 0.0}), model.Stddev({0.01 * cm, 0.0, 0.0}),
                0.04);
  }
}

TEST(SampleSize, TwoHundredAreEnoughForNormalReadings) {
  RandomStream random(2, "normal");
  std::vector<double> readings;
  for (int i = 0; i < 2000; ++i) readings.push_back(10.3 + 0.58 * random.Normal());
  const SampleSizeStudy study = StudySampleSize(readings, 0.1);
  ASSERT_EQ(study.points.size(), 14u);
  // For a normal sample: 1.645 / sqrt(n) for the mean, and this over sqrt(2) for the deviation.
  for (const SampleSizePoint& point : study.points) {
    const double expected = 1.645 / std::sqrt(point.n);
    EXPECT_NEAR(point.mean_error, expected, 0.25 * expected) << point.n;
    EXPECT_NEAR(point.sd_error, expected / std::sqrt(2.0), 0.3 * expected) << point.n;
  }
  ASSERT_TRUE(study.enough);
  EXPECT_EQ(*study.enough, 200);
  EXPECT_FALSE(StudySampleSize({1.0, 1.0, 1.0}, 0.1).enough);
}

}  // namespace
}  // namespace surefoot::gap
