#pragma once

/// Random numbers for tests.

#include "surefoot/base/random.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::test {

/// Each coordinate uniform in [-size, size).
inline Vector3d RandomVector(RandomStream* random, double size = 1.0) {
  Vector3d v;
  for (int i = 0; i < 3; ++i) v[i] = random->Uniform(-size, size);
  return v;
}

inline Vector3d RandomDirection(RandomStream* random) {
  return Vector3d(random->Normal(), random->Normal(), random->Normal()).normalized();
}

/// Uniform over all rotations.
inline Quaterniond RandomRotation(RandomStream* random) {
  return Quaterniond(random->Normal(), random->Normal(), random->Normal(), random->Normal())
      .normalized();
}

inline RigidTransform RandomPose(RandomStream* random, double size = 1.0) {
  const Quaterniond q = RandomRotation(random);
  return RigidTransform(q, RandomVector(random, size));
}

}  // namespace surefoot::test
