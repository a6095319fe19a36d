#include "surefoot/ground/soil/soil_law.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace surefoot::ground {
namespace {

/// Shortest contact angle (rad): slip is displacement over contact length, which must not vanish.
constexpr double kMinAngle = 0.1;
/// Displacements are limited to this many half contact lengths, so that a locked wheel that turns
/// again forgets them soon. Larger slip is known from the speeds (Lock).
constexpr double kMaxSlip = 5.0;
/// Largest slip of a locked wheel, and the speed of the tread (m/s) below which it is locked.
constexpr double kLockedSlip = 1e3;
constexpr double kMinTread = 1e-5;
/// Displacements beyond this many shear moduli are forgotten when the motion reverses.
constexpr double kElastic = 3.0;
/// Largest depth of a dug hole, as a share of the wheel's radius: the hub stays above ground.
constexpr double kMaxDigDepth = 0.9;

/// Forces of a wheel that rolls backward from those of the mirrored wheel that rolls forward.
SoilForces Mirrored(SoilForces at) {
  at.fx = -at.fx;
  at.mz = -at.mz;
  at.torque = -at.torque;
  return at;
}

using Part = double SoilForces::*;
constexpr Part kForces[] = {&SoilForces::fx,         &SoilForces::fy,
                            &SoilForces::fz,         &SoilForces::mz,
                            &SoilForces::torque,     &SoilForces::compaction,
                            &SoilForces::bulldozing, &SoilForces::shear_capacity};
constexpr Part kPlaces[] = {&SoilForces::sinkage, &SoilForces::theta_0, &SoilForces::theta_1};

SoilForces Blend(SoilForces a, const SoilForces& b, double share) {
  for (const Part part : kForces) a.*part += share * (b.*part - a.*part);
  for (const Part part : kPlaces) a.*part += share * (b.*part - a.*part);
  return a;
}

/// Scales the forces, but not the angles and depths.
void Scale(double scale, SoilForces* at) {
  for (const Part part : kForces) at->*part *= scale;
}

/// Half angle (rad) of the fan of rays: that of the longest contacts in soil.
constexpr double kHalfAngle = 0.6;

/// Least-squares plane through the depths below the axle, over the positions forward and along the
/// axle. Centred sums by slice keep it cheap.
struct PlaneFit {
  /// Weighted sums over the points of one slice.
  struct Row {
    double w = 0.0, wx = 0.0, wxx = 0.0, wd = 0.0, wxd = 0.0;

    void Add(double weight, double forward, double depth) {
      const double x = weight * forward;
      w += weight;
      wx += x;
      wxx += x * forward;
      wd += weight * depth;
      wxd += x * depth;
    }
  };
  void Add(const Row& row, double along) {
    n00 += row.w;
    n10 += row.wx;
    n11 += row.wxx;
    n20 += along * row.w;
    n21 += along * row.wx;
    n22 += along * along * row.w;
    right += Vector3d(row.wd, row.wxd, along * row.wd);
  }
  /// Depth at the axle and its slopes in both directions, by the LDL' factorization of the normal
  /// equations; `min` regularizes slopes that the points do not determine.
  Vector3d Solve(double min) const {
    const double l10 = n10 / n00;
    const double l20 = n20 / n00;
    const double d1 = n11 + min - l10 * n10;
    const double l21 = (n21 - l20 * n10) / d1;
    const double d2 = n22 + min - l20 * n20 - l21 * l21 * d1;
    const double y1 = right.y() - l10 * right.x();
    const double z = (right.z() - l20 * right.x() - l21 * y1) / d2;
    const double y = y1 / d1 - l21 * z;
    return Vector3d(right.x() / n00 - l10 * y - l20 * z, y, z);
  }

  double n00 = 0.0, n10 = 0.0, n11 = 0.0, n20 = 0.0, n21 = 0.0, n22 = 0.0;
  Vector3d right = Vector3d::Zero();
};

}  // namespace

