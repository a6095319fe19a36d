// Forces of TyreLaw's patches.

#include <algorithm>
#include <cmath>

#include "surefoot/ground/tyre/brush_step.h"
#include "surefoot/ground/tyre/tyre_law.h"
#include "surefoot/ground/wide.h"

namespace surefoot::ground {
namespace {

constexpr double kGravity = 9.81;
/// Damping ratio of the tread's deflection.
constexpr double kTreadDampingRatio = 0.5;
/// Speed (m/s) at which rolling resistance reaches tanh(1), three quarters of its size.
constexpr double kRollingSpeed = 0.02;
/// Largest load as a multiple of the spring's force: limits the damper in impacts.
constexpr double kMaxPush = 3.0;
/// Sliding friction of the flank is viscous below this speed (m/s).
constexpr double kFlankSpeed = 0.02;

/// Damping (N s/m) that calms the body on its treads, limited to what is stable at the contact's
/// own effective mass, but at least what damps that mass.
double TreadDamping(double stiffness, double body, double mass, double dt) {
  constexpr double kSquared = 4.0 * kTreadDampingRatio * kTreadDampingRatio;
  const double min = kSquared * stiffness * std::min(mass, body);
  const double max = kSquared * stiffness * body;
  const double borne = std::max(0.0, 0.45 * (mass / dt - stiffness * dt));
  return std::sqrt(std::clamp(borne * borne, min, max));
}

/// tanh, without the call where it is 1 to the last digit.
inline double Direction(double speed) {
  if (std::abs(speed) > 20.0) return speed > 0.0 ? 1.0 : -1.0;
  return std::tanh(speed);
}

SUREFOOT_INLINE Four Direction(const Four& speed, const FourBits& desired) {
  Four direction = {};
  for (int i = 0; i < 4; ++i) {
    if (desired[i] != 0) direction[i] = Direction(speed[i]);
  }
  return direction;
}

constexpr int kPlaces = kFanRays + 1;
static_assert(kPlaces == 16);

/// Of the half interval between two neighbouring rays: the part that is in the air when only one of
/// them is in the ground (linear interpolation).
SUREFOOT_INLINE Four CutOffShare(const Four& a, const Four& b, const Four& lowest) {
  const Four low = Max(Min(a, b), lowest);
  const Four high = Max(a, b);
  const FourBits edge = (low < 0.0) & (high > 0.0);
  return edge ? 0.5 * low / (low - high) : All(0.0);
}

SUREFOOT_INLINE PatchSums SumSlice(const Fan& fan, const double* depth, double radius) {
  // Entry i + 1: the part cut off between ray i and the ray after it. Nothing is cut off at the
  // ends of the fan.
  alignas(32) double cuts[kPlaces + 4];
  cuts[0] = 0.0;
  const Four max = All(0.5 * radius);
  const Four lowest = All(-fan.Gap(0, radius));
  for (int i = 0; i < kPlaces; i += 4) {
    const Four one = Min(Load(depth + i), max);
    const Four next = Min(Load(depth + i + 1), max);
    Store(CutOffShare(one, next, lowest), cuts + i + 1);
  }
  cuts[kFanRays] = 0.0;
  Four f = All(0.0), f_down = f, f_forward = f, p_down = f, p_forward = f;
  for (int i = 0; i < kPlaces; i += 4) {
    const Four d = Min(Load(depth + i), max);
    const Four carried =
        d * Load(fan.weight.data() + i) * (1.0 - Load(cuts + i) - Load(cuts + i + 1));
    const Four force = d > 0.0 ? carried : All(0.0);
    const Four place = force * (radius - d);
    const Four cos = Load(fan.cos.data() + i);
    const Four sin = Load(fan.sin.data() + i);
    f += force;
    f_down += force * cos;
    f_forward += force * sin;
    p_down += place * cos;
    p_forward += place * sin;
  }
  return {SumOf(f), SumOf(f_down), SumOf(f_forward), SumOf(p_down), SumOf(p_forward)};
}

SUREFOOT_INLINE void SumSlices(const Fan& fan, const SliceDepths* slices, double radius,
                               PatchSums* sums) {
  for (int s = 0; s < kSlices; ++s) sums[s] = SumSlice(fan, slices[s].depth.data(), radius);
}

/// Share of a ray's angle that is in the ground, given its neighbours.
double Share(double depth, double before, double after, double gap) {
  double share = 1.0;
  for (const double beside : {std::max(before, -gap), std::max(after, -gap)}) {
    if (beside < 0.0) share -= 0.5 * beside / (beside - depth);
  }
  return share;
}

}  // namespace

void SumBelow(const Fan& fan, const SliceDepths* slices, double radius, PatchSums* sums) {
  Call<SumSlices>(fan, slices, radius, sums);
}

PatchSums SumBeside(const Fan& fan, const SliceDepths& slice, int part, double radius) {
  PatchSums sums;
  const int first = kFirstRay[part];
  const int end = first + kRayCount[part];
  const double gap = fan.Gap(part, radius);
  for (int i = first; i < end; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (!(slice.depth[k] > 0.0)) continue;
    const double depth = std::min(slice.depth[k], 0.5 * radius);
    const double before = i > first ? slice.depth[k - 1] : depth;
    const double after = i + 1 < end ? slice.depth[k + 1] : depth;
    const double force = depth * fan.weight[k] * Share(depth, before, after, gap);
    const double place = force * (radius - depth);
    sums.f += force;
    sums.f_down += force * fan.cos[k];
    sums.f_forward += force * fan.sin[k];
    sums.p_down += place * fan.cos[k];
    sums.p_forward += place * fan.sin[k];
  }
  return sums;
}

/// The brush of the whole wheel on one ground in this step.
BrushPatch TyreLaw::MakeTread(const Grip& grip, double load, const HubMotion& motion,
                              double dt) const {
  BrushPatch tread = grip.brush;
  const double kx = grip.stiffness.x * load;
  const double ky = grip.stiffness.y * load;
  const double body = spec_.nominal_load / kGravity;
  tread.damping = {TreadDamping(kx, body, motion.effective_mass_x, dt),
                   TreadDamping(ky, body, motion.effective_mass_y, dt)};
  // Equal in both directions: bristles must slide along the slip.
  tread.share.x = tread.share.y =
      std::min(StableShare(kx, tread.damping.x, motion.effective_mass_x, dt),
               StableShare(ky, tread.damping.y, motion.effective_mass_y, dt));
  return tread;
}

/// Up to four patches in SIMD lanes; unused lanes carry no load.
struct TyreLaw::Lanes {
  Lanes() {}

