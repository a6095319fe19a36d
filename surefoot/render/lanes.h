#pragma once

/// The values of a ray packet side by side (structure of arrays), and formulas that are written
/// once for a single ray (double) and for a packet (Lanes). Eigen turns the latter into SIMD
/// instructions.

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "surefoot/math/rigid_transform.h"
#include "surefoot/raycast/ray_packet.h"

namespace surefoot::render {

constexpr int kLanes = raycast::kPacketRays;
using Lanes = Eigen::Array<float, kLanes, 1>;

/// A vector or a colour; Real is double or Lanes.
template <typename Real>
struct Triple {
  Real x;
  Real y;
  Real z;
};
using Lanes3 = Triple<Lanes>;

inline Triple<double> ToTriple(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }
inline Vector3d ToVector(const Triple<double>& v) { return Vector3d(v.x, v.y, v.z); }

template <typename Real>
Real Dot(const Triple<Real>& a, const Triple<Real>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// std::max and std::sqrt under names that also exist for Lanes.
inline double NotBelow(double value, double min) { return std::max(value, min); }
inline Lanes NotBelow(const Lanes& value, float min) { return value.max(min); }
inline double Root(double value) { return std::sqrt(value); }
inline Lanes Root(const Lanes& value) { return value.sqrt(); }

/// Views of a packet's arrays, which raycast::RayPacket aligns for SIMD.
inline Eigen::Map<const Lanes, Eigen::AlignedMax> AsLanes(const float* values) {
  return Eigen::Map<const Lanes, Eigen::AlignedMax>(values);
}
inline Eigen::Map<Lanes, Eigen::AlignedMax> AsLanes(float* values) {
  return Eigen::Map<Lanes, Eigen::AlignedMax>(values);
}

}  // namespace surefoot::render