Result<std::unique_ptr<SoilLaw>> SoilLaw::Make(const SoilWheel& wheel,
                                               const std::vector<std::optional<world::Soil>>& soils,
                                               std::unique_ptr<SoilSurface> surface,
                                               CompactionMap* map, const SoilLawOptions& options) {
  SUREFOOT_CHECK(surface != nullptr, "a wheel in soil needs a surface");
  std::unique_ptr<SoilLaw> law(new SoilLaw);
  for (const std::optional<world::Soil>& soil : soils) {
    law->contacts_.emplace_back();
    if (!soil) continue;
    law->contacts_.back() =
        SUREFOOT_TRY(SoilContact::Make(*soil, wheel, options.contact.For(*soil)));
  }
  law->wheel_ = wheel;
  law->options_ = options;
  law->surface_ = std::move(surface);
  law->map_ = map;
  return law;
}

void SoilLaw::Reset() { memory_ = {}; }

bool SoilLaw::FindPatch(const HubMotion& motion, Patch* patch) {
  SoilPlane plane;
  if (!surface_->Find(motion, &plane) || !(plane.height < wheel_.radius)) return false;
  const std::optional<SoilContact>& contact = contacts_[static_cast<std::size_t>(plane.soil)];
  const Vector3d forward_W = motion.axle_W.cross(plane.normal_W);
  const double size = forward_W.norm();
  if (!contact || !(size > 1e-6)) return false;
  patch->contact = &*contact;
  patch->cover = plane.cover;
  if (plane.next_soil >= 0 && contacts_[static_cast<std::size_t>(plane.next_soil)]) {
    patch->next = &*contacts_[static_cast<std::size_t>(plane.next_soil)];
    patch->next_share = plane.next_share;
  }
  patch->normal_W = plane.normal_W;
  patch->forward_W = forward_W / size;
  patch->left_W = plane.normal_W.cross(patch->forward_W);
  patch->height = plane.height;
  return true;
}

/// Reads the ruts where the wheel goes and where it comes from.
void SoilLaw::LookUpBeds(const Patch& patch, const Vector3d& p_WC, double moved) {
  if (!Ruts(patch)) {
    memory_.deepest_ahead = memory_.deepest_behind = 0.0;
    return;
  }
  const double ahead =
      std::sqrt(std::max(0.0, wheel_.radius * wheel_.radius - patch.height * patch.height));
  const Vector3d p_WG = p_WC - patch.height * patch.normal_W;
  // One cell beyond the contact: soil under the wheel is what the wheel has pressed itself.
  const Vector3d reach_W = (ahead + map_->cell()) * patch.forward_W;
  const double front = map_->DeepestAcross(p_WG + reach_W, patch.left_W, wheel_.width);
  const double rear = map_->DeepestAcross(p_WG - reach_W, patch.left_W, wheel_.width);
  // A first-order lag over one cell, so that the bed does not jump from cell to cell.
  const double share = memory_.touching > 0.0 ? -std::expm1(-std::abs(moved) / map_->cell()) : 1.0;
  memory_.deepest_ahead += share * (front - memory_.deepest_ahead);
  memory_.deepest_behind += share * (rear - memory_.deepest_behind);
}

SoilHole SoilLaw::HoleAt(const Patch& patch, const Vector3d& p_WC) const {
  SoilHole hole;
  if (!(memory_.hole_depth > 0.0)) return hole;
  const Vector3d p_HC_W = p_WC - Vector3d(memory_.hole_x, memory_.hole_y, memory_.hole_z);
  hole.depth = memory_.hole_depth;
  hole.bottom = memory_.hole_bottom;
  hole.ahead = p_HC_W.dot(patch.forward_W);
  hole.beside = p_HC_W.dot(patch.left_W);
  return hole;
}

double SoilLaw::HalfLength(const Patch& patch, const Vector3d& p_WC) const {
  const double front = memory_.front < 0.0 ? -1.0 : 1.0;
  const SoilBed bed =
      patch.contact->BedAfter(front < 0.0 ? memory_.deepest_behind : memory_.deepest_ahead);
  const SoilHole hole = HoleAt(patch, p_WC);
  const double gone = hole.Cover(wheel_.width) * hole.DepthAt(hole.ahead, wheel_.radius);
  const double angles = patch.contact->ContactAngle(patch.height + gone, bed);
  return 0.5 * wheel_.radius * std::max(kMinAngle, angles);
}

/// At a border between soils the forces are blended, so that they are continuous.
SoilForces SoilLaw::Forces(const Patch& patch, const Vector3d& p_WC, double length) const {
  const SoilHole hole = HoleAt(patch, p_WC);
  SoilForces at = ForcesIn(*patch.contact, patch.height, length, hole);
  if (patch.next != nullptr) {
    at = Blend(at, ForcesIn(*patch.next, patch.height, length, hole), patch.next_share);
  }
  if (patch.cover < 1.0) Scale(patch.cover, &at);
  return at;
}

