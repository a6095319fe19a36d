// Errors of the ERS-7's infrared sensors before walls, compared with the bounds in the model's
// file.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/world/element_reader.h"
#include "tests/sensors/sensor_run.h"

namespace surefoot::sensor_tests {
namespace {

using msgs::sensor_msgs::Range;

constexpr double kStep = 0.01;
constexpr double kSeconds = 100.0;

/// Without gravity the robot keeps its position.
std::string Floating(const std::string& more) {
  return "<sdf version='1.9' xmlns:surefoot='https://surefoot.org/sdf'><world name='w'>"
         "<gravity>0 0 0</gravity><include><uri>model://ers7</uri><pose>0 0 2 0 0 0</pose>"
         "</include>" +
         more + "</world></sdf>";
}

std::unique_ptr<sim::Simulation> RunFloating(const std::string& more) {
  RunOptions options;
  options.step = kStep;
  return RunText(Floating(more), options);
}

struct Eye {
  const world::Sensor* sensor = nullptr;
  std::size_t link = 0;

  RigidTransform X_WS(const sim::Simulation& simulation) const {
    return simulation.state().X_WL[link] * sensor->X_LS;
  }
  double Number(const std::string& name) const {
    Problems ignored;
    return world::ElementReader(sensor->element, &ignored).Number(name, NAN);
  }
  /// A linear function of the distance, as in the file: "offset slope".
  double Line(const std::string& name, double distance) const {
    Problems ignored;
    const auto line = world::ElementReader(sensor->element, &ignored).Numbers(name, 2, {NAN, NAN});
    return line[0] + line[1] * distance;
  }
};

Eye Find(const world::World& world, const std::string& name) {
  for (int i = 0; i < world.link_count(); ++i) {
    for (const world::Sensor& sensor : world.link(i).sensors) {
      if (sensor.name == name) return {&sensor, static_cast<std::size_t>(i)};
    }
  }
  ADD_FAILURE() << "no sensor " << name;
  return {};
}

/// A wall across the beam, at that distance.
std::string WallAcross(const RigidTransform& X_WS, double distance) {
  const double half = 0.05;
  const Vector3d p = X_WS * Vector3d(distance + half, 0.0, 0.0);
  const Vector3d rpy = RpyFromQuaternion(X_WS.q);
  char pose[200];
  std::snprintf(pose, sizeof pose, "%.15g %.15g %.15g %.15g %.15g %.15g", p.x(), p.y(), p.z(),
                rpy.x(), rpy.y(), rpy.z());
  return Wall("wall", pose, "0.1 0.5 0.5");
}

struct Errors {
  int count = 0;
  double largest = 0.0;
  double mean = 0.0;
  double rms = 0.0;
};

/// Statistics of the readings before a wall at this distance.
Errors Measure(const std::string& name, const RigidTransform& X_WS, double distance) {
  const auto run = RunFloating(WallAcross(X_WS, distance));
  if (run == nullptr) return {};
  Errors errors;
  const auto subscription =
      run->graph().Subscribe("/ers7/" + name, [&](const graph::Delivery& delivery) {
        const double error = static_cast<double>(delivery.As<Range>()->range) - distance;
        ++errors.count;
        errors.largest = std::max(errors.largest, std::abs(error));
        errors.mean += error;
        errors.rms += error * error;
      });
  Advance(run.get(), kSeconds);
  errors.mean /= errors.count;
  errors.rms = std::sqrt(errors.rms / errors.count);
  // The robot has not moved.
  const RigidTransform X_WS_after = Find(run->world(), name).X_WS(*run);
  EXPECT_LT((X_WS_after.p - X_WS.p).norm(), 1e-6);
  EXPECT_LT(X_WS_after.q.angularDistance(X_WS.q), 1e-6);
  return errors;
}

/// Variance of a standard normal distribution truncated at +-c.
double CutOffVariance(double c) {
  const double density = std::exp(-0.5 * c * c) / std::sqrt(2.0 * M_PI);
  return 1.0 - 2.0 * c * density / std::erf(c / std::sqrt(2.0));
}

class Ers7Infrared : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Sensors, Ers7Infrared, testing::Values("ir_near", "ir_far", "ir_chest"),
                         [](const auto& parameter) { return std::string(parameter.param); });

TEST_P(Ers7Infrared, IsOffByNoMoreThanTheBoundThatGrowsWithTheDistance) {
  const std::string name = GetParam();
  const auto run = RunFloating("");
  ASSERT_NE(run, nullptr);
  const Eye eye = Find(run->world(), name);
  ASSERT_NE(eye.sensor, nullptr);
  const RigidTransform X_WS = eye.X_WS(*run);
  const double min = eye.Number("min");
  const double max = eye.Number("max");
  std::vector<double> largest;
  std::vector<double> bounds;
  // Farther inside the range than the bound, because readings are limited to the range.
  for (const double share : {0.15, 0.5, 0.85}) {
    const double distance = min + share * (max - min);
    const double bound = eye.Line("noise/bound", distance);
    const double stddev = eye.Line("noise/stddev", distance);
    ASSERT_TRUE(bound > 0.0 && bound < std::min(distance - min, max - distance)) << bound;
    const Errors errors = Measure(name, X_WS, distance);
    EXPECT_NEAR(errors.count, 30.0 * kSeconds, 1.0);
    EXPECT_LE(errors.largest, bound + 1e-6) << distance;
    EXPECT_GT(errors.largest, 0.95 * bound) << distance;
    // The truncated normal distribution with the stated deviation. Five standard errors of 3000
    // readings.
    const double rms = stddev * std::sqrt(CutOffVariance(bound / stddev));
    EXPECT_NEAR(errors.mean / rms, 0.0, 0.1) << distance;
    EXPECT_NEAR(errors.rms / rms, 1.0, 0.07) << distance;
    largest.push_back(errors.largest);
    bounds.push_back(bound);
  }
  for (std::size_t i = 1; i < largest.size(); ++i) {
    EXPECT_GT(bounds[i], 1.3 * bounds[i - 1]);
    EXPECT_NEAR(largest[i] / largest[i - 1], bounds[i] / bounds[i - 1],
                0.05 * bounds[i] / bounds[i - 1]);
  }
}

}  // namespace
}  // namespace surefoot::sensor_tests
