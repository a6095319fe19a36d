#pragma once

/// Robots that come along, or are read from files, on grounds with given numbers: for tests and
/// for tables of figures.

#include <memory>
#include <string>
#include <vector>

#include "tests/scene/scene.h"

namespace surefoot::conformance {

/// The model's description; fails the program when there is none.
std::shared_ptr<const world::Model> LoadRobot(const std::string& uri);

/// A copy whose wheels have no lugs.
std::shared_ptr<const world::Model> WithoutLugs(const world::Model& robot);

world::HardGround Hard(double mu, double rolling_resistance, double slip_stiffness = 0.0);

/// A world with the ground "lab", an infinite plane that rises by `slope` (rad) towards +x, and on
/// it the robot, turned by `heading`. Wheels are carried by their tyres, or by its soil.
Scene OnGround(const world::GroundMaterial& ground, std::shared_ptr<const world::Model> robot,
               double slope = 0.0, double heading = 0.0);
Scene OnGround(const world::HardGround& ground, std::shared_ptr<const world::Model> robot,
               double slope = 0.0, double heading = 0.0);

/// Speeds of the base, as a user commands them.
struct Twist2 {
  double x = 0.0;
  double turn = 0.0;
};

/// A robot that is driven by messages on its cmd_vel, 20 times a second, and watched.
class LabRun {
 public:
  /// `base` and `topic`: "robot::base_link", "/robot/cmd_vel".
  LabRun(sim::Simulation* simulation, const std::string& base, const std::string& topic);

  /// Stops early when a step fails; then failed().
  void Drive(const Twist2& command, double seconds);
  /// Without messages: direct commands, or none.
  void Wait(double seconds);

  const RigidTransform& pose() const;
  const Twist& velocity() const;
  /// How far it has turned about the vertical in all.
  double turned() const { return turned_; }

  /// Of all steps since the last call of Watch.
  struct Watched {
    double acceleration = 0.0;
    double lowest = 0.0;
    double highest = 0.0;
    double least_load = 0.0;
    double most_load = 0.0;
    double fastest = 0.0;
  };
  void Watch();
  const Watched& watched() const { return watched_; }
  bool failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }

 private:
  void Step();

  sim::Simulation& simulation_;
  int base_ = 0;
  std::string topic_;
  double turned_ = 0.0;
  Watched watched_;
  std::string error_;
};

}  // namespace surefoot::conformance
