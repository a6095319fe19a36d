#include "surefoot/ground/tyre/tyre_law.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/base/random.h"
#include "surefoot/ground/tyre/tyre_defaults.h"

// The force of a tyre on hard ground: a nonlinear spring and damper per patch of contact, and the
// brush model for the tread.

namespace surefoot::ground {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kFanHalfAngle = 20.0 / 180.0 * kPi;
constexpr double kWidestFan = 45.0 / 180.0 * kPi;
/// Longest relaxation length, in radii.
constexpr double kLongestRelaxation = 2.0;
/// Smallest friction coefficient, which keeps divisions defined.
constexpr double kMinFriction = 1e-6;
/// A wheel placed deeper than kDeep (radii) rises at kRise (m/s) instead of being thrown up.
constexpr double kDeep = 0.3;
constexpr double kRise = 0.3;

/// Deflection (m) under the nominal load, where the load grows with the power 1.5: then the tangent
/// stiffness there is tyre.stiffness.
double NominalDeflection(const TyreSpec& spec, const world::Tyre& tyre) {
  return 1.5 * spec.nominal_load / tyre.stiffness;
}

/// Half angle (rad) of a fan that covers the patch under twice the nominal deflection.
double FanHalfAngle(const TyreSpec& spec) {
  const world::Tyre tyre = FillTyre(spec.tyre, spec.radius, spec.nominal_load);
  const double deep = std::min(0.5, 2.0 * NominalDeflection(spec, tyre) / spec.radius);
  return std::clamp(std::acos(1.0 - deep), kFanHalfAngle, kWidestFan);
}

Status CheckNumber(const TyreSpec& spec, const char* what, double value, double min, double max) {
  if (value >= min && value <= max) return Status();
  return Error{"wheel \"" + spec.name + "\": " + what + " is " + std::to_string(value) +
               ", accepted are " + std::to_string(min) + " to " + std::to_string(max)};
}

Status Check(const TyreSpec& spec) {
  const world::Tyre& tyre = spec.tyre;
  const struct {
    const char* what;
    double value, min, max;
  } rules[] = {
      {"the radius (m)", spec.radius, 1e-4, 100.0},
      {"the width (m)", spec.width, 0.0, 100.0},
      {"the nominal load (N)", spec.nominal_load, 1e-6, 1e8},
      {"the tyre's stiffness (N/m)", tyre.stiffness, 0.0, 1e12},
      {"the tyre's damping (N s/m)", tyre.damping, 0.0, 1e9},
      {"the tyre's shear stiffness along (N/m)", tyre.shear_stiffness_x, 0.0, 1e12},
      {"the tyre's shear stiffness across (N/m)", tyre.shear_stiffness_y, 0.0, 1e12},
      {"the number of lugs", static_cast<double>(tyre.lugs), 0.0, 1000.0},
      {"the friction limit", spec.mu_limit, 0.0, 1e9},
  };
  for (const auto& rule : rules) {
    SUREFOOT_TRY(CheckNumber(spec, rule.what, rule.value, rule.min, rule.max));
  }
  for (const auto* harmonics : {&tyre.lug_amplitudes, &tyre.lug_amplitudes_along}) {
    for (const double amplitude : *harmonics) {
      SUREFOOT_TRY(CheckNumber(spec, "a lug amplitude (m)", amplitude, -0.2 * spec.radius,
                               0.2 * spec.radius));
    }
  }
  return CheckNumber(spec, "the angle of the lugs (rad)", tyre.lug_angle.value_or(0.0), -10.0,
                     10.0);
}

}  // namespace

Result<std::unique_ptr<TyreLaw>> TyreLaw::Make(const TyreSpec& spec, const Terrain* terrain) {
  SUREFOOT_TRY(Check(spec));
  return std::unique_ptr<TyreLaw>(new TyreLaw(spec, terrain));
}

TyreLaw::TyreLaw(const TyreSpec& spec, const Terrain* terrain)
    : terrain_(terrain),
      spec_(spec),
      tyre_(FillTyre(spec.tyre, spec.radius, spec.nominal_load)),
      fan_(terrain, spec.radius, spec.width, FanHalfAngle(spec)),
      maps_(terrain, std::hypot(1.2 * spec.radius, 0.5 * spec.width)) {
  ray_stiffness_ = 1.0;
  const double deflection = std::min(NominalDeflection(spec, tyre_), 0.5 * spec.radius);
  // Calibrates the rays so that the nominal deflection carries the nominal load.
  ray_stiffness_ = spec.nominal_load / LoadAt(deflection);
  fill_per_load_ = kSlices / spec.nominal_load;
  // Lug phases are random but fixed for a seed.
  RandomStream random(spec.seed, "lugs " + (spec.lug_phases.empty() ? spec.name : spec.lug_phases));
  lug_phase_ = tyre_.lug_angle ? -tyre_.lugs * *tyre_.lug_angle : random.Uniform(0.0, 2.0 * kPi);
  for (std::size_t i = 0; tyre_.lugs > 0 && i < tyre_.lug_amplitudes.size(); ++i) {
    const bool there = tyre_.lug_amplitudes[i] != 0.0 || tyre_.lug_amplitudes_along[i] != 0.0;
    if (there) lug_harmonics_ = i + 1;
  }
  for (int i = 0; i < terrain->ground_count(); ++i) {
    grips_.push_back(GripOn(i));
    has_roughness_ = has_roughness_ || terrain->roughness(i) != nullptr;
  }
  if (terrain->map_count() > 0) grips_.resize(grips_.size() + 3 * kSlices);
}

