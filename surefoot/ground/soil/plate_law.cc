#include "surefoot/ground/soil/plate_law.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace surefoot::ground {
namespace {

/// Shares of critical: of soil that was pressed before, and of shear that goes back.
constexpr double kDamping = 0.3;
constexpr double kShearDamping = 0.5;
/// Displacements beyond so many shear moduli are forgotten when the motion turns; and the most that
/// is kept: all but 6e-6 of the strength is reached.
constexpr double kElastic = 3.0;
constexpr double kMostShear = 12.0;
/// A spring may have this share of m / dt^2; hard ground in a map of soils has less.
constexpr double kStiffest = 0.5;
constexpr double kHardShare = 0.1;
/// Shear displacement of hard ground (m).
constexpr double kHardShear = 1e-3;
/// Steeper ground than this (cosine) is a wall, which a bottom does not press into.
constexpr double kLeastUp = 0.2;

Result<SoilContact> ContactOf(const world::Soil& soil, double size) {
  const double modulus = soil.cohesive_modulus / size + soil.frictional_modulus;
  if (!(modulus > 0.0)) {
    return Error{"soil: k_c / b + k_phi is " + std::to_string(modulus) +
                 " for a plate of b = " + std::to_string(size) +
                 " m: it must be above 0; take a larger plate or other moduli"};
  }
  // Pressure and sinkage are those of a wheel of that width; its radius does not enter.
  SoilWheel wheel;
  wheel.radius = 1.0;
  wheel.width = size;
  return SoilContact::Make(soil, wheel, SoilOptions().For(soil));
}

}  // namespace

Result<std::unique_ptr<PlateLaw>> PlateLaw::Make(const world::Plate& plate,
                                                 const Terrain* terrain) {
  std::unique_ptr<PlateLaw> law(new PlateLaw);
  law->plate_ = plate;
  law->terrain_ = terrain;
  for (int i = 0; i < terrain->ground_count(); ++i) {
    const world::GroundMaterial& ground = terrain->ground(i);
    law->soils_.emplace_back();
    if (!ground.has_soil) continue;
    Result<SoilContact> contact = ContactOf(ground.soil, plate.size());
    if (!contact.ok()) return contact.error().Within("ground \"" + ground.name + "\"");
    law->soils_.back() = std::move(contact).value();
  }
  law->points_ = PlatePoints(plate);
  law->memory_.resize(law->points_.size());
  law->spots_.resize(law->points_.size());
  law->area_ = plate.area();
  law->reach_ = std::clamp(5.0 * plate.size(), 0.05, 0.5);
  return law;
}

void PlateLaw::Reset() { std::fill(memory_.begin(), memory_.end(), Memory()); }

void PlateLaw::Save(ByteWriter* writer) const {
  for (const Memory& memory : memory_) writer->Put(memory);
}

bool PlateLaw::Restore(ByteReader* reader) {
  for (Memory& memory : memory_) memory = reader->Get<Memory>();
  return reader->ok();
}

/// Straight down from above the point: what it is in, and how deep, square to the surface.
PlateLaw::Spot PlateLaw::Look(const PlateMotion& motion, const PlatePoint& point) const {
  Spot spot;
  spot.p_W = motion.X_WP * point.p_P;
  spot.v_W = motion.v_WP + motion.w_W.cross(spot.p_W - motion.X_WP.p);
  const Vector3d top_W = spot.p_W + reach_ * Vector3d::UnitZ();
  const GroundHit hit = terrain_->Below(top_W, reach_);
  if (!hit.ok() || hit.normal_W.z() < kLeastUp) return spot;
  double above = reach_ - hit.distance;
  if (const Roughness* rough = terrain_->roughness(hit.ground)) {
    above += rough->HeightAt(spot.p_W.x(), spot.p_W.y());
  }
  spot.normal_W = hit.normal_W;
  spot.depth = above * hit.normal_W.z();
  const auto ground = static_cast<std::size_t>(hit.ground);
  if (soils_[ground]) spot.soil = &*soils_[ground];
  spot.mu = terrain_->ground(hit.ground).hard.mu;
  return spot;
}

/// New ground bears as Bekker says. Ground that was pressed before bears as it unloads, with
/// damping that neither pulls nor goes beyond what new ground would bear: so it never shows in a
/// curve.
void PlateLaw::Press(const PlateMotion& motion, double dt, Spot* spot, Memory* memory) const {
  if (!(spot->depth > 0.0)) return;
  const double mass = motion.mass_normal;
  const double stiffest = kStiffest * mass / (area_ * dt * dt);
  const double speed = spot->v_W.dot(spot->normal_W);
  const auto damped = [&](double pressure, double stiffness) {
    const double damping =
        std::min(2.0 * kDamping * std::sqrt(stiffness * area_ * mass), 0.5 * mass / dt);
    return std::max(0.0, pressure - damping / area_ * speed);
  };
  if (spot->soil == nullptr) {
    const double stiffness = kHardShare * mass / (area_ * dt * dt);
    spot->pressure = damped(stiffness * spot->depth, stiffness);
    return;
  }
  const double virgin = spot->soil->Pressure(spot->depth, {});
  if (spot->depth >= memory->deepest) {
    memory->deepest = spot->depth;
    spot->pressure = virgin;
    return;
  }
  const SoilBed bed = spot->soil->BedAfter(memory->deepest);
  const double most = spot->soil->Pressure(memory->deepest, {});
  const double own = most / std::max(1e-12, memory->deepest - bed.floor);
  const double stiffness = std::min(own, std::max(stiffest, most / memory->deepest));
  const double elastic = most - stiffness * (memory->deepest - spot->depth);
  if (elastic > 0.0) spot->pressure = std::min(damped(elastic, stiffness), virgin);
}

