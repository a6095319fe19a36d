#pragma once

/// Robots of public recordings, worlds in which their models repeat the drives, and the repetition
/// of a recorded drive:
///
///   const GapRobot robot = SUREFOOT_TRY(FindGapRobot("husky"));
///   const GapWorld world = SUREFOOT_TRY(MakeGapWorld(parts, "empty.sdf", robot, &problems));
///   const GapDriveResult drive = SUREFOOT_TRY(SimulateDrive(parts, "mujoco", world, spec));

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/world.h"

namespace surefoot::experiment {

/// A robot with public recordings.
struct GapRobot {
  std::string name;
  /// The Surefoot model with the build of the recorded robot.
  std::string model;
  /// The ground of its DRIVE recordings.
  std::string ground;
  /// Joints of the wheels.
  std::vector<std::string> left;
  std::vector<std::string> right;
};

/// The ground under the wheels, and who computes the contact.
struct GapGround {
  world::WheelContact contact = world::WheelContact::kEngine;
  /// Ground of everything static: name of a file in grounds/; empty: as in the world.
  std::string name;
  /// Parameters to use instead of those in the file; calibration sets them.
  std::optional<world::HardGround> hard;
};

/// The error lists the known robots.
Result<GapRobot> FindGapRobot(const std::string& name);

/// A world with the robot in it.
struct GapWorld {
  std::shared_ptr<const world::World> world;
  /// The world as the user named it.
  std::string file;
  /// All files that the world and the robot were read from, for the manifest.
  std::vector<std::string> files;
  /// Name of the instance in the world, and of its model.
  std::string robot;
  std::string model;
  /// Scoped joint names, and the indices of their velocity coordinates.
  struct Wheel {
    std::string joint;
    int v = 0;
    bool is_left = false;
  };
  std::vector<Wheel> wheels;
  int base_link = 0;
  gap::SideGeometry geometry;
};

/// Loads the world. Uses a model in it that has the robot's wheels; otherwise places the robot's
/// model at the origin. Removes the speed limits of the wheels, since recorded speeds are to be
/// reproduced.
Result<GapWorld> MakeGapWorld(const Parts& parts, const std::string& file, const GapRobot& robot,
                              Problems* problems, const GapGround& ground = {});

/// The same world and robot on another ground.
Result<GapWorld> OnGround(const Parts& parts, const GapWorld& world, const GapGround& ground,
                          Problems* problems);

/// A drive to repeat. Its state before `from` is unknown: the robot accelerates from rest to the
/// first recorded wheel speeds and holds them until it moves steadily.
struct GapDriveSpec {
  gap::WheelSpeeds wheels;
  double from = 0.0;
  double to = 0.0;
  std::uint64_t seed = 0;
  bool with_imu = false;
};

/// Lead before `from` (s): standing, 1 s of acceleration, 1.5 s at the first speeds.
constexpr double kGapLead = 3.0;

/// Commanded wheel speeds at a time, including the lead.
gap::WheelSpeeds::Pair CommandedSpeeds(const GapDriveSpec& spec, double moment);

struct GapDriveResult {
  /// Poses of the robot's base on the clock of the wheel speeds.
  gap::PoseTrack track;
  /// Empty unless requested.
  gap::ImuRecording imu;
  /// Root mean square of actual minus commanded wheel speed (rad/s): motors may be too weak.
  double wheel_error = 0.0;
  /// Highest minus lowest position of the base (m); large values mean that it jumps or tips.
  double height_range = 0.0;
};

/// Thread-safe: simulations are created and destroyed under a lock (locked_simulation.h).
Result<GapDriveResult> SimulateDrive(const Parts& parts, const std::string& engine,
                                     const GapWorld& world, const GapDriveSpec& spec);

}  // namespace surefoot::experiment
