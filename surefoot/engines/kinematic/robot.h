#pragma once

#include <memory>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/engines/kinematic/outline.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/physics/state.h"

namespace surefoot::engines::kinematic {

/// A wheel fixed to the robot's body. B is the body's frame projected to the plane: its origin and
/// heading.
struct RollingWheel {
  /// Index into State::v.
  int v = 0;
  Vector2d p_BC = Vector2d::Zero();
  /// Rolling direction, and signed radius: distance per angle of its joint (m/rad).
  Vector2d ahead_B = Vector2d::UnitX();
  double radius = 0.1;
};

/// A joint with one coordinate; includes wheels.
struct DrivenJoint {
  int q = 0;
  int v = 0;
  const world::JointAxis* axis = nullptr;
};

/// Velocity of the body in its own plane frame B (m/s, rad/s).
struct FlatTwist {
  Vector2d v_B = Vector2d::Zero();
  double turn = 0.0;
};

/// A model as this engine sees it.
struct Robot {
  int model = 0;
  /// World id of the free root link; -1: the model does not move.
  int root_link = -1;
  std::vector<RollingWheel> wheels;
  std::vector<DrivenJoint> joints;
  /// Outlines in B.
  std::vector<Outline> outlines;
  /// Radius around B's origin that contains all outlines (m).
  double reach = 0.0;

  /// Pose in the plane: heading (rad), and rotation of the link in B.
  double heading = 0.0;
  Quaterniond q_BL = Quaterniond::Identity();
};

/// Reads the model at the poses of `state`. An error for a model that cannot roll.
Result<Robot> MakeRobot(const world::World& world, int model, const physics::State& state);

/// Takes the body's heading and tilt from the state.
void ReadHeading(const physics::State& state, Robot* robot);

/// Obstacles: outlines of all static links.
std::vector<Outline> StaticOutlines(const world::World& world, const std::vector<int>& models,
                                    const physics::State& state);

/// Height (m) of a robot's lowest wheel above the world's level ground; 0 where there is none.
double HeightAboveGround(const world::World& world, const Robot& robot,
                         const physics::State& state);

/// Velocity at which the wheels with a servo roll without slip; by least squares with more than two
/// wheels.
FlatTwist RollingTwist(const Robot& robot, const physics::Inputs& inputs,
                       const std::vector<double>& v);

}  // namespace surefoot::engines::kinematic