TyreLaw::Grip TyreLaw::GripOn(int ground) const {
  const world::HardGround& hard = terrain_->ground(ground).hard;
  double mu = std::max(hard.mu, kMinFriction);
  if (!terrain_->is_named(ground)) mu = std::max(std::min(mu, spec_.mu_limit), kMinFriction);
  // Default slip stiffness C = 8 mu (per unit of load), typical of hard ground.
  const double stiffness = hard.slip_stiffness > 0.0 ? hard.slip_stiffness : 8.0 * mu;
  Grip grip = MakeGrip(mu, stiffness, hard.rolling_resistance);
  grip.lug_share = hard.lug_share;
  return grip;
}

TyreLaw::Grip TyreLaw::MakeGrip(double mu, double stiffness, double rolling_resistance) const {
  const double longest = kLongestRelaxation * spec_.radius;
  const double force = stiffness * spec_.nominal_load;
  const Planar length = {std::min(force / tyre_.shear_stiffness_x, longest),
                         std::min(force / tyre_.shear_stiffness_y, longest)};
  Grip grip;
  grip.brush = BrushPatch({mu, mu}, {stiffness, stiffness}, length);
  grip.stiffness = {stiffness / length.x, stiffness / length.y};
  grip.mu = mu;
  grip.slip_stiffness = stiffness;
  grip.rolling_resistance = rolling_resistance;
  return grip;
}

/// A patch on several grounds has the load-weighted mean of their parameters.
int TyreLaw::MixGrips(const GroundMix& mix, int slot) {
  double mu = 0.0;
  double stiffness = 0.0;
  double resistance = 0.0;
  double lugs = 0.0;
  for (int i = 0; i < mix.count; ++i) {
    const Grip& grip = grips_[static_cast<std::size_t>(mix.grounds[i])];
    const double share = mix.loads[i] / mix.carried;
    mu += share * grip.mu;
    stiffness += share * grip.slip_stiffness;
    resistance += share * grip.rolling_resistance;
    lugs += share * grip.lug_share;
  }
  const int index = terrain_->ground_count() + slot;
  Grip& mean = grips_[static_cast<std::size_t>(index)];
  mean = MakeGrip(mu, stiffness, resistance);
  mean.lug_share = lugs;
  return index;
}

double TyreLaw::LoadAt(double deflection) const {
  const Fan& fan = fan_.fan();
  SliceDepths slices[kSlices];
  for (SliceDepths& slice : slices) {
    slice.Clear(-spec_.radius);
    for (std::size_t i = 0; i < kFanRays; ++i) {
      slice.depth[i] = spec_.radius - (spec_.radius - deflection) / fan.cos[i];
    }
  }
  PatchSums sums[kSlices];
  SumBelow(fan, slices, spec_.radius, sums);
  return ray_stiffness_ * std::hypot(sums[0].f_down, sums[0].f_forward);
}

TyreLaw::Lugs TyreLaw::LugsAt(double angle) const {
  Lugs lugs;
  if (lug_harmonics_ == 0) return lugs;
  const double phase = tyre_.lugs * angle + lug_phase_;
  const double c = std::cos(phase);
  const double s = std::sin(phase);
  // Multiples of the phase by the addition theorem.
  double ch = 1.0;
  double sh = 0.0;
  for (std::size_t i = 0; i < lug_harmonics_; ++i) {
    const double next = ch * c - sh * s;
    sh = sh * c + ch * s;
    ch = next;
    const double order = static_cast<double>(i + 1) * tyre_.lugs;
    lugs.height += tyre_.lug_amplitudes[i] * ch;
    lugs.climb -= order * tyre_.lug_amplitudes[i] * sh;
    lugs.advance += order * tyre_.lug_amplitudes_along[i] * ch;
  }
  return lugs;
}

/// Reduces the depths of a slice, measured with full lugs, by the part of the lugs that sinks into
/// the ground.
void TyreLaw::ReduceLugs(SliceDepths* slice) const {
  for (int part = 0; part < (slice->sides ? 3 : 1); ++part) {
    const auto ground = static_cast<std::size_t>(slice->ground[static_cast<std::size_t>(part)]);
    const double taken = (1.0 - grips_[ground].lug_share) * lugs_.height;
    if (taken == 0.0) continue;
    const int end = kFirstRay[part] + kRayCount[part];
    for (int i = kFirstRay[part]; i < end; ++i) slice->depth[static_cast<std::size_t>(i)] -= taken;
  }
}

