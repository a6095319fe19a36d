#pragma once

/// Robots of real recordings, and the worlds in which their models repeat them.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
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

}  // namespace surefoot::experiment
