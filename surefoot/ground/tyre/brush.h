#pragma once

/// The tread between tyre and ground: bristles that bend, roll out of the patch and slide.

namespace surefoot::ground {

/// Forward and to the left, of one patch or of several side by side.
template <typename T>
struct PlanarOf {
  T x = {};
  T y = {};
};
using Planar = PlanarOf<double>;

/// What holds during one step of one patch.
struct BrushPatch {
  BrushPatch() = default;
  /// Slip stiffness per unit of load; relaxation lengths (m).
  BrushPatch(const Planar& friction, const Planar& slip_stiffness, const Planar& length)
      : mu(friction),
        per_mu{1.0 / friction.x, 1.0 / friction.y},
        per_length{1.0 / length.x, 1.0 / length.y},
        bend{slip_stiffness.x * per_length.x * per_mu.x,
             slip_stiffness.y * per_length.y * per_mu.y} {}

  double load = 0.0;
  Planar mu = {1.0, 1.0};
  Planar per_mu = {1.0, 1.0};
  Planar per_length = {1.0, 1.0};
  /// Bending (m) times this is 3 when friction is used up.
  Planar bend = {1.0, 1.0};
  /// Of the bending of the bristles (N s/m); acts only while it changes.
  Planar damping;
  /// The stability guard: 1, or less to bend the bristles more slowly (StableShare).
  Planar share = {1.0, 1.0};
};

/// How much of a contact's stiffness and damping a body of `mass` bears in steps of `dt` when its
/// velocity is advanced first and its position after it: 1 unless they are too large.
double StableShare(double stiffness, double damping, double mass, double dt);

}  // namespace surefoot::ground