SoilForces SoilLaw::ForcesIn(const SoilContact& contact, double height, double length,
                             SoilHole hole) const {
  const double stretch = 1.0 + memory_.beyond;
  const TreadSlip slip = {stretch * memory_.shear_x / length, stretch * memory_.shear_y / length};
  const double backward = 0.5 * (1.0 - memory_.front);
  SoilForces ahead, behind;
  if (backward < 1.0) {
    const SoilBed bed = contact.BedAfter(memory_.deepest_ahead);
    ahead = contact.AtHeight(height, slip, bed, hole);
  }
  if (backward > 0.0) {
    const SoilBed bed = contact.BedAfter(memory_.deepest_behind);
    hole.ahead = -hole.ahead;
    behind = Mirrored(contact.AtHeight(height, {-slip.x, slip.y}, bed, hole));
  }
  if (backward <= 0.0) return ahead;
  if (backward >= 1.0) return behind;
  return Blend(ahead, behind, backward);
}

void SoilLaw::Advance(double slip_x, double slip_y, double tread, double length, double dt,
                      const world::Soil& soil) {
  const double step = guard_ * dt;
  double x = memory_.shear_x;
  double y = memory_.shear_y;
  const double elastic = kElastic * std::min(soil.shear_modulus_x, soil.shear_modulus_y);
  const double size = std::hypot(x, y);
  if (size > elastic && x * slip_x + y * slip_y < 0.0) {
    const double gone = std::hypot(slip_x, slip_y) * dt * kElastic / elastic;
    const double left = elastic + (size - elastic) / (1.0 + gone);
    x *= left / size;
    y *= left / size;
  }
  // Soil leaves the contact with the speed of the tread: in steady rolling displacement over length
  // is the slip.
  const double leave = 1.0 + step * std::abs(tread) / length;
  x = (x + step * slip_x) / leave;
  y = (y + step * slip_y) / leave;
  const double max = kMaxSlip * length;
  const double now = std::hypot(x, y);
  if (now > max) {
    x *= max / now;
    y *= max / now;
  }
  memory_.shear_x = x;
  memory_.shear_y = y;
}

/// The hole stays in place. It grows where the wheel is; its centre is the mean of all places dug;
/// it is dropped once the wheel has left it.
void SoilLaw::Dig(const Vector3d& p_WC, double slipped, const Patch& patch) {
  const SoilHole hole = HoleAt(patch, p_WC);
  if (hole.depth > 0.0 && (std::abs(hole.ahead) > hole.HalfLength(wheel_.radius) ||
                           std::abs(hole.beside) > wheel_.width)) {
    memory_.hole_depth = memory_.hole_bottom = 0.0;
  }
  const double max = kMaxDigDepth * wheel_.radius;
  const double dug =
      std::min(patch.contact->soil().dig_rate * std::abs(slipped), max - memory_.hole_depth);
  if (!(dug > 0.0)) return;
  const double share = dug / (memory_.hole_depth + dug);
  const double gone = hole.Cover(wheel_.width) * hole.DepthAt(hole.ahead, wheel_.radius);
  const double pressed = std::max(0.0, wheel_.radius - patch.height - gone);
  const double before = memory_.hole_depth > 0.0 ? memory_.hole_bottom - memory_.hole_depth : 0.0;
  memory_.hole_depth += dug;
  memory_.hole_bottom = memory_.hole_depth + before + share * (pressed - before);
  memory_.hole_x += share * (p_WC.x() - memory_.hole_x);
  memory_.hole_y += share * (p_WC.y() - memory_.hole_y);
  memory_.hole_z += share * (p_WC.z() - memory_.hole_z);
}

WheelForce SoilLaw::Resultant(const HubMotion& motion, const Patch& patch, const SoilForces& at,
                              double damp_x, double damp_y) const {
  WheelForce out;
  out.touching = at.fz > 0.0;
  out.load = std::max(0.0, at.fz);
  const double arm = wheel_.radius * std::cos(at.theta_1);
  const double fx = at.fx + damp_x;
  const double fy = at.fy + damp_y;
  out.f_W = fx * patch.forward_W + fy * patch.left_W + out.load * patch.normal_W;
  out.t_C_W = -(at.torque + arm * damp_x) * patch.left_W + at.mz * patch.normal_W +
              arm * fy * patch.forward_W;
  out.p_WP = motion.p_WC - arm * patch.normal_W;
  out.normal_W = patch.normal_W;
  out.sinkage = at.sinkage;
  return out;
}

