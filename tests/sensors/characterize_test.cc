// A sensor file made from readings, used in a world, and characterised again from there.

#include "surefoot/evaluation/characterize/characterize.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "surefoot/evaluation/characterize/characterize_report.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "tests/sensors/sensor_run.h"

namespace surefoot::sensor_tests {
namespace {

using gap::RangeSample;
using gap::RangeSamples;
using noise::Curve;
using noise::RangeModel;

constexpr int kEach = 400;

std::vector<double> Distances() { return {2, 4, 6, 8, 10, 12, 14, 16, 18, 20}; }  // cm

RangeSamples Drawn(const RangeModel& model) {
  RangeSamples samples;
  RandomStream random(1, "bench");
  for (const double cm : Distances()) {
    for (int i = 0; i < kEach; ++i) {
      const noise::Sighting at{0.01 * cm, 0.0, 0.0};
      RangeSample sample{cm, 0.0, 0.0, 0.0};
      if (random.Uniform() < model.Dropout(at)) {
        samples.lost.push_back(sample);
      } else {
        sample.reading = model.Draw(at, &random);
        samples.samples.push_back(sample);
      }
    }
  }
  return samples;
}

/// Readings of the file's sensor in worlds with a wall at each of the distances.
RangeSamples Measured(const std::string& file, const std::string& type, bool raw, double max) {
  std::string inside;
  int lane = 0;
  for (const double cm : Distances()) {
    const std::string y = std::to_string(2 * lane);
    inside += "<model name='eye_" + std::to_string(lane) + "'><static>true</static><pose>0 " + y +
              " 0 0 0 0</pose><link name='l'><sensor name='r' type='" + type +
              "'><update_rate>1000</update_rate><surefoot:model>" + file +
              "</surefoot:model></sensor></link></model>\n" +
              Wall("wall_" + std::to_string(lane),
                   std::to_string(0.01 * cm + 0.05) + " " + y + " 0 0 0 0", "0.1 1 1");
    ++lane;
  }
  RangeSamples samples;
  auto run = RunText(World(inside), {});
  if (run == nullptr) return samples;
  Listener heard(run.get());
  Advance(run.get(), 0.001 * kEach);
  lane = 0;
  for (const double cm : Distances()) {
    const std::string topic = "/eye_" + std::to_string(lane++) + "/r";
    const auto ranges = heard.Messages<msgs::sensor_msgs::Range>(topic);
    const auto counts = heard.Messages<msgs::std_msgs::Float64>(topic + "/raw");
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      RangeSample sample{cm, 0.0, 0.0, 0.0};
      if (ranges[i].range > max - 1e-4) {
        samples.lost.push_back(sample);
        continue;
      }
      sample.reading = raw ? counts[i].data : 100.0 * static_cast<double>(ranges[i].range);
      samples.samples.push_back(sample);
    }
  }
  return samples;
}

void ExpectSame(const RangeModel& a, const RangeModel& b) {
  for (const double cm : Distances()) {
    const noise::Sighting at{0.01 * cm, 0.0, 0.0};
    const double sd = a.Stddev(at);
    // Four standard errors of an estimate from a single distance.
    EXPECT_NEAR(b.Mean(at), a.Mean(at), 4.0 * sd / std::sqrt(kEach)) << cm;
    EXPECT_NEAR(b.Stddev(at), sd, 4.0 * sd / std::sqrt(2.0 * kEach)) << cm;
  }
}

TEST(CharacterizedSensor, ReadsInAWorldAsOnTheBench) {
  RangeModel truth;
  truth.mean.distance = Curve::Linear(0.7626, 0.9582);
  truth.stddev.distance = Curve::Linear(0.4878, 0.0093);
  truth.dropout.distance = Curve::Constant(0.05);
  truth.outliers = 0.03;
  truth.outlier_high = 100.0;
  truth.distance_unit = 0.01;
  const auto bench = gap::Characterize(Drawn(truth), {});
  ASSERT_TRUE(bench.ok());
  ExpectSame(truth, bench->model);
  experiment::RangeSensorFile file;
  file.name = "bench";
  file.radiation = "sound";
  file.max = 1.2;
  file.model = bench->model;
  file.source = "a test, with <angle> & ampersand";
  std::ofstream(testing::TempDir() + "bench.xml") << experiment::RangeSensorText(file);
  const auto again = gap::Characterize(Measured("bench.xml", "sonar", false, 1.2), {});
  ASSERT_TRUE(again.ok());
  ExpectSame(bench->model, again->model);
  EXPECT_NEAR(again->fit.outliers, 0.03, 0.012);
  EXPECT_NEAR(again->model.Dropout({0.1, 0.0, 0.0}), 0.05, 0.015);
}

TEST(CharacterizedSensor, CountsDoSo) {
  RangeModel truth;
  truth.mean.distance = Curve::Power(0.0, 14001.0, -1.005);
  truth.stddev.distance = Curve::Exponential(0.0, 3.78, 0.157);
  truth.resolution = 1.0;
  truth.distance_unit = 0.01;
  gap::CharacterizeOptions options;
  options.reading_name = "counts";
  options.reading_unit = 0.0;
  const auto bench = gap::Characterize(Drawn(truth), options);
  ASSERT_TRUE(bench.ok());
  experiment::RangeSensorFile file;
  file.name = "counts";
  file.radiation = "infrared";
  file.min = 0.005;
  file.max = 0.6;
  file.model = bench->model;
  experiment::LimitToMonotone(&file);
  EXPECT_NEAR(file.min, 0.005, 0.001);
  std::ofstream(testing::TempDir() + "counts.xml") << experiment::RangeSensorText(file);
  const auto again = gap::Characterize(Measured("counts.xml", "infrared", true, 0.6), options);
  ASSERT_TRUE(again.ok());
  ExpectSame(bench->model, again->model);
}

TEST(RangeSensorFile, BeginsWhereADistanceIsUnique) {
  experiment::RangeSensorFile file;
  file.min = 0.01;
  file.max = 0.3;
  // As with real infrared sensors, the reading falls again below 4 cm.
  file.model.mean.distance = Curve::Piecewise({{0.01, 500.0}, {0.04, 3000.0}, {0.3, 400.0}});
  file.model.reading_unit = 0.0;
  experiment::LimitToMonotone(&file);
  EXPECT_NEAR(file.min, 0.04, 0.001);
  EXPECT_TRUE(file.model.IsMonotone(file.min, file.max));
}

}  // namespace
}  // namespace surefoot::sensor_tests
