#pragma once

/// Installed robots, or robots read from files, on grounds with given parameters: for tests and for
/// tables.

#include <memory>
#include <string>
#include <vector>

#include "tests/scene/scene.h"

namespace surefoot::conformance {

/// The model's description; fails the program if it does not exist.
std::shared_ptr<const world::Model> LoadRobot(const std::string& uri);

/// A copy whose wheels have no lugs.
std::shared_ptr<const world::Model> WithoutLugs(const world::Model& robot);

world::HardGround Hard(double mu, double rolling_resistance, double slip_stiffness = 0.0);

/// A world with the ground "lab", an infinite plane that rises by `slope` (rad) towards +x, and the
/// robot on it, rotated by `heading`. Wheels have contacts of their tyres, or of the soil.
Scene OnGround(const world::GroundMaterial& ground, std::shared_ptr<const world::Model> robot,
               double slope = 0.0, double heading = 0.0);
Scene OnGround(const world::HardGround& ground, std::shared_ptr<const world::Model> robot,
               double slope = 0.0, double heading = 0.0);

/// Speeds of the base, as commanded by a user.
struct Twist2 {
  double x = 0.0;
  double turn = 0.0;
};

/// A robot driven by messages on its cmd_vel, 20 times a second, and observed.
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
  /// Its total rotation about the vertical.
  double turned() const { return turned_; }

  /// Over all steps since the last call of Watch.
  struct Watched {
    double acceleration = 0.0;
    double lowest = 0.0;
    double highest = 0.0;
    double min_load = 0.0;
    double max_load = 0.0;
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
