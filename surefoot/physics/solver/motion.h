#pragma once

/// Poses, velocities and inertias of an engine's bodies, as input of the solver.

#include <vector>

#include "surefoot/math/spatial.h"

namespace surefoot::solver {

/// A spatial motion or force in W: rotational part w (angular velocity or torque) and translational
/// part v (velocity or force) at a point that the context defines.
struct Spatial {
  Vector3d w = Vector3d::Zero();
  Vector3d v = Vector3d::Zero();
};

/// State of a body, expressed in W and about the body's origin Bo. SI units.
struct BodyMotion {
  Matrix3d R_WB = Matrix3d::Identity();
  Vector3d p_WB = Vector3d::Zero();
  Vector3d w_WB = Vector3d::Zero();
  Vector3d v_WB = Vector3d::Zero();
  double mass = 0.0;
  Vector3d p_BBcm_W = Vector3d::Zero();
  Matrix3d I_BBo_W = Matrix3d::Zero();
  /// Force that would keep the velocities of all coordinates constant (Coriolis, centrifugal and
  /// gyroscopic terms). Used only by Articulation::CollectForces().
  Spatial inertial_force;
};

/// Coordinates and bodies of an engine, which decides how coordinates are numbered (q, u).
struct Motion {
  std::vector<double> q;
  std::vector<double> u;
  std::vector<BodyMotion> bodies;
  /// Per u: the motion of its body at the body's origin per unit of u.
  std::vector<Spatial> axes;
};

}  // namespace surefoot::solver