  Four load, part, nx, nz, rx, rz;
  Four across = {}, resistance = {};
  /// Effect of the lugs, scaled by the ground.
  Four climb = {}, advance = {};
  BrushOf<Four> brush;
  PlanarOf<Four> bending;
};

SUREFOOT_INLINE void TyreLaw::PlacePatches(int first, int count, double stiffness, Lanes* lanes) {
  Four f = All(1.0), f_down = f, f_forward = {}, p_down = {}, p_forward = {}, live = {};
  for (int i = 0; i < count; ++i) {
    const Patch& patch = patches_[static_cast<std::size_t>(first + i)];
    f[i] = patch.sums.f;
    f_down[i] = patch.sums.f_down;
    f_forward[i] = patch.sums.f_forward;
    p_down[i] = patch.sums.p_down;
    p_forward[i] = patch.sums.p_forward;
    live[i] = stiffness;
    lanes->across[i] = fan_.offset(patch.slice);
    const Planar& bending = BendingOf(patch);
    lanes->bending.x[i] = bending.x;
    lanes->bending.y[i] = bending.y;
  }
  const Four size = Sqrt(f_down * f_down + f_forward * f_forward);
  const Four per_size = 1.0 / size;
  const Four per_force = 1.0 / f;
  lanes->load = live * size;
  lanes->nx = -f_forward * per_size;
  lanes->nz = f_down * per_size;
  lanes->rx = p_forward * per_force;
  lanes->rz = -p_down * per_force;
}

/// Sets the brush parameters for the grounds of these patches; `load` is that of all patches.
SUREFOOT_INLINE double TyreLaw::SetTreads(int first, int count, double load,
                                          const HubMotion& motion, double dt, Lanes* lanes) const {
  double min = 1.0;
  int ground = -1;
  for (int i = 0; i < count; ++i) {
    const Patch& patch = patches_[static_cast<std::size_t>(first + i)];
    const Grip& grip = grips_[static_cast<std::size_t>(patch.ground)];
    if (patch.part == 0) lanes->resistance[i] = grip.rolling_resistance;
    lanes->climb[i] = grip.lug_share * lugs_.climb;
    lanes->advance[i] = grip.lug_share * lugs_.advance;
    if (patch.ground == ground) continue;
    ground = patch.ground;
    const FourBits from_here = FourBits{0, 1, 2, 3} >= i;
    const BrushPatch brush = MakeTread(grip, load, motion, dt);
    lanes->brush.Set(brush, from_here);
    min = std::min({min, brush.share.x, brush.share.y});
  }
  return min;
}

/// Forces of the patches; scalar components in lanes instead of vectors.
SUREFOOT_INLINE void TyreLaw::ApplyLanes(double damping, double dt, Lanes* all,
                                         Local* local) const {
  const Local& in = *local;
  const Lanes& lanes = *all;
  const Four &rx = lanes.rx, &rz = lanes.rz, &across = lanes.across;
  // The normal is (nx, 0, nz); forward on the ground is (nz, 0, -nx).
  const Four &nx = lanes.nx, &nz = lanes.nz;
  const Four vx = in.v.x() + in.w.y() * rz - in.w.z() * across;
  const Four vy = in.v.y() + in.w.z() * rx - in.w.x() * rz;
  const Four vz = in.v.z() + in.w.x() * across - in.w.y() * rx;
  const Four fill = Min(All(2.0), lanes.load * fill_per_load_);
  const Four rising = vx * nx + vz * nz - in.spin * lanes.climb;
  const Four push = lanes.load - damping / kSlices * Sqrt(fill) * rising;
  const Four load = Min(Max(push, All(0.0)), kMaxPush * lanes.load);
  const Four loaded = -(rx * nx + rz * nz);
  const Four rolling = spec_.radius - (spec_.radius - loaded) * (1.0 / 3.0);
  const Four tread = in.spin * rolling;
  const PlanarOf<Four> slip = {vx * nz - vz * nx - tread - in.spin * lanes.advance, vy};
  BrushOf<Four> brush = lanes.brush;
  brush.load = load;
  brush.damping.x *= lanes.part;
  brush.damping.y *= lanes.part;
  const PlanarOf<Four> grip = StepBrushOf(brush, slip, tread, dt, 1.0 / dt, &all->bending);

  const Four tx = grip.x * nz;
  const Four tz = -grip.x * nx;
  const Four px = load * nx;
  const Four pz = load * nz;
  const Four resistance =
      lanes.resistance * load *
      Direction((in.v.x() * nz - in.v.z() * nx) * (1.0 / kRollingSpeed), lanes.resistance != 0.0);
  local->f +=
      Vector3d(SumOf(px + tx - resistance * nz), SumOf(grip.y), SumOf(pz + tz + resistance * nx));
  // The radial forces pass through the axle. The tread drives the wheel at its rolling radius, so
  // that the power lost in friction is force times slip. Lugs that come under load resist the wheel
  // as much as they raise it.
  const Four turning = rolling - loaded + lanes.advance;
  local->t += Vector3d(SumOf(across * (pz + tz) - rz * grip.y),
                       SumOf(rz * tx - rx * tz - turning * grip.x - load * lanes.climb),
                       SumOf(rx * grip.y - across * (px + tx)));
  local->load += SumOf(load);
  local->p += Vector3d(SumOf(load * rx), SumOf(load * across), SumOf(load * rz));
  local->normal += Vector3d(SumOf(px), 0.0, SumOf(pz));
  local->slip.x += SumOf(load * slip.x);
  local->slip.y += SumOf(load * slip.y);
}

SUREFOOT_INLINE void TyreLaw::ApplyAll(int count, const HubMotion& motion, double dt,
                                       Local* local) {
  constexpr int kGroups = (3 * kSlices + 3) / 4;
  const double share = StableShare(tyre_.stiffness, tyre_.damping, motion.effective_mass_z, dt);
  Lanes groups[kGroups];
  double load = 0.0;
  for (int first = 0; first < count; first += 4) {
    Lanes& lanes = groups[first / 4];
    PlacePatches(first, std::min(4, count - first), share * ray_stiffness_ / kSlices, &lanes);
    load += SumOf(lanes.load);
  }
  double min = share;
  for (int first = 0; first < count; first += 4) {
    Lanes& lanes = groups[first / 4];
    const int here = std::min(4, count - first);
    lanes.part = lanes.load * (1.0 / load);
    min = std::min(min, SetTreads(first, here, load, motion, dt, &lanes));
    ApplyLanes(share * tyre_.damping, dt, &lanes, local);
    for (int i = 0; i < here; ++i) {
      const Patch& patch = patches_[static_cast<std::size_t>(first + i)];
      BendingOf(patch) = {lanes.bending.x[i], lanes.bending.y[i]};
    }
  }
  if (min < 0.5) ++softened_steps_;
}

void TyreLaw::ApplyPatches(int count, const HubMotion& motion, double dt, Local* local) {
  Call<&TyreLaw::ApplyAll>(this, count, motion, dt, local);
}

void TyreLaw::ApplyFlank(const FanFrame& frame, const HubMotion& motion, double dt,
                         Local* local) const {
  const FlankTouch touch = fan_.MeasureFlank(frame);
  if (touch.side == 0) return;
  const Vector3d r(touch.forward, 0.5 * touch.side * spec_.width, -touch.down);
  const Vector3d v = local->v + local->w.cross(r);
  const double mass = motion.effective_mass_y;
  // An obstacle beside the wheel deflects the whole tyre sideways relative to its rim.
  const double stiffness = tyre_.shear_stiffness_y;
  const double share = StableShare(stiffness, tyre_.damping, mass, dt);
  const double spring = share * stiffness * std::min(touch.depth, 0.5 * spec_.width);
  const double push =
      std::clamp(spring + share * tyre_.damping * touch.side * v.y(), 0.0, kMaxPush * spring);
  const Vector3d sliding(v.x() - local->spin * touch.down, 0.0,
                         v.z() - local->spin * touch.forward);
  const double mu = grips_[static_cast<std::size_t>(touch.ground)].brush.mu.x;
  const double min = std::min(motion.effective_mass_x, motion.effective_mass_z);
  const double drag = std::min(mu * push / std::max(sliding.norm(), kFlankSpeed), 0.25 * min / dt);
  const Vector3d f = Vector3d(0.0, -touch.side * push, 0.0) - drag * sliding;
  local->f += f;
  local->t += r.cross(f);
  if (local->load > 0.0) return;
  // A wheel that lies on its side.
  local->load = push;
  local->p = push * r;
  local->normal = Vector3d(0.0, -touch.side * push, 0.0);
}

}  // namespace surefoot::ground
