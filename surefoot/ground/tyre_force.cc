// The forces of TyreLaw's patches.

#include <algorithm>
#include <cmath>

#include "surefoot/ground/tyre_law.h"

namespace surefoot::ground {
namespace {

constexpr double kGravity = 9.81;
/// Of the bending of the tread.
constexpr double kTreadDampingRatio = 0.5;
/// Speed (m/s) at which rolling resistance reaches three quarters of its size.
constexpr double kRollingSpeed = 0.02;
/// More than this many times the spring's force the damper does not push.
constexpr double kMostPush = 3.0;
/// Sliding of the flank is viscous below this speed (m/s).
constexpr double kFlankSpeed = 0.02;

/// What calms the body on its treads, as far as the step bears it at the mass that the contact
/// itself moves; at least what calms that.
double TreadDamping(double stiffness, double body, double mass, double dt) {
  const double least = 2.0 * kTreadDampingRatio * std::sqrt(stiffness * std::min(mass, body));
  const double most = 2.0 * kTreadDampingRatio * std::sqrt(stiffness * body);
  return std::clamp(0.45 * (mass / dt - stiffness * dt), least, std::max(least, most));
}

/// tanh, where it is not 1 to the last digit.
double Direction(double speed) {
  if (std::abs(speed) > 20.0) return speed > 0.0 ? 1.0 : -1.0;
  return std::tanh(speed);
}

}  // namespace

TyreLaw::Tread TyreLaw::MakeTread(int ground, double load, const HubMotion& motion,
                                  double dt) const {
  const Grip& grip = grips_[static_cast<std::size_t>(ground)];
  Tread tread;
  tread.ground = ground;
  const double kx = grip.stiffness.x * load;
  const double ky = grip.stiffness.y * load;
  const double body = spec_.nominal_load / kGravity;
  tread.damping = {TreadDamping(kx, body, motion.effective_mass_x, dt),
                   TreadDamping(ky, body, motion.effective_mass_y, dt)};
  tread.share.x = StableShare(kx, tread.damping.x, motion.effective_mass_x, dt);
  tread.share.y = StableShare(ky, tread.damping.y, motion.effective_mass_y, dt);
  return tread;
}

void TyreLaw::ApplyPatches(int count, const HubMotion& motion, double dt, Local* local) {
  const double share = StableShare(tyre_.stiffness, tyre_.damping, motion.effective_mass_z, dt);
  double load = 0.0;
  for (int i = 0; i < count; ++i) {
    Patch& patch = patches_[static_cast<std::size_t>(i)];
    patch.load *= share;
    load += patch.load;
  }
  Tread tread;
  double least = share;
  for (int i = 0; i < count; ++i) {
    const Patch& patch = patches_[static_cast<std::size_t>(i)];
    if (patch.ground != tread.ground) tread = MakeTread(patch.ground, load, motion, dt);
    const double part = patch.load / load;
    BrushPatch brush = grips_[static_cast<std::size_t>(patch.ground)].brush;
    brush.damping = {part * tread.damping.x, part * tread.damping.y};
    brush.share = tread.share;
    ApplyPatch(patch, brush, share * tyre_.damping, dt, local);
    least = std::min({least, tread.share.x, tread.share.y});
  }
  if (least < 0.5) ++softened_steps_;
}

void TyreLaw::ApplyPatch(const Patch& patch, BrushPatch brush, double damping, double dt,
                         Local* local) {
  // Numbers instead of vectors: three of them side by side cost more than they save.
  const double across = SliceOffset(patch.slice);
  const double rx = patch.forward;
  const double rz = -patch.down;
  // The normal is (nx, 0, nz), forward on the ground is (nz, 0, -nx).
  const double nx = patch.normal_forward;
  const double nz = -patch.normal_down;
  const Local& in = *local;
  const double vx = in.v.x() + in.w.y() * rz - in.w.z() * across;
  const double vy = in.v.y() + in.w.z() * rx - in.w.x() * rz;
  const double vz = in.v.z() + in.w.x() * across - in.w.y() * rx;
  const double fill = std::min(2.0, patch.load * kSlices / spec_.nominal_load);
  const double push = patch.load - damping / kSlices * std::sqrt(fill) * (vx * nx + vz * nz);
  const double load = std::clamp(push, 0.0, kMostPush * patch.load);
  const double loaded = -(rx * nx + rz * nz);
  const double rolling = spec_.radius - (spec_.radius - loaded) * (1.0 / 3.0);
  const double tread = in.spin * rolling;
  const Planar slip = {vx * nz - vz * nx - tread, vy};
  Planar& bending =
      bending_[static_cast<std::size_t>(patch.slice)][static_cast<std::size_t>(patch.part)];
  brush.load = load;
  const Planar grip = StepBrush(brush, slip, tread, dt, &bending);

  const double tx = grip.x * nz;
  const double tz = -grip.x * nx;
  const double px = load * nx;
  const double pz = load * nz;
  double resistance = 0.0;
  if (patch.part == 0) {
    const double speed = in.v.x() * nz - in.v.z() * nx;
    resistance = grips_[static_cast<std::size_t>(patch.ground)].rolling_resistance * load *
                 Direction(speed * (1.0 / kRollingSpeed));
  }
  local->f += Vector3d(px + tx - resistance * nz, grip.y, pz + tz + resistance * nx);
  // The rays' forces go through the axle. The tread turns the wheel at its rolling radius, so that
  // what friction takes from the motion is what the slip says.
  local->t +=
      Vector3d(across * (pz + tz) - rz * grip.y, rz * tx - rx * tz - (rolling - loaded) * grip.x,
               rx * grip.y - across * (px + tx));
  local->load += load;
  local->p += Vector3d(load * rx, load * across, load * rz);
  local->normal += Vector3d(px, 0.0, pz);
  local->slip.x += load * slip.x;
  local->slip.y += load * slip.y;
}

void TyreLaw::ApplyFlank(const FanFrame& frame, const HubMotion& motion, double dt,
                         Local* local) const {
  const FlankTouch touch = fan_.MeasureFlank(frame);
  if (touch.side == 0) return;
  const Vector3d r(touch.forward, 0.5 * touch.side * spec_.width, -touch.down);
  const Vector3d v = local->v + local->w.cross(r);
  const double mass = motion.effective_mass_y;
  const double share = StableShare(tyre_.stiffness, tyre_.damping, mass, dt);
  const double spring = share * tyre_.stiffness * std::min(touch.depth, 0.5 * spec_.width);
  const double push =
      std::clamp(spring + share * tyre_.damping * touch.side * v.y(), 0.0, kMostPush * spring);
  const Vector3d sliding(v.x() - local->spin * touch.down, 0.0,
                         v.z() - local->spin * touch.forward);
  const double mu = grips_[static_cast<std::size_t>(touch.ground)].brush.mu.x;
  const double least = std::min(motion.effective_mass_x, motion.effective_mass_z);
  const double drag =
      std::min(mu * push / std::max(sliding.norm(), kFlankSpeed), 0.25 * least / dt);
  const Vector3d f = Vector3d(0.0, -touch.side * push, 0.0) - drag * sliding;
  local->f += f;
  local->t += r.cross(f);
}

}  // namespace surefoot::ground
