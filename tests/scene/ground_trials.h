#pragma once

/// Requirements for robots with tyres on every engine: parking, turning on the spot, stopping, a
/// tour. Used by tests/ground, which sets the limits, and by bench/ground_engines_bench.cc, which
/// prints the results.

#include <string>
#include <vector>

#include "tests/scene/ground_lab.h"

namespace surefoot::conformance {

/// How a parked robot is commanded to stand: cmd_vel 0 to its drive, or speed 0 to each motor.
enum class ParkedBy { kDrive, kMotors };

struct Parking {
  double slope = 0.0;
  double heading = 0.3;
  double settle = 10.0;
  double rest = 60.0;
  double step = 0.001;
  ParkedBy by = ParkedBy::kDrive;
};

struct Parked {
  /// Translation (m) and rotation (rad) while it rests.
  double moved = 0.0;
  double turned = 0.0;
  std::string error;
};

Parked Park(const std::string& engine, const Scene& scene, const Parking& parking);

struct Turn {
  /// Yaw rate over 2 v / B, where B is the distance between the sides.
  double gain = 0.0;
  /// Largest relative change of a wheel's load, and range of the base's height (m), in steady
  /// state.
  double load_change = 0.0;
  double height_range = 0.0;
  /// Largest acceleration of the base (m/s2): in steady state, and in the first 2 s.
  double acceleration = 0.0;
  double start_acceleration = 0.0;
  std::string error;
};

/// Distance between the Husky's sides.
constexpr double kHuskyTrack = 0.5708;

/// The Husky's wheels are set to +-`speed` (m/s at the rim) at once.
Turn TurnByMotors(const std::string& engine, const Scene& scene, double speed, double step = 0.001);
/// The same by cmd_vel, with the drive's limits of acceleration.
Turn TurnByDrive(const std::string& engine, const Scene& scene, double speed, double step = 0.001);

/// Speed (m/s + rad/s) that remains 1.5 s after the wheels of a turning Husky were commanded to
/// stop.
struct Stopped {
  double speed = 0.0;
  std::string error;
};
Stopped StopTurning(const std::string& engine, const Scene& scene, double speed);

/// A drive of 20 s: straight, up a slope of 10 degrees, arcs over rough ground, a turn on the spot.
/// A position every 0.1 s.
struct Tour {
  std::vector<Vector3d> places;
  std::vector<double> headings;
  double length = 0.0;
  double turned = 0.0;
  std::string error;
};
Scene TourScene(std::shared_ptr<const world::Model> robot, world::WheelContact contact);
Tour DriveTour(const std::string& engine, const Scene& scene);

/// Largest distance between tours at the same time.
struct Spread {
  double place = 0.0;
  double heading = 0.0;
};
Spread SpreadOf(const std::vector<Tour>& tours);

/// Every wheel of the robot ("robot") gets this speed (rad/s), those on its left (+y) `left`.
void CommandWheels(sim::Simulation* simulation, double left, double right);

}  // namespace surefoot::conformance
