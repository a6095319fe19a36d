#pragma once

/// The tread between tyre and ground, as the brush model's bristles: they deflect, leave the
/// contact patch, and slide (Pacejka, Tire and Vehicle Dynamics, chapter 3).

namespace surefoot::ground {

/// Components forward and to the left, of one patch or of several in SIMD lanes.
template <typename T>
struct PlanarOf {
  T x = {};
  T y = {};
};
using Planar = PlanarOf<double>;

/// Parameters of one patch, constant during a step. Load in N.
struct BrushPatch {
  BrushPatch() = default;
  /// `slip_stiffness`: per unit of load; `length`: relaxation lengths (m).
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
  /// Deflection (m) times this is 3 when friction is saturated.
  Planar bend = {1.0, 1.0};
  /// Damping of the deflection (N s/m); acts only while it changes, so steady slip is unaffected.
  Planar damping;
  /// Stability guard: 1, or less to slow the deflection down (StableShare).
  Planar share = {1.0, 1.0};
};

/// Share of a contact's stiffness (N/m) and damping (N s/m) that is stable for a body of `mass`
/// (kg) in steps of `dt` (s), when velocities are advanced before positions: 1 unless they are too
/// large.
double StableShare(double stiffness, double damping, double mass, double dt);

}  // namespace surefoot::ground
