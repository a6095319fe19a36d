// The noise of an IMU at rest, recovered from its Allan deviation.

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/noise/test/allan.h"
#include "surefoot/sensors/inertial/imu_spec.h"
#include "surefoot/sensors/test/rig.h"

namespace surefoot::sensors {
namespace {

using msgs::sensor_msgs::Imu;
using noise::AllanDeviationAt;
using noise::AllanPoint;

constexpr double kDegree = 3.14159265358979323846 / 180.0;

struct Record {
  std::vector<double> gyro[3];
  std::vector<double> accelerometer[3];
};

/// An IMU at rest at 100 Hz, in steps of a sample.
Record Rest(const std::string& inside, int samples, std::uint64_t seed = 1) {
  test::Rig rig({test::MakeSensor("<sensor name=\"imu\" type=\"imu\"><update_rate>100</update_rate>"
                                  "<topic>imu/data</topic>" +
                                  inside + "</sensor>")},
                {}, 0.01, seed);
  EXPECT_TRUE(rig.ok()) << rig.problems.ErrorText();
  Record record;
  const auto subscription = rig.graph.Subscribe("/bot/imu/data", [&](const graph::Delivery& d) {
    const Imu& imu = *d.As<Imu>();
    const double gyro[] = {imu.angular_velocity.x, imu.angular_velocity.y, imu.angular_velocity.z};
    const double force[] = {imu.linear_acceleration.x, imu.linear_acceleration.y,
                            imu.linear_acceleration.z};
    for (int i = 0; i < 3; ++i) {
      record.gyro[i].push_back(gyro[i]);
      record.accelerometer[i].push_back(force[i]);
    }
  });
  rig.Rest(samples);
  return record;
}

TEST(ImuNoise, AllanDeviationHasTheParametersBack) {
  // White noise, flicker and random walk, each on an axis of its own.
  const Record record = Rest(
      "<gyro><noise_density>5e-4 0 0</noise_density><bias_instability>0 2e-5 0</bias_instability>"
      "<random_walk>0 0 3e-5</random_walk></gyro>",
      400000);
  // Four standard errors: one in 16000 correct records would fail.
  for (const std::size_t count : {10u, 100u, 1000u}) {
    const AllanPoint point = AllanDeviationAt(record.gyro[0], 100.0, count);
    const double ideal = 5e-4 / std::sqrt(point.tau);
    EXPECT_NEAR(point.deviation, ideal, 4.0 * point.error * ideal) << point.tau;
  }
  for (const std::size_t count : {1000u, 3000u}) {
    const AllanPoint point = AllanDeviationAt(record.gyro[1], 100.0, count);
    EXPECT_NEAR(point.deviation, 2e-5, (0.03 + 4.0 * point.error) * 2e-5) << point.tau;
  }
  for (const std::size_t count : {100u, 1000u, 4000u}) {
    const AllanPoint point = AllanDeviationAt(record.gyro[2], 100.0, count);
    const double ideal = 3e-5 * std::sqrt(point.tau / 3.0);
    EXPECT_NEAR(point.deviation, ideal, 4.0 * point.error * ideal) << point.tau;
  }
}

TEST(ImuNoise, The3dmGx325HasTheFiguresOfItsDataSheet) {
  const Record record = Rest("<preset>3dm-gx3-25</preset>", 200000);
  for (int i = 0; i < 3; ++i) {
    // At 1 s: 0.03 deg/s/sqrt(Hz) and 80 ug/sqrt(Hz); quantisation adds less than 0.1 %.
    const AllanPoint gyro = AllanDeviationAt(record.gyro[i], 100.0, 100);
    EXPECT_NEAR(gyro.deviation / (0.03 * kDegree), 1.0, 4.0 * gyro.error);
    const AllanPoint force = AllanDeviationAt(record.accelerometer[i], 100.0, 100);
    EXPECT_NEAR(force.deviation / (80e-6 * 9.80665), 1.0, 0.02 + 4.0 * force.error);
  }
  const ImuSpec spec = ImuPreset("3dm-gx3-25");
  EXPECT_NEAR(spec.gyro.range, 300.0 * kDegree, 1e-12);
  EXPECT_NEAR(spec.accelerometer.range, 5.0 * 9.80665, 1e-12);
  EXPECT_TRUE(spec.has_orientation);
}

TEST(ImuNoise, EverySampleIsAMultipleOfTheResolution) {
  const double step = 0.01;
  const Record record =
      Rest("<gyro><noise_density>0.01</noise_density><resolution>0.01</resolution></gyro>", 5000);
  double sum = 0.0;
  for (const double value : record.gyro[0]) {
    EXPECT_NEAR(value / step, std::round(value / step), 1e-9);
    sum += value * value;
  }
  // Rounding adds step^2 / 12 to the variance of 0.1^2 at 100 Hz.
  EXPECT_NEAR(sum / 5000.0, 0.01 + step * step / 12.0, 4.0 * 0.01 * std::sqrt(2.0 / 5000.0));
}

TEST(ImuNoise, SdfNoiseAndStreamsOfTheirOwn) {
  const std::string text =
      "<imu><angular_velocity><x><noise type=\"gaussian\"><stddev>0.2</stddev></noise></x>"
      "</angular_velocity><linear_acceleration><z><noise type=\"gaussian\"><mean>0.5</mean>"
      "<stddev>0.1</stddev></noise></z></linear_acceleration></imu>";
  const Record record = Rest(text, 10000);
  double sum = 0.0, mean = 0.0;
  for (const double value : record.gyro[0]) sum += value * value;
  for (const double value : record.accelerometer[2]) mean += value;
  EXPECT_NEAR(std::sqrt(sum / 10000.0), 0.2, 4.0 * 0.2 / std::sqrt(20000.0));
  EXPECT_NEAR(mean / 10000.0, 9.8 + 0.5, 4.0 * 0.1 / 100.0);
  EXPECT_EQ(record.gyro[1][77], 0.0);
  const Record same = Rest(text, 100);
  const Record other = Rest(text, 100, 2);
  EXPECT_EQ(same.gyro[0][50], record.gyro[0][50]);
  EXPECT_NE(other.gyro[0][50], record.gyro[0][50]);
}

TEST(ImuNoise, MjcfsNoiseAndCutoff) {
  const Record record = Rest("<gyro name=\"g\" site=\"s\" noise=\"0.1\" cutoff=\"0.2\"/>", 5000);
  double inside = 0.0, max = 0.0;
  for (const double value : record.gyro[1]) {
    inside += std::abs(value) < 0.1 ? 1.0 / 5000.0 : 0.0;
    max = std::max(max, std::abs(value));
  }
  // 68.3 % lie within one standard deviation; four standard errors.
  EXPECT_NEAR(inside, 0.6827, 4.0 * std::sqrt(0.6827 * 0.3173 / 5000.0));
  EXPECT_EQ(max, 0.2);
}

TEST(ImuNoise, EveryPresetRuns) {
  for (const std::string& name : ImuPresetNames()) {
    const Record record = Rest("<preset>" + name + "</preset>", 10);
    EXPECT_EQ(record.gyro[0].size(), 10u) << name;
    EXPECT_NEAR(record.accelerometer[2].back(), 9.8, name == "ideal" ? 1e-12 : 2.0) << name;
  }
}

}  // namespace
}  // namespace surefoot::sensors
