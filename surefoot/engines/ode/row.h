#pragma once

#include "surefoot/engines/ode/handles.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::engines::ode {

/// A bounded velocity of one body over another at a point along a direction.
struct PointRow {
  dxBody* one = nullptr;
  dxBody* two = nullptr;
  Vector3d p_W = Vector3d::Zero();
  Vector3d direction_W = Vector3d::UnitX();
  double velocity = 0.0;
  double limit = 0.0;
  double softness = 0.0;
};

/// Adds it for one step. ODE has no joint for that, but a contact whose friction is the row; its
/// normal row gives way to any speed and so has no force.
dxJoint* AddRow(const PointRow& row, dxWorld* ode, dxJointGroup* group);

}  // namespace surefoot::engines::ode
