#pragma once

/// Robots of the benchmark's world as the raw loops build them: free bodies with chains of hinges.

#include <memory>
#include <vector>

#include "bench/husky/raw_loop.h"

namespace surefoot::husky {

struct RawShape {
  RigidTransform X_BG;
  world::Geometry geometry;
};

/// A robot's root (free, parent -1), or a body attached to an earlier one by a hinge.
struct RawBody {
  /// World link id.
  int root_link = 0;
  /// Index of an earlier body of the same robot.
  int parent = -1;
  /// Inertia that an engine moves, in B.
  Inertia inertia;
  /// Initial pose.
  RigidTransform X_WB;
  std::vector<RawShape> shapes;
  /// The hinge's initial pose in the world, its velocity coordinate in the World, and its initial
  /// angle. Without stops: neither wheels nor stepping legs reach them.
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

/// The speed that the world's initial commands give to each velocity coordinate: the targets of
/// velocity servos, and the speeds that lead position servos from their initial positions to their
/// targets.
std::vector<double> TargetSpeeds(const world::World& world);
/// The modes of these commands.
std::vector<world::ControlMode> ControlModes(const world::World& world);

/// A frame P at the centre of mass along the principal axes, for engines that require it, and the
/// moments about these axes.
struct PrincipalFrame {
  RigidTransform X_BP;
  Vector3d moments = Vector3d::Zero();
};
PrincipalFrame FindPrincipalFrame(const Inertia& inertia);

}  // namespace surefoot::husky
