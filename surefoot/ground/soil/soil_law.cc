#include "surefoot/ground/soil/soil_law.h"

#include <algorithm>
#include <cmath>

namespace surefoot::ground {
namespace {

/// Contacts are not taken as shorter (rad): slip is displacement over length.
constexpr double kLeastAngle = 0.1;
/// Displacements are kept up to this many lengths, so that a locked wheel that turns again forgets
/// them soon; what it slips beyond that is known from its speeds.
constexpr double kMostSlip = 5.0;
/// Most of that, and the tread's speed (m/s) below which a wheel is locked.
constexpr double kLockedSlip = 1e3;
constexpr double kLeastTread = 1e-5;
/// Displacements beyond so many shear moduli are forgotten when the motion turns round.
constexpr double kElastic = 3.0;
/// Under this share of its radius a wheel's hub does not dig itself.
constexpr double kMostDug = 0.9;

SoilForces Mirrored(SoilForces at) {
  at.fx = -at.fx;
  at.mz = -at.mz;
  at.torque = -at.torque;
  return at;
}

SoilForces Blend(const SoilForces& a, const SoilForces& b, double share) {
  SoilForces out = a;
  const auto mix = [share](double x, double y) { return x + share * (y - x); };
  out.fx = mix(a.fx, b.fx);
  out.fy = mix(a.fy, b.fy);
  out.fz = mix(a.fz, b.fz);
  out.mz = mix(a.mz, b.mz);
  out.torque = mix(a.torque, b.torque);
  out.sinkage = mix(a.sinkage, b.sinkage);
  out.theta_0 = mix(a.theta_0, b.theta_0);
  out.theta_1 = mix(a.theta_1, b.theta_1);
  out.compaction = mix(a.compaction, b.compaction);
  out.bulldozing = mix(a.bulldozing, b.bulldozing);
  out.shear_capacity = mix(a.shear_capacity, b.shear_capacity);
  return out;
}

/// Forces, not angles and depths.
void Scale(double scale, SoilForces* at) {
  for (double* part : {&at->fx, &at->fy, &at->fz, &at->mz, &at->torque, &at->compaction,
                       &at->bulldozing, &at->shear_capacity}) {
    *part *= scale;
  }
}

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
    Result<SoilContact> contact = SoilContact::Make(*soil, wheel, options.contact.For(*soil));
    if (!contact) return contact.error();
    law->contacts_.back() = *contact;
  }
  law->wheel_ = wheel;
  law->options_ = options;
  law->surface_ = std::move(surface);
  law->map_ = map;
  return law;
}

void SoilLaw::Reset() { memory_ = {}; }

void SoilLaw::Save(ByteWriter* writer) const {
  writer->Put(memory_);
  surface_->Save(writer);
}

bool SoilLaw::Restore(ByteReader* reader) {
  const Memory memory = reader->Get<Memory>();
  if (!reader->ok() || !surface_->Restore(reader)) return false;
  memory_ = memory;
  return true;
}

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

void SoilLaw::LookUpBeds(const Patch& patch, const Vector3d& p_WC, double moved) {
  if (!Ruts(patch)) {
    memory_.deepest_ahead = memory_.deepest_behind = 0.0;
    return;
  }
  const double ahead =
      std::sqrt(std::max(0.0, wheel_.radius * wheel_.radius - patch.height * patch.height));
  const Vector3d p_WG = p_WC - patch.height * patch.normal_W;
  // One cell beyond the entry: what this wheel presses itself is not what it meets.
  const Vector3d reach_W = (ahead + map_->cell()) * patch.forward_W;
  const double front = map_->DeepestAcross(p_WG + reach_W, patch.left_W, wheel_.width);
  const double rear = map_->DeepestAcross(p_WG - reach_W, patch.left_W, wheel_.width);
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
  return 0.5 * wheel_.radius * std::max(kLeastAngle, angles);
}