/// By how much the wheel's radius must be reduced so that a wheel placed deep in the ground is not
/// thrown up; 0: it is not deep.
double TyreLaw::OverlapAt(const FanFrame& frame) {
  SliceDepths slices[kSlices];
  fan_.Measure(frame, spec_.radius, slices);
  double deepest = 0.0;
  for (int i = 0; i < kSlices; ++i) {
    maps_.Resolve(&slices[i]);
    if (has_roughness_) fan_.AddRoughness(frame, i, spec_.radius, &slices[i]);
    for (std::size_t ray = 0; ray < kFanRays; ++ray) {
      deepest = std::max(deepest, slices[i].depth[ray]);
    }
  }
  if (deepest < kDeep * spec_.radius) return 0.0;
  return std::max(0.0, deepest - std::min(NominalDeflection(spec_, tyre_), kDeep * spec_.radius));
}

/// Measurement near a border between grounds.
void TyreLaw::MeasureNear(const FanFrame& frame, double radius, SliceDepths* slices) {
  GroundMix mixes[kSlices][3];
  maps_.Measure(frame, radius, &fan_, slices, mixes);
  for (int i = 0; i < kSlices; ++i) {
    for (int part = 0; part < 3; ++part) {
      if (mixes[i][part].count < 2) continue;
      slices[i].ground[static_cast<std::size_t>(part)] = MixGrips(mixes[i][part], 3 * i + part);
    }
  }
}

int TyreLaw::FindPatches(const FanFrame& frame, double radius) {
  SliceDepths slices[kSlices];
  PatchSums below[kSlices];
  if (maps_.Look(frame.p_WC, &fan_)) {
    MeasureNear(frame, radius, slices);
  } else {
    fan_.Measure(frame, radius, slices);
    for (int i = 0; i < kSlices; ++i) {
      maps_.Resolve(&slices[i]);
      if (has_roughness_) fan_.AddRoughness(frame, i, radius, &slices[i]);
    }
  }
  if (lug_harmonics_ > 0) {
    for (SliceDepths& slice : slices) ReduceLugs(&slice);
  }
  SumBelow(fan_.fan(), slices, radius, below);
  int count = 0;
  for (int i = 0; i < kSlices; ++i) {
    for (int part = 0; part < 3; ++part) {
      Patch& patch = patches_[static_cast<std::size_t>(count)];
      patch.slice = i;
      patch.part = part;
      patch.ground = slices[i].ground[static_cast<std::size_t>(part)];
      if (part == 0) {
        patch.sums = below[i];
      } else {
        patch.sums = slices[i].sides ? SumBeside(fan_.fan(), slices[i], part, radius) : PatchSums();
      }
      if (patch.sums.f > 0.0) {
        ++count;
      } else {
        BendingOf(patch) = Planar();
      }
    }
  }
  return count;
}

WheelForce TyreLaw::ComputeForce(const HubMotion& motion, double dt) {
  WheelForce force;
  const FanFrame frame = MakeFanFrame(motion);
  const bool near = fan_.MoveTo(frame);
  if (placed_) overlap_ = near ? OverlapAt(frame) : 0.0;
  placed_ = false;
  lugs_ = LugsAt(motion.angle);
  const double radius = spec_.radius + lugs_.height - overlap_;
  overlap_ = std::max(0.0, overlap_ - kRise * dt);
  const int count = near ? FindPatches(frame, radius) : 0;
  if (count == 0) bending_ = {};
  const Vector3d up_W = -frame.down_W;
  const auto to_local = [&](const Vector3d& a_W) {
    return Vector3d(frame.forward_W.dot(a_W), frame.axle_W.dot(a_W), up_W.dot(a_W));
  };
  const auto to_world = [&](const Vector3d& a) {
    return Vector3d(a.x() * frame.forward_W + a.y() * frame.axle_W + a.z() * up_W);
  };
  Local local;
  local.v = to_local(motion.v_WC);
  local.w = to_local(motion.w_W);
  local.spin = motion.spin;
  if (count > 0) ApplyPatches(count, motion, dt, &local);
  ApplyFlank(frame, motion, dt, &local);
  force.f_W = to_world(local.f);
  force.t_C_W = to_world(local.t);
  force.touching = local.load > 0.0;
  if (!force.touching) return force;
  const double per_load = 1.0 / local.load;
  force.load = local.load;
  force.p_WP = frame.p_WC + to_world(per_load * local.p);
  force.normal_W = to_world(local.normal).normalized();
  force.slip_speed_x = local.slip.x * per_load;
  force.slip_speed_y = local.slip.y * per_load;
  return force;
}

void TyreLaw::Reset() {
  bending_ = {};
  placed_ = true;
}

}  // namespace surefoot::ground