/// A wheel that is nearly locked or slides sideways slips by far more lengths than are stored. As
/// the store fills up, its slip becomes that of the speeds. It changes with distance travelled, so
/// it is constant at rest.
void SoilLaw::Lock(double slip, double tread, double length, double dt) {
  const double now = slip / std::max(std::abs(tread), kMinTread);
  const double share = std::hypot(memory_.shear_x, memory_.shear_y) / (kMaxSlip * length);
  const double full = std::pow(std::min(share, 1.0), 8.0);
  const double desired = full * std::max(0.0, std::min(now, kLockedSlip) / kMaxSlip - 1.0);
  const double moved = dt * (slip + std::abs(tread)) / length;
  memory_.beyond += -std::expm1(-moved) * (desired - memory_.beyond);
}

/// Scales all stresses by normal damping, between zero (no pull) and three times the static load.
void SoilLaw::DampNormal(double speed, double mass, double dt, SoilForces* at) const {
  if (!(at->fz > 0.0) || !(at->sinkage > 0.0)) return;
  double stiffness = 1.5 * at->fz / at->sinkage;
  if (at->theta_1 > 0.05) {
    stiffness += 2.0 * wheel_.width * wheel_.flattening_pressure / std::tan(at->theta_1);
  }
  const double damping =
      std::min(2.0 * options_.damping * std::sqrt(stiffness * mass), 0.5 * mass / dt);
  const double scale = std::clamp(1.0 - damping * speed / at->fz, 0.0, 3.0);
  Scale(scale, at);
}

WheelForce SoilLaw::ComputeForce(const HubMotion& motion, double dt) {
  Patch patch;
  forces_ = {};
  track_.deepest = 0.0;
  if (!FindPatch(motion, &patch)) {
    Reset();
    return {};
  }
  const Vector3d v_WP =
      motion.v_WC - std::max(patch.height, 0.0) * motion.w_W.cross(patch.normal_W);
  const double along = v_WP.dot(patch.forward_W);
  const double across = v_WP.dot(patch.left_W);
  const double tread = motion.spin * wheel_.radius;
  LookUpBeds(patch, motion.p_WC, along * dt);
  const double length = HalfLength(patch, motion.p_WC);
  Turn(0.5 * (tread + along) * dt, length);

  // Upper bound of the shear stiffness: as if all soil of the contact were sheared at once (tau_max
  // area / K).
  const world::Soil& soil = patch.contact->soil();
  const double k_x = memory_.capacity / soil.shear_modulus_x;
  const double k_y = memory_.capacity / soil.shear_modulus_y;
  const double d_x = 2.0 * options_.shear_damping * std::sqrt(k_x * motion.effective_mass_x);
  const double d_y = 2.0 * options_.shear_damping * std::sqrt(k_y * motion.effective_mass_y);
  // Stability of the explicit force: d dt + k dt^2 relative to the mass, see
  // docs/reference/ground.md.
  const double swing = std::max((d_x * dt + k_x * dt * dt) / motion.effective_mass_x,
                                (d_y * dt + k_y * dt * dt) / motion.effective_mass_y);
  guard_ = 1.0 / (1.0 + swing);
  const Memory before = memory_;
  Advance(tread - along, across, tread, length, dt, soil);
  Lock(std::hypot(tread - along, across), tread, length, dt);
  if (memory_.capacity > 0.0) Dig(motion.p_WC, (tread - along) * dt, patch);

  forces_ = Forces(patch, motion.p_WC, length);
  DampNormal(motion.v_WC.dot(patch.normal_W), motion.effective_mass_z, dt, &forces_);
  const double max = forces_.shear_capacity;
  const double damp_x = std::clamp(d_x * (memory_.shear_x - before.shear_x) / dt, -max, max);
  const double damp_y = std::clamp(d_y * (before.shear_y - memory_.shear_y) / dt, -max, max);
  WheelForce out = Resultant(motion, patch, forces_, damp_x, damp_y);
  out.slip_speed_x = along - tread;
  out.slip_speed_y = across;
  memory_.capacity = max;
  memory_.touching = 1.0;
  if (Ruts(patch)) {
    track_ = {motion.p_WC - patch.height * patch.normal_W, patch.left_W, out.sinkage};
  }
  return out;
}

