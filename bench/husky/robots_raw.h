#pragma once

/// What the raw loops build: the robots of the benchmark's world as free bodies with chains of
/// hinges on them.

#include <memory>
#include <vector>

#include "bench/husky/raw_loop.h"

namespace surefoot::husky {

struct RawShape {
  RigidTransform X_BG;
  world::Geometry geometry;
};

/// A robot's root (free, parent -1), or what hangs on an earlier body by a hinge.
struct RawBody {
  /// World link id.
  int root_link = 0;
  /// Index of an earlier body of the same robot.
  int parent = -1;
  /// As an engine has to move it, in B.
  Inertia inertia;
  /// At the start.
  RigidTransform X_WB;
  std::vector<RawShape> shapes;
  /// The hinge, in the world at the start; its velocity coordinate in the World, and its angle at
  /// the start. Without stops: neither wheels nor stepping legs get there.
  Vector3d p_WJ = Vector3d::Zero();
  Vector3d axis_W = Vector3d::UnitZ();
  int v = -1;
  double angle = 0.0;
  double damping = 0.0;
  /// Its motor.
  double effort = 0.0;
  double speed = 0.0;
};

struct RawWorld {
  Vector3d gravity_W = Vector3d::Zero();
  std::vector<std::vector<RawBody>> robots;
  /// nullptr: the plane z = 0.
  std::shared_ptr<const HeightField> ground;
  /// Velocity coordinates of the World.
  int v_count = 0;
};

RawWorld DescribeRobots(const RawArgs& args);

/// The speed that the world's initial commands give to each velocity coordinate: what velocity
/// servos are told, and what leads position servos to their targets from where the joints start.
std::vector<double> TargetSpeeds(const world::World& world);
/// The modes of these commands.
std::vector<world::ControlMode> ControlModes(const world::World& world);

/// A frame P at the centre of mass along the principal axes, for engines that want that, and the
/// moments about them.
struct PrincipalFrame {
  RigidTransform X_BP;
  Vector3d moments = Vector3d::Zero();
};
PrincipalFrame FindPrincipalFrame(const Inertia& inertia);

}  // namespace surefoot::husky
