#pragma once

/// A world and the robot in it that repeats a recording: its wheels, command topics, and resting
/// pose.

#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/motion/motion_log.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/world.h"

namespace surefoot::experiment {

struct RestartWorld {
  std::shared_ptr<const world::World> world;
  /// The world as the user named it.
  std::string file;
  /// Name of the robot in the world, and of its description.
  std::string robot;
  std::string model;
  struct Wheel {
    /// "husky::front_left_wheel" and "front_left_wheel".
    std::string joint;
    std::string name;
    int v = 0;
  };
  std::vector<Wheel> wheels;
  int base_link = 0;
  /// Pose of the base in the model.
  RigidTransform X_MB;
  /// Twist topics that its drive subscribes to, cmd_vel first.
  std::vector<std::string> command_topics;
  /// Pose of the base after settling at its place in the world.
  RigidTransform X_WB;
  /// Points P of the base whose true poses are published (nav_msgs/Odometry other than wheel
  /// odometry): topic and X_BP.
  std::vector<std::pair<std::string, RigidTransform>> tracked;
  /// All topics that it publishes, and their common prefix: "/husky/".
  std::vector<std::string> topics;
  std::string scope;

  gap::MotionNames Names() const;
};

/// `model`: a robot of the world by its instance or model name, or a model to place at the origin;
/// empty: the only robot on wheels. `contact`: as in LoadWorld. Runs the world for 0.5 s to find
/// where the robot comes to rest.
Result<RestartWorld> MakeRestartWorld(const Parts& parts, const std::string& engine,
                                      const std::string& file, const std::string& model,
                                      const std::string& contact, Problems* problems);

/// Replaces the robot's model in the spec by a copy and returns that for editing; nullptr when
/// the robot does not exist.
world::Model* CopyOfRobot(const std::string& robot, world::WorldSpec* spec);

/// The same robot in a changed world; does not settle again.
Result<RestartWorld> InChangedWorld(const RestartWorld& world, world::WorldSpec spec);

/// The same world without speed limits of the robot's wheels.
Result<RestartWorld> WithFreeWheels(const RestartWorld& world);

}  // namespace surefoot::experiment
