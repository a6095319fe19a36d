#pragma once

#include <optional>
#include <string>

#include "surefoot/autonomy/estimate/ekf_slam.h"
#include "surefoot/autonomy/estimate/rock_finder.h"
#include "surefoot/autonomy/plan/navigator.h"
#include "surefoot/autonomy/rover/slope_vehicle.h"

namespace surefoot::navigate {

/// How a vehicle knows where it is.
enum class Localization {
  /// It is told.
  kTruth,
  /// Wheels and gyroscope, from a start that it knows.
  kOdometry,
  /// These, and rocks that its LIDAR finds again.
  kSlam,
};

/// Errors of dead reckoning, as standard deviations after a metre, which add up as those of a
/// random walk; and of rocks in scans.
struct Errors {
  /// m.
  double along = 0.05;
  double across = 0.02;
  /// rad.
  double turn = 0.004;
  /// Of a rock's middle, which looks different from every side.
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
  /// Rocks and heights of the ground that are known beforehand, as from orbit. Rocks are models and
  /// links whose name begins with `rock_name`.
  bool rocks_known = false;
  bool heights_known = true;
  std::string rock_name = "rock";
  /// What the LIDAR returns from nearer than this is the vehicle itself (m).
  double blind = 1.2;
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
  /// Simulated seconds between commands, and between messages of how it goes.
  double period = 1.0;
  double status_period = 10.0;
};

}  // namespace surefoot::navigate