double PlateLaw::ShearLimit(const Spot& spot) const {
  if (!(spot.pressure > 0.0)) return 0.0;
  if (spot.soil == nullptr) return plate_.grip * spot.mu * spot.pressure;
  const world::Soil& soil = spot.soil->soil();
  return plate_.grip * (soil.cohesion + spot.pressure * std::tan(soil.friction_angle));
}

double PlateLaw::ShearModulus(const Spot& spot) const {
  return spot.soil == nullptr ? kHardShear : spot.soil->soil().shear_modulus_x;
}

/// Janosi and Hanamoto on the displacement of the point since it bears; on the plate, in W.
Vector3d PlateLaw::Shear(const PlateMotion& motion, double dt, const Spot& spot,
                         Memory* memory) const {
  const double limit = ShearLimit(spot);
  if (!(limit > 0.0)) {
    memory->shear_x = memory->shear_y = 0.0;
    return Vector3d::Zero();
  }
  const double modulus = ShearModulus(spot);
  const Vector3d v_P = motion.X_WP.q.conjugate() * spot.v_W;
  const Eigen::Vector2d v = v_P.head<2>();
  const double speed = v.norm();
  Eigen::Vector2d j(memory->shear_x, memory->shear_y);
  if (j.norm() > kElastic * modulus && speed > 0.0) {
    const Eigen::Vector2d kept = std::max(0.0, j.dot(v)) / (speed * speed) * v;
    const double gone = speed * dt / modulus;
    j = kept + (j - kept) / (1.0 + gone);
  }
  j += guard_ * dt * v;
  const double size = j.norm();
  if (size > kMostShear * modulus) j *= kMostShear * modulus / size;
  memory->shear_x = j.x();
  memory->shear_y = j.y();
  const double now = std::max(j.norm(), 1e-15);
  Eigen::Vector2d stress = limit * std::expm1(-now / modulus) / now * j;
  if (j.dot(v) < 0.0) {
    const double stiffness = limit / modulus * area_;
    const double damping = std::min(2.0 * kShearDamping * std::sqrt(stiffness * motion.mass_shear),
                                    0.25 * motion.mass_shear / dt);
    stress -= damping / area_ * v;
    const double most = stress.norm();
    if (most > limit) stress *= limit / most;
  }
  return motion.X_WP.q * Vector3d(stress.x(), stress.y(), 0.0);
}

/// Soil that was pressed stays behind when the plate slides away.
void PlateLaw::Forget(double moved) {
  const double share = -std::expm1(-moved / plate_.size());
  for (std::size_t i = 0; i < memory_.size(); ++i) {
    const double now = std::max(0.0, spots_[i].depth);
    if (memory_[i].deepest > now) memory_[i].deepest += share * (now - memory_[i].deepest);
  }
}

WheelForce PlateLaw::Step(const PlateMotion& motion, double dt) {
  WheelForce out;
  double stiffness = 0.0;
  Vector3d load_times_p_W = Vector3d::Zero();
  Vector3d load_times_normal_W = Vector3d::Zero();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    Spot& spot = spots_[i];
    spot = Look(motion, points_[i]);
    Press(motion, dt, &spot, &memory_[i]);
    const double area = points_[i].area;
    stiffness += area * ShearLimit(spot) / ShearModulus(spot);
    out.sinkage += area / area_ * std::max(0.0, spot.depth);
    out.load += area * spot.pressure;
    load_times_p_W += area * spot.pressure * spot.p_W;
    load_times_normal_W += area * spot.pressure * spot.normal_W;
  }
  guard_ = stiffness > 0.0 ? std::min(1.0, motion.mass_shear / (stiffness * dt * dt)) : 1.0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Vector3d shear_W = Shear(motion, dt, spots_[i], &memory_[i]);
    const Vector3d f_W = points_[i].area * (spots_[i].pressure * spots_[i].normal_W + shear_W);
    out.f_W += f_W;
    out.t_C_W += (spots_[i].p_W - motion.X_WP.p).cross(f_W);
  }
  Forget(dt * motion.v_WP.head<2>().norm());
  out.touching = out.load > 0.0;
  if (!out.touching) return WheelForce();
  out.p_WP = load_times_p_W / out.load;
  out.normal_W = load_times_normal_W.normalized();
  const Vector3d v_P = motion.X_WP.q.conjugate() * motion.v_WP;
  out.slip_speed_x = v_P.x();
  out.slip_speed_y = v_P.y();
  return out;
}

}  // namespace surefoot::ground
