#pragma once

/// Quaternions in arrays of coordinates, in the order w x y z.

#include "surefoot/math/rigid_transform.h"

namespace surefoot {

inline Quaterniond QuaternionAt(const double* q) { return Quaterniond(q[0], q[1], q[2], q[3]); }

inline void PutQuaternion(const Quaterniond& q, double* out) {
  out[0] = q.w();
  out[1] = q.x();
  out[2] = q.y();
  out[3] = q.z();
}

}  // namespace surefoot
