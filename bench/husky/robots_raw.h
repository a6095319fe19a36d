#pragma once

/// What the raw loops build: the robots of the benchmark's world as free bodies with hinges on
/// them.

#include <memory>
#include <vector>

#include "bench/husky/raw_loop.h"

namespace surefoot::husky {

struct RawShape {
  RigidTransform X_BG;
  world::Geometry geometry;
};

/// A chassis (free, parent -1) or a wheel on it.
struct RawBody {
  /// World link id.
  int root_link = 0;
  /// Index of an earlier body of the same robot.
  int parent = -1;
  /// As an engine has to move it, in B.
  Inertia inertia;
  RigidTransform X_WB;
  std::vector<RawShape> shapes;
  /// The hinge, in the world at the start, and its motor.
  Vector3d p_WJ = Vector3d::Zero();
  Vector3d axis_W = Vector3d::UnitZ();
  double damping = 0.0;
  double effort = 0.0;
  double speed = 0.0;
};

struct RawWorld {
  Vector3d gravity_W = Vector3d::Zero();
  std::vector<std::vector<RawBody>> robots;
  /// nullptr: the plane z = 0.
  std::shared_ptr<const HeightField> ground;
};

RawWorld DescribeRobots(const RawArgs& args);

/// A frame P at the centre of mass along the principal axes, for engines that want that, and the
/// moments about them.
struct PrincipalFrame {
  RigidTransform X_BP;
  Vector3d moments = Vector3d::Zero();
};
PrincipalFrame FindPrincipalFrame(const Inertia& inertia);

}  // namespace surefoot::husky
