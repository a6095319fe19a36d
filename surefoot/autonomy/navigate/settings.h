#pragma once

#include <optional>
#include <string>

#include "surefoot/autonomy/estimate/ekf_slam.h"
#include "surefoot/autonomy/estimate/rock_finder.h"
#include "surefoot/autonomy/plan/navigator.h"
#include "surefoot/autonomy/rover/slope_vehicle.h"

namespace surefoot::navigate {

// Settings of a robot that navigates; the experiment file documents them.

/// How a vehicle is localized.
enum class Localization {
  /// By its true pose.
  kTruth,
  /// By dead reckoning from a known start: wheels and gyroscope.
  kOdometry,
  /// By dead reckoning and EKF-SLAM with rocks as landmarks.
  kSlam,
};

/// Standard deviations of dead reckoning after a metre, which grow with the square root of the
/// distance (random walk), and of rocks in scans.
struct Errors {
  /// m.
  double along = 0.05;
  double across = 0.02;
  /// rad.
  double turn = 0.004;
  /// Range and bearing of a rock's centre, which appears different from every side (m, rad).
  estimate::RangeBearingNoise rock{0.15, 0.005};
};

struct Settings {
  std::string model;
  plan::NavigatorRules rules;
  plan::HazardRules hazards;
  /// The map: corners and side of a cell (m).
  Eigen::Vector2d low = Eigen::Vector2d::Zero();
  Eigen::Vector2d high = Eigen::Vector2d::Zero();
  double cell = 0.5;

  Localization localization = Localization::kTruth;
  Errors errors;
  /// Whether rocks and heights of the ground are known beforehand, as from orbit. Rocks are models
  /// and links whose names begin with `rock_name`.
  bool rocks_known = false;
  bool heights_known = true;
  std::string rock_name = "rock";
  /// Returns of the LIDAR nearer than this are the vehicle itself (m).
  double min_detection_range = 1.2;
  estimate::RockFinderOptions finder;

  /// A ground of the world whose soil slip is predicted for; empty: slip is not predicted. The
  /// vehicle's gravity is the world's.
  std::string soil;
  rover::SlopeVehicleSpec vehicle;

  /// Topics, in the model's namespace unless they begin with '/'.
  std::string cmd_topic = "cmd_vel";
  std::string lidar_topic = "lidar/points";
  std::string odom_topic = "odom";
  std::string imu_topic = "imu/data";
  std::string wheels_topic = "ground/wheels";
  /// Simulated time between commands, and between status messages (s).
  double period = 1.0;
  double status_period = 10.0;
};

}  // namespace surefoot::navigate
