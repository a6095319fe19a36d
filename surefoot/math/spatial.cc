#include "surefoot/math/spatial.h"

#include <cmath>

#include "surefoot/math/decompose.h"

namespace surefoot {
namespace {

/// Parallel-axis term of a point mass at offset d.
Matrix3d PointInertia(double mass, const Vector3d& d) {
  return mass * (d.squaredNorm() * Matrix3d::Identity() - d * d.transpose());
}

}  // namespace

Inertia ExpressedIn(const RigidTransform& X_BC, const Inertia& inertia_C) {
  Inertia inertia_B = inertia_C;
  inertia_B.p_BBcm = inertia_C.p_BBcm.isZero(0.0) ? X_BC.p : X_BC * inertia_C.p_BBcm;
  // Without rotation every bit is kept; with rotation, rounding must not destroy the symmetry.
  if (RigidTransform(X_BC.q, Vector3d::Zero()).IsIdentity()) return inertia_B;
  const Matrix3d R_BC = X_BC.R();
  const Matrix3d I = R_BC * inertia_C.I_BBcm_B * R_BC.transpose();
  inertia_B.I_BBcm_B = 0.5 * (I + I.transpose());
  return inertia_B;
}

/// Parallel axis theorem (Steiner): both moments are moved to the common centre of mass.
Inertia Combine(const Inertia& a, const Inertia& b) {
  Inertia sum;
  sum.mass = a.mass + b.mass;
  if (sum.mass <= 0.0) return sum;
  sum.p_BBcm = (a.mass * a.p_BBcm + b.mass * b.p_BBcm) / sum.mass;
  sum.I_BBcm_B = a.I_BBcm_B + PointInertia(a.mass, a.p_BBcm - sum.p_BBcm) + b.I_BBcm_B +
                 PointInertia(b.mass, b.p_BBcm - sum.p_BBcm);
  return sum;
}

/// The moments of a real body satisfy the triangle inequality: the largest is at most the sum of
/// the other two. The tolerance accepts flat bodies whose file has rounded numbers.
bool IsPhysical(const Inertia& inertia) {
  if (!std::isfinite(inertia.mass) || inertia.mass <= 0.0) return false;
  if (!inertia.p_BBcm.allFinite() || !inertia.I_BBcm_B.allFinite()) return false;
  const Vector3d moments = PrincipalValuesOf(inertia.I_BBcm_B);  // ascending
  if (moments[0] <= 0.0) return false;
  return moments[2] <= (moments[0] + moments[1]) * (1.0 + 1e-6);
}

}  // namespace surefoot
