#pragma once

/// Robots of real recordings, the worlds in which their models repeat them, and a recorded drive
/// that is repeated by the simulator.

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

/// A robot that recordings are of.
struct GapRobot {
  std::string name;
  /// The model of ours that is built as the recorded ones were.
  std::string model;
  /// The ground of its DRIVE recordings.
  std::string ground;
  /// Joints of the wheels.
  std::vector<std::string> left;
  std::vector<std::string> right;
};

/// What the wheels of a robot meet.
struct GapGround {
  world::WheelContact contact = world::WheelContact::kEngine;
  /// Of all that does not move: a file of grounds/ by its name; empty: what the world says.
  std::string name;
  /// In place of what is in such a file.
  std::optional<world::HardGround> hard;
};

/// The error says which robots there are.
Result<GapRobot> FindGapRobot(const std::string& name);

/// A world with the robot in it.
struct GapWorld {
  std::shared_ptr<const world::World> world;
  /// Where the world came from, as the user said it.
  std::string file;
  /// All that it and the robot were read from.
  std::vector<std::string> files;
  /// Of the instance in the world, and of its description.
  std::string robot;
  std::string model;
  /// Joints with their model's name, and coordinates of their velocities.
  struct Wheel {
    std::string joint;
    int v = 0;
    bool is_left = false;
  };
  std::vector<Wheel> wheels;
  int base_link = 0;
  gap::SideGeometry geometry;
};

/// Loads the world. A model in it with the robot's wheels is taken; else the robot's own model is
/// put at the origin. Limits of the wheels' speed are lifted, as recorded speeds are to be
/// repeated.
Result<GapWorld> MakeGapWorld(const Parts& parts, const std::string& file, const GapRobot& robot,
                              Problems* problems, const GapGround& ground = {});

/// The same world and robot on another ground.
Result<GapWorld> OnGround(const Parts& parts, const GapWorld& world, const GapGround& ground,
                          Problems* problems);

/// From standing still the wheels come up to the first recorded speeds and hold them until the
/// robot moves steadily, as nobody knows how it moved before.
struct GapDriveSpec {
  gap::WheelSpeeds wheels;
  double from = 0.0;
  double to = 0.0;
  std::uint64_t seed = 0;
  bool with_imu = false;
};

/// Seconds before `from` at which it begins to stand.
constexpr double kGapLead = 3.0;

/// What the wheels are told at a moment, lead included.
gap::WheelSpeeds::Pair ToldSpeeds(const GapDriveSpec& spec, double moment);

struct GapDriveResult {
  /// Of the robot's base, by the clock of the wheel speeds.
  gap::PoseTrack track;
  /// Empty when not asked for.
  gap::ImuRecording imu;
  /// Root mean square of turned minus told wheel speed (rad/s).
  double wheel_error = 0.0;
  /// Highest minus lowest place of the base (m).
  double height_range = 0.0;
};

/// Makes and ends simulations under a lock, so it may be called from several threads.
Result<GapDriveResult> SimulateDrive(const Parts& parts, const std::string& engine,
                                     const GapWorld& world, const GapDriveSpec& spec);

}  // namespace surefoot::experiment
