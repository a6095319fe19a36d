#pragma once

/// A wheel meets the ground: from motion to force, the same on every engine.

#include "surefoot/base/archive.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::ground {

/// How a wheel's hub moves at the start of a step. Axes are the hub's, which does not spin: axle to
/// the left, `forward` where the wheel rolls when its spin is positive, `up` = forward x axle.
struct HubMotion {
  Vector3d p_WC = Vector3d::Zero();
  Vector3d forward_W = Vector3d::UnitX();
  Vector3d axle_W = Vector3d::UnitY();
  Vector3d up_W = Vector3d::UnitZ();
  /// Of the centre; angular velocity without the spin.
  Vector3d v_WC = Vector3d::Zero();
  Vector3d w_W = Vector3d::Zero();
  /// About the axle (rad/s, rad).
  double spin = 0.0;
  double angle = 0.0;
  /// What a force at the contact moves, along and across, wheel inertia included (kg): for the
  /// stability guard.
  double effective_mass_x = 1.0;
  double effective_mass_y = 1.0;
  double effective_mass_z = 1.0;
};

/// What the ground does to the wheel.
struct WheelForce {
  /// At the centre C.
  Vector3d f_W = Vector3d::Zero();
  Vector3d t_C_W = Vector3d::Zero();
  bool touching = false;
  double load = 0.0;
  /// Where the load acts, and the ground's normal there.
  Vector3d p_WP = Vector3d::Zero();
  Vector3d normal_W = Vector3d::UnitZ();
  /// Speed of the tread over the ground, forward and to the left (m/s).
  double slip_speed_x = 0.0;
  double slip_speed_y = 0.0;
  /// In soil (m).
  double sinkage = 0.0;
};

/// One wheel's contact, with what it remembers.
class WheelLaw {
 public:
  virtual ~WheelLaw() = default;

  /// Advances by a step. No allocation. Changes nothing that other wheels look at, so that wheels
  /// can be stepped side by side.
  virtual WheelForce Feel(const HubMotion& motion, double dt) = 0;
  /// After Feel of all wheels: leaves behind what others will find in the next step.
  virtual void LeaveTrack() {}
  /// Both, for a wheel by itself.
  WheelForce Step(const HubMotion& motion, double dt) {
    const WheelForce force = Feel(motion, dt);
    LeaveTrack();
    return force;
  }
  /// The wheel was put elsewhere.
  virtual void Reset() = 0;
  /// What it remembers.
  virtual void Archive(StateArchive* archive) = 0;
};

/// Gives one law what another remembers; false when that does not fit.
template <typename Law>
bool TakeMemory(Law* from, Law* to) {
  const Bytes bytes = SavedState(from);
  ByteReader reader(bytes);
  StateArchive archive(&reader);
  to->Archive(&archive);
  return archive.ok();
}

}  // namespace surefoot::ground
