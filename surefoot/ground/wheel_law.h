#pragma once

/// The interface of wheel contact laws: from motion to force, the same on every engine.

#include "surefoot/base/archive.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::ground {

/// Motion of a wheel's hub at the start of a step, in SI units. Its axes do not spin: axle to the
/// left, `forward` in the rolling direction of positive spin, `up` = forward x axle.
struct HubMotion {
  Vector3d p_WC = Vector3d::Zero();
  Vector3d forward_W = Vector3d::UnitX();
  Vector3d axle_W = Vector3d::UnitY();
  Vector3d up_W = Vector3d::UnitZ();
  /// Velocity of the centre; angular velocity without the spin.
  Vector3d v_WC = Vector3d::Zero();
  Vector3d w_W = Vector3d::Zero();
  /// Rotation about the axle (rad/s, rad).
  double spin = 0.0;
  double angle = 0.0;
  /// Effective mass (kg) of a force at the contact, wheel inertia included: for the stability
  /// guard.
  double effective_mass_x = 1.0;
  double effective_mass_y = 1.0;
  double effective_mass_z = 1.0;
};

/// Force of the ground on the wheel.
struct WheelForce {
  /// Force (N) and torque (N m) at the centre C.
  Vector3d f_W = Vector3d::Zero();
  Vector3d t_C_W = Vector3d::Zero();
  bool touching = false;
  double load = 0.0;
  /// Centre of pressure, and the ground's normal there.
  Vector3d p_WP = Vector3d::Zero();
  Vector3d normal_W = Vector3d::UnitZ();
  /// Speed of the tread relative to the ground, forward and to the left (m/s).
  double slip_speed_x = 0.0;
  double slip_speed_y = 0.0;
  /// Sinkage in soil (m).
  double sinkage = 0.0;
};

/// Contact law of one wheel, with its history.
class WheelLaw {
 public:
  virtual ~WheelLaw() = default;

  /// Advances by a step. Does not allocate. Changes nothing that other wheels read, so wheels can
  /// be stepped in parallel.
  virtual WheelForce ComputeForce(const HubMotion& motion, double dt) = 0;
  /// Call after ComputeForce() of all wheels: writes what other wheels read in the next step
  /// (ruts).
  virtual void LeaveTrack() {}
  /// Both calls, for a wheel by itself.
  WheelForce Step(const HubMotion& motion, double dt) {
    const WheelForce force = ComputeForce(motion, dt);
    LeaveTrack();
    return force;
  }
  /// Call after the wheel was moved: drops its history.
  virtual void Reset() = 0;
  /// Saves or restores its history.
  virtual void Archive(StateArchive* archive) = 0;
};

/// Copies the history of one law to another through an archive; false when it does not fit.
template <typename Law>
bool CopyHistory(Law* from, Law* to) {
  const Bytes bytes = SavedState(from);
  ByteReader reader(bytes);
  StateArchive archive(&reader);
  to->Archive(&archive);
  return archive.ok();
}

}  // namespace surefoot::ground
