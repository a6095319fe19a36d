#pragma once

#include <memory>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/engines/kinematic/outline.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/physics/state.h"

namespace surefoot::engines::kinematic {

/// A wheel that is fixed to the robot's body. B is the body's frame laid flat: its origin and
/// heading.
struct RollingWheel {
  /// Into State::v.
  int v = 0;
  Vector2d p_BC = Vector2d::Zero();
  /// Where it rolls to, and way per angle of its joint.
  Vector2d ahead_B = Vector2d::UnitX();
  double radius = 0.1;
};

/// A joint with one coordinate, wheels included.
struct DrivenJoint {
  int q = 0;
  int v = 0;
  const world::JointAxis* axis = nullptr;
};

/// Speeds of the body in its own flat frame.
struct FlatTwist {
  Vector2d v_B = Vector2d::Zero();
  double turn = 0.0;
};

/// What a model is to this engine.
struct Robot {
  int model = 0;
  /// World id of the link that moves freely; -1: the model stands.
  int root_link = -1;
  std::vector<RollingWheel> wheels;
  std::vector<DrivenJoint> joints;
  /// In B.
  std::vector<Outline> outlines;
  /// Of all outlines from B's origin.
  double reach = 0.0;

  /// Where the body is: heading, and how its link lies in the flat frame.
  double heading = 0.0;
  Quaterniond q_BL = Quaterniond::Identity();
};

/// Reads the model, which stands as `state` says. An error for one that cannot roll.
Result<Robot> MakeRobot(const world::World& world, int model, const physics::State& state);

/// Takes the place of the body from the state.
void TakePlace(const physics::State& state, Robot* robot);

/// What is in the way of robots: outlines of all that cannot move.
std::vector<Outline> StandingOutlines(const world::World& world, const std::vector<int>& models,
                                      const physics::State& state);

/// How far a robot must sink to stand on the world's level ground; 0 where there is none.
double HeightAboveGround(const world::World& world, const Robot& robot,
                         const physics::State& state);

/// Speeds at which the wheels that have a servo roll without slip; the least squares of it where
/// there are more than two.
FlatTwist RollingTwist(const Robot& robot, const physics::Inputs& inputs,
                       const std::vector<double>& v);

}  // namespace surefoot::engines::kinematic
