#pragma once

/// Worlds whose robot repeats recordings from recorded states.

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
  /// Where it came from, as the user said it.
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
  /// Of the base in the model.
  RigidTransform X_MB;
  /// With Twists that its drive takes, the most usual name first.
  std::vector<std::string> command_topics;
  /// The base when the robot has come to rest where the world puts it.
  RigidTransform X_WB;
  /// Points on the base whose places it publishes (nav_msgs/Odometry that tells no odometry): topic
  /// and X_BP.
  std::vector<std::pair<std::string, RigidTransform>> tracked;
  /// All topics that it publishes, and what stands before their names: "/husky/".
  std::vector<std::string> topics;
  std::string scope;

  gap::MotionNames Names() const;
};

/// `model`: a robot of the world by its name or that of its description, or a model to be put at
/// the origin; empty: the only one with a drive. `contact`: as in LoadWorld.
Result<RestartWorld> MakeRestartWorld(const Parts& parts, const std::string& engine,
                                      const std::string& file, const std::string& model,
                                      const std::string& contact, Problems* problems);

/// A copy of the robot's description in the spec, to be changed; nullptr when it is not there.
world::Model* CopyOfRobot(const std::string& robot, world::WorldSpec* spec);

/// The same robot in a changed description of its world.
Result<RestartWorld> InChangedWorld(const RestartWorld& world, world::WorldSpec spec);

/// With wheels that turn as fast as they are told.
Result<RestartWorld> WithFreeWheels(const RestartWorld& world);

}  // namespace surefoot::experiment
