#pragma once

/// Spatial quantities of rigid bodies. The name of a variable states the frame it is expressed in.

#include "surefoot/math/rigid_transform.h"

namespace surefoot {

/// Velocity of a frame: V_WB_W has w = angular velocity and v = velocity of B's origin, both in W.
struct Twist {
  Vector3d w = Vector3d::Zero();
  Vector3d v = Vector3d::Zero();
};

/// Force and torque: F_B_W acts at B's origin, expressed in W.
struct Wrench {
  Vector3d torque = Vector3d::Zero();
  Vector3d force = Vector3d::Zero();
};

/// Mass, centre of mass and rotational inertia of a body B.
struct Inertia {
  double mass = 0.0;
  /// Position of the centre of mass in B.
  Vector3d p_BBcm = Vector3d::Zero();
  /// Inertia about the centre of mass, expressed in axes parallel to B's. Symmetric.
  Matrix3d I_BBcm_B = Matrix3d::Zero();
};

/// The inertia of a body given in frame C, expressed in frame B.
Inertia ExpressedIn(const RigidTransform& X_BC, const Inertia& inertia_C);

/// The inertia of two rigidly joined bodies, both given in the same frame.
Inertia Combine(const Inertia& a, const Inertia& b);

/// Whether mass and principal moments are possible for a real body: positive, finite, and no
/// principal moment larger than the sum of the other two (with a relative tolerance of 1e-6).
bool IsPhysical(const Inertia& inertia);

/// Velocity of a frame C fixed to B at p_BC_W (B's origin to C's origin, expressed in W).
inline Twist Shifted(const Twist& V_WB_W, const Vector3d& p_BC_W) {
  Twist V_WC_W;
  V_WC_W.w = V_WB_W.w;
  V_WC_W.v = V_WB_W.v + V_WB_W.w.cross(p_BC_W);
  return V_WC_W;
}

}  // namespace surefoot
