#pragma once

/// How the bodies of an engine stand and move, as the solver needs to know it.

#include <vector>

#include "surefoot/math/spatial.h"

namespace surefoot::solver {

/// A motion or a force: turning part and moving part, in W, at a point that the context names.
struct Spatial {
  Vector3d w = Vector3d::Zero();
  Vector3d v = Vector3d::Zero();
};

/// Of a body, expressed in W and about the body's origin.
struct BodyMotion {
  Matrix3d R_WB = Matrix3d::Identity();
  Vector3d p_WB = Vector3d::Zero();
  Vector3d w_WB = Vector3d::Zero();
  Vector3d v_WB = Vector3d::Zero();
  double mass = 0.0;
  Vector3d p_BBcm_W = Vector3d::Zero();
  Matrix3d I_BBo_W = Matrix3d::Zero();
  /// Force it takes to keep all coordinates' velocities constant; only
  /// Articulation::CollectForces() reads it.
  Spatial inertial_force;
};

/// Coordinates and bodies of an engine; it decides how coordinates are numbered (q, u).
struct Motion {
  std::vector<double> q;
  std::vector<double> u;
  std::vector<BodyMotion> bodies;
  /// Per u: the motion of its body, at the body's origin, that one unit of it adds.
  std::vector<Spatial> axes;
};

}  // namespace surefoot::solver