/// As a border passes, forces go over from the one ground to the other.
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
  // Soil leaves the contact as fast as the tread does: in steady rolling what is left is slip.
  const double leave = 1.0 + step * std::abs(tread) / length;
  x = (x + step * slip_x) / leave;
  y = (y + step * slip_y) / leave;
  const double most = kMostSlip * length;
  const double now = std::hypot(x, y);
  if (now > most) {
    x *= most / now;
    y *= most / now;
  }
  memory_.shear_x = x;
  memory_.shear_y = y;
}

/// The hole stays where it is. It grows where the wheel is, is forgotten once the wheel has left
/// it, and its middle is that of all that was dug.
void SoilLaw::Dig(const Vector3d& p_WC, double slipped, const Patch& patch) {
  const SoilHole hole = HoleAt(patch, p_WC);
  if (hole.depth > 0.0 && (std::abs(hole.ahead) > hole.HalfLength(wheel_.radius) ||
                           std::abs(hole.beside) > wheel_.width)) {
    memory_.hole_depth = memory_.hole_bottom = 0.0;
  }
  const double most = kMostDug * wheel_.radius;
  const double dug =
      std::min(patch.contact->soil().dig_rate * std::abs(slipped), most - memory_.hole_depth);
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

void SoilLaw::Turn(double rolled, double length) {
  memory_.front = std::clamp(memory_.front + rolled / length, -1.0, 1.0);
}

/// A wheel that is braked to nearly nothing or slides sideways slips by far more lengths than are
/// kept: as those fill up, its slip is that of its speeds. It changes with the way, so not at rest.
void SoilLaw::Lock(double slip, double tread, double length, double dt) {
  const double now = slip / std::max(std::abs(tread), kLeastTread);
  const double share = std::hypot(memory_.shear_x, memory_.shear_y) / (kMostSlip * length);
  const double full = std::pow(std::min(share, 1.0), 8.0);
  const double wanted = full * std::max(0.0, std::min(now, kLockedSlip) / kMostSlip - 1.0);
  const double moved = dt * (slip + std::abs(tread)) / length;
  memory_.beyond += -std::expm1(-moved) * (wanted - memory_.beyond);
}

/// Load and everything that comes with it, with damping that neither pulls nor hits.
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

WheelForce SoilLaw::Feel(const HubMotion& motion, double dt) {
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

  // Stiff against slipping at most as if all soil of the contact were sheared at once.
  const world::Soil& soil = patch.contact->soil();
  const double k_x = memory_.capacity / soil.shear_modulus_x;
  const double k_y = memory_.capacity / soil.shear_modulus_y;
  const double d_x = 2.0 * options_.shear_damping * std::sqrt(k_x * motion.effective_mass_x);
  const double d_y = 2.0 * options_.shear_damping * std::sqrt(k_y * motion.effective_mass_y);
  const double swing = std::max((d_x * dt + k_x * dt * dt) / motion.effective_mass_x,
                                (d_y * dt + k_y * dt * dt) / motion.effective_mass_y);
  guard_ = 1.0 / (1.0 + swing);
  const Memory before = memory_;
  Advance(tread - along, across, tread, length, dt, soil);
  Lock(std::hypot(tread - along, across), tread, length, dt);
  if (memory_.capacity > 0.0) Dig(motion.p_WC, (tread - along) * dt, patch);

  forces_ = Forces(patch, motion.p_WC, length);
  DampNormal(motion.v_WC.dot(patch.normal_W), motion.effective_mass_z, dt, &forces_);
  const double most = forces_.shear_capacity;
  const double damp_x = std::clamp(d_x * (memory_.shear_x - before.shear_x) / dt, -most, most);
  const double damp_y = std::clamp(d_y * (before.shear_y - memory_.shear_y) / dt, -most, most);
  WheelForce out = Resultant(motion, patch, forces_, damp_x, damp_y);
  out.slip_speed_x = along - tread;
  out.slip_speed_y = across;
  memory_.capacity = most;
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

}  // namespace surefoot::ground