void SoilLaw::LeaveTrack() {
  if (!(track_.deepest > 0.0)) return;
  map_->PressAcross(track_.p_W, track_.across_W, wheel_.width, track_.deepest,
                    options_.track_owner);
}

TerrainSoil::TerrainSoil(const Terrain* terrain, double radius, double width)
    : fan_(terrain, radius, width, kHalfAngle),
      maps_(terrain, std::hypot(1.2 * radius, 0.5 * width)) {}

bool TerrainSoil::Find(const HubMotion& motion, SoilPlane* plane) {
  const FanFrame frame = MakeFanFrame(motion);
  if (!fan_.MoveTo(frame)) return false;
  const bool mixed = maps_.Look(frame.p_WC, &fan_);
  // The plane extends beyond the border; only the part of the contact that carries ends there.
  if (mixed) maps_.ShowAll(&fan_);
  GroundMix mix;
  const Fan& fan = fan_.fan();
  PlaneFit sums;
  double deepest = -fan.radius;
  SliceDepths slices[kSlices];
  fan_.Measure(frame, fan.radius, slices);
  for (int s = 0; s < kSlices; ++s) {
    SliceDepths& slice = slices[s];
    const double offset = fan_.offset(s);
    if (mixed) {
      maps_.AddMix(frame, s, fan_, &slice, &mix);
    } else {
      maps_.Resolve(&slice);
      fan_.AddRoughness(frame, s, fan.radius, &slice);
    }
    PlaneFit::Row row;
    for (std::size_t i = 0; i < kFanRays; ++i) {
      if (slice.depth[i] <= -fan.radius) continue;
      const double distance = fan.radius - slice.depth[i];
      row.Add(fan.weight[i], distance * fan.sin[i], distance * fan.cos[i]);
      if (slice.depth[i] <= deepest) continue;
      deepest = slice.depth[i];
      plane->soil = slice.ground[0];
    }
    sums.Add(row, offset);
  }
  if (!(deepest > 0.0)) return false;
  if (mixed) {
    plane->soil = mix.Heaviest();
    if (plane->soil < 0) return false;
    plane->next_soil = mix.Heaviest(plane->soil);
    plane->next_share = mix.ShareOf(plane->next_soil);
    plane->cover = mix.carried / mix.all;
  }
  // Where few rays meet the ground, the plane is perpendicular to the wheel.
  const Vector3d fit = sums.Solve(1e-9 * fan.radius * fan.radius);
  const Vector3d normal_W = -frame.down_W + fit.y() * frame.forward_W + fit.z() * frame.axle_W;
  const double size = normal_W.norm();
  plane->normal_W = normal_W / size;
  plane->height = fit.x() / size;
  return std::isfinite(plane->height);
}

Result<std::unique_ptr<SoilLaw>> MakeSoilLaw(const world::Wheel& wheel, const Terrain* terrain,
                                             CompactionMap* map, double gravity,
                                             SoilLawOptions options) {
  SoilWheel shape;
  shape.radius = wheel.radius;
  shape.width = wheel.width;
  shape.flattening_pressure = wheel.tyre.flattening_pressure;
  shape.grousers = wheel.tyre.grousers;
  shape.grouser_height = wheel.tyre.grouser_height;
  options.contact.gravity = gravity;
  std::vector<std::optional<world::Soil>> soils;
  for (int i = 0; i < terrain->ground_count(); ++i) {
    const world::GroundMaterial& ground = terrain->ground(i);
    soils.push_back(ground.has_soil ? std::make_optional(ground.soil) : std::nullopt);
    if (!ground.has_soil) continue;
    const auto contact = SoilContact::Make(ground.soil, shape, options.contact.For(ground.soil));
    if (!contact) return contact.error().Within("ground \"" + ground.name + "\"");
  }
  auto surface = std::make_unique<TerrainSoil>(terrain, wheel.radius, wheel.width);
  return SoilLaw::Make(shape, soils, std::move(surface), map, options);
}

}  // namespace surefoot::ground
