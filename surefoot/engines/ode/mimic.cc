#include "surefoot/engines/ode/mimic.h"

#include <algorithm>
#include <cmath>

namespace surefoot::engines::ode {
namespace {

/// The lever arm of a line (p, d) about an axis is g . p + k: linear in the point.
struct Arm {
  Vector3d g = Vector3d::Zero();
  double k = 0.0;
};

/// Moment arm of a force along d, as a linear function of the point where it acts.
Arm ArmOf(const FreeAxis& axis, const Vector3d& d) {
  Arm arm;
  if (axis.linear) {
    arm.k = d.dot(axis.axis_W);
  } else {
    arm.g = d.cross(axis.axis_W);
    arm.k = -arm.g.dot(axis.p_W);
  }
  return arm;
}

}  // namespace

// The line along which a force transmits the ratio, as between two gear wheels.
MeshLine FindMeshLine(const FreeAxis& one, const FreeAxis& two, double ratio) {
  const Vector3d between = two.p_W - one.p_W;
  const double size = std::max(between.norm(), 0.05);
  // Candidate directions: common normals of the axes and the connection between them.
  const Vector3d middle = 0.5 * (one.p_W + two.p_W);
  Vector3d directions[8] = {one.axis_W.cross(between),
                            two.axis_W.cross(between),
                            between,
                            one.axis_W.cross(two.axis_W),
                            one.axis_W.unitOrthogonal(),
                            two.axis_W.unitOrthogonal(),
                            one.axis_W,
                            two.axis_W};
  const Vector3d uneven = one.axis_W - ratio * two.axis_W;
  if (one.linear && two.linear && uneven.norm() > 1e-9) {
    const Vector3d u = uneven.normalized();
    directions[0] = two.axis_W - u.dot(two.axis_W) * u;
  }
  MeshLine best;
  double best_score = 1e-3;
  for (Vector3d d : directions) {
    if (d.norm() < 1e-6 * size) continue;
    d.normalize();
    const Arm arm_one = ArmOf(one, d);
    const Arm arm_two = ArmOf(two, d);
    const Vector3d g = arm_one.g - ratio * arm_two.g;
    const double k = arm_one.k - ratio * arm_two.k;
    for (const Vector3d& start :
         {middle, Vector3d(middle + size * d.cross(one.axis_W)),
          Vector3d(middle + size * d.cross(two.axis_W)), Vector3d(one.p_W), Vector3d(two.p_W)}) {
      Vector3d p = start;
      if (g.norm() > 1e-6) {
        p -= g * ((g.dot(start) + k) / g.squaredNorm());
      } else if (std::abs(k) > 1e-9 * size) {
        continue;
      }
      const double a1 = arm_one.g.dot(p) + arm_one.k;
      const double a2 = arm_two.g.dot(p) + arm_two.k;
      // Prefers long arms close to the axes: a row with short arms is ill-conditioned.
      const double scale = size + (p - middle).norm();
      const double score = std::min(std::abs(a1) / (one.linear ? 1.0 : scale),
                                    std::abs(a2) / (two.linear ? 1.0 : scale)) *
                           size / scale;
      if (score > best_score) {
        best_score = score;
        best = MeshLine{true, p, d, a1, a2};
      }
    }
  }
  return best;
}

}  // namespace surefoot::engines::ode
