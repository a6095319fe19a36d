#pragma once

#include "surefoot/math/rigid_transform.h"

namespace surefoot::engines::ode {

/// An axis of rotation (through p) or of translation.
struct FreeAxis {
  bool linear = false;
  Vector3d axis_W = Vector3d::UnitZ();
  Vector3d p_W = Vector3d::Zero();
};

/// A line along which two bodies on such axes have velocities in a fixed ratio, like two gears at
/// the pitch point: speed along it = arm * rate of the axis.
struct MeshLine {
  bool found = false;
  Vector3d p_W = Vector3d::Zero();
  Vector3d direction_W = Vector3d::UnitX();
  double arm_one = 0.0;
  double arm_two = 0.0;
};

/// Finds a line with arm_one = ratio * arm_two; there is none for two parallel translations.
MeshLine FindMeshLine(const FreeAxis& one, const FreeAxis& two, double ratio);

}  // namespace surefoot::engines::ode
