#include "surefoot/evaluation/studies/simulators/published.h"

#include "surefoot/base/items.h"
#include "surefoot/evaluation/studies/simulators/features.h"

// Tables are written as in print, row by row, so that they can be compared with the article at a
// glance.

namespace surefoot::gap {
namespace {

constexpr UiControls kFullUi = {true, true, true, true, true};
constexpr UiControls kSeeOnly = {true, false, false, false, false};

PublishedSimulator CoppeliaSim() {
  PublishedSimulator s;
  s.name = "CoppeliaSim";
  s.features = {true,
                false,
                RosSupport::kPlugin,
                {"C/C++", "Python", "Lua", "MATLAB", "Java", "Octave"},
                kFullUi,
                {"URDF", "SDF", "Stl", "Obj", "Dxf", "Collada"},
                {},
                {"Bullet", "ODE", "Vortex", "Newton"}};
  s.feature_scores = {1.0, 0.0, 0.8, 1.0, 1.0, 1.0, 1.0};
  s.real_time_factor = {0.973, 3};
  s.average_load = {11, 0};
  s.intense_load = {12, 0};
  s.angular_velocity_error = {21.46, 2};
  s.linear_acceleration_error = {247.36, 2};
  s.scores = {1.0, 0.0, 0.8, 1.0, 1.0, 1.0, 1.0, 0.914, 0.364, 0.583, 0.875, 1.0};
  s.total = 49.100;
  return s;
}

PublishedSimulator Gazebo() {
  PublishedSimulator s;
  s.name = "Gazebo";
  s.features = {true,
                true,
                RosSupport::kOnInstallation,
                {"C/C++", "Python"},
                kFullUi,
                {"URDF", "SDF", "Stl", "Obj", "Collada"},
                {},
                {"Bullet", "ODE", "DART", "Simbody"}};
  s.feature_scores = {1.0, 1.0, 1.0, 0.667, 1.0, 1.0, 1.0};
  s.real_time_factor = {1.064, 3};
  s.average_load = {23, 0};
  s.intense_load = {23, 0};
  s.angular_velocity_error = {18.76, 2};
  s.linear_acceleration_error = {340.39, 2};
  s.scores = {1.0, 1.0, 1.0, 0.667, 1.0, 1.0, 1.0, 1.0, 0.174, 0.304, 1.0, 0.713};
  s.total = 49.087;
  return s;
}

PublishedSimulator Morse() {
  PublishedSimulator s;
  s.name = "MORSE";
  s.features = {true, true,      RosSupport::kOnInstallation, {"Python"}, kSeeOnly, {"Blend"},
                {},   {"Bullet"}};
  s.feature_scores = {1.0, 1.0, 1.0, 0.333, 0.333, 0.0, 0.0};
  s.real_time_factor = {0.839, 3};
  s.average_load = {12, 0};
  s.intense_load = {12, 0};
  s.angular_velocity_error = {24.42, 2};
  s.linear_acceleration_error = {624.23, 2};
  s.scores = {1.0, 1.0, 1.0, 0.333, 0.333, 0.0, 0.0, 0.789, 0.333, 0.583, 0.792, 0.424};
  s.total = 32.148;
  return s;
}

PublishedSimulator Webots() {
  PublishedSimulator s;
  s.name = "Webots";
  s.features = {true,
                true,
                RosSupport::kPlugin,
                {"C/C++", "Python", "Java", "MATLAB"},
                kFullUi,
                {"Proto Nodes"},
                // Section 2; Table 3 leaves it out.
                {"URDF"},
                {"ODE"}};
  s.feature_scores = {1.0, 1.0, 0.8, 1.0, 1.0, 0.25, 0.0};
  s.real_time_factor = {0.903, 3};
  s.average_load = {4, 0};
  s.intense_load = {7, 0};
  s.angular_velocity_error = {22.30, 2};
  s.linear_acceleration_error = {359.66, 2};
  s.scores = {1.0, 1.0, 0.8, 1.0, 1.0, 0.25, 0.0, 0.849, 1.0, 1.0, 0.867, 0.736};
  s.total = 44.226;
  return s;
}

/// Statistics with the range centred at the mean.
SeriesStats Centred(double mean, double range) {
  return {mean, mean + 0.5 * range, mean - 0.5 * range};
}

/// Statistics of all axes of the example, real or simulated.
ImuStats ExampleStats(double PublishedAxis::*mean, double PublishedAxis::*range) {
  ImuStats stats;
  for (std::size_t i = 0; i < 3; ++i) {
    const PublishedAxis& gyro = AngularVelocityExample().axes[i];
    const PublishedAxis& accel = LinearAccelerationExample().axes[i];
    stats.gyro[i] = Centred(gyro.*mean, gyro.*range);
    stats.accel[i] = Centred(accel.*mean, accel.*range);
  }
  return stats;
}

}  // namespace

const std::vector<StudyMetric>& StudyMetrics() {
  static const std::vector<StudyMetric> metrics = {
      {"free_to_use", "Free To Use", 4},
      {"open_source", "Open Source", 2},
      {"ros_integration", "ROS Integration", 6},
      {"programming_languages", "Programming Languages", 3},
      {"ui_functionality", "UI Functionality", 6},
      {"model_format_support", "Model Format Support", 4},
      {"physics_engine_support", "Physics Engine Support", 3},
      {"real_time_factor", "Real Time Factor", 4},
      {"average_load_cpu_efficiency", "Average Load CPU Efficiency", 2},
      {"intense_load_cpu_efficiency", "Intense Load CPU Efficiency", 2},
      {"imu_angular_velocity_accuracy", "IMU Angular Velocity Accuracy", 10},
      {"imu_linear_acceleration_accuracy", "IMU Linear Acceleration Accuracy", 10}};
  return metrics;
}

/// Scores in the order of the metrics.
std::array<double, kFeatureCount> AsList(const FeatureScores& scores) {
  return {scores.free_to_use, scores.open_source, scores.ros,    scores.languages,
          scores.ui,          scores.formats,     scores.engines};
}

const std::vector<PublishedSimulator>& PublishedSimulators() {
  static const std::vector<PublishedSimulator> simulators = {CoppeliaSim(), Gazebo(), Morse(),
                                                             Webots()};
  return simulators;
}

const PublishedExample& AngularVelocityExample() {
  static const PublishedExample example = {{{{1.000, 0.780, -0.120, 0.110, 0.220, 0.230, 0.450},
                                             {0.740, 1.200, -0.020, -0.010, 0.460, 0.010, 0.470},
                                             {0.190, 0.450, 0.003, 0.060, 0.260, 0.057, 0.317}}},
                                           1.237,
                                           3};
  return example;
}

const PublishedExample& LinearAccelerationExample() {
  static const PublishedExample example = {{{{3.90, 12.20, 0.02, -0.18, 8.30, 0.16, 8.46},
                                             {6.50, 11.30, -0.73, 0.10, 4.80, 0.83, 5.63},
                                             {3.30, 11.80, -10.70, -11.50, 8.50, 0.80, 9.30}}},
                                           23.19,
                                           2};
  return example;
}

ImuStats PublishedReal() {
  return ExampleStats(&PublishedAxis::real_mean, &PublishedAxis::real_range);
}

ImuStats PublishedCoppeliaSim() {
  return ExampleStats(&PublishedAxis::simulated_mean, &PublishedAxis::simulated_range);
}

std::vector<double> PrintedValues(Printed PublishedSimulator::*figure) {
  return Mapped<double>(PublishedSimulators(), [&](const PublishedSimulator& simulator) {
    return (simulator.*figure).value;
  });
}

}  // namespace surefoot::gap
