#include "surefoot/ground/soil/plate_set.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "surefoot/base/index.h"
#include "surefoot/ground/hub.h"
#include "surefoot/ground/soil/gauss.h"

namespace surefoot::ground {
namespace {

/// Quadrature points: across a ring and around it; along each side of a rectangle.
constexpr int kAcross = 4;
constexpr int kAround = 8;

void AddRing(const world::Plate& plate, std::vector<PlatePoint>* points) {
  const GaussRule& rule = GaussLegendre(kAcross);
  const double width = plate.radius - plate.inner_radius;
  for (int i = 0; i < kAcross; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double r = plate.inner_radius + width * rule.nodes[at];
    const double area = width * rule.weights[at] * r * 2.0 * M_PI / kAround;
    for (int k = 0; k < kAround; ++k) {
      // Every second ring is rotated by half a step, so that the points are spread evenly.
      const double angle = 2.0 * M_PI * (k + 0.5 * (i % 2)) / kAround;
      points->push_back({Vector3d(r * std::cos(angle), r * std::sin(angle), 0.0), area});
    }
  }
}

void AddRectangle(const world::Plate& plate, std::vector<PlatePoint>* points) {
  const GaussRule& rule = GaussLegendre(kAcross);
  for (std::size_t i = 0; i < kAcross; ++i) {
    for (std::size_t k = 0; k < kAcross; ++k) {
      const double x = plate.length * (rule.nodes[i] - 0.5);
      const double y = plate.width * (rule.nodes[k] - 0.5);
      points->push_back(
          {Vector3d(x, y, 0.0), plate.length * plate.width * rule.weights[i] * rule.weights[k]});
    }
  }
}

/// Damping ratios: of soil that was compacted before, and of shear that decreases.
constexpr double kDamping = 0.3;
constexpr double kShearDamping = 0.5;
/// In units of the shear modulus K: displacements beyond kElastic are forgotten when the motion
/// reverses; kMaxShear limits the stored displacement, where 1 - 6e-6 of the strength is reached.
constexpr double kElastic = 3.0;
constexpr double kMaxShear = 12.0;
/// Largest stiffness of soil as a share of m / dt^2, and the stiffness of hard ground in a map of
/// soils. Explicit forces are unstable above 4.
constexpr double kStiffest = 0.5;
constexpr double kHardShare = 0.1;
/// Shear displacement (m) at which hard ground reaches most of its friction.
constexpr double kHardShear = 1e-3;
/// Ground steeper than this (cosine) is a wall, which the bottom of a plate does not press into.
constexpr double kMinUp = 0.2;

Result<SoilContact> ContactOf(const world::Soil& soil, double size) {
  const double modulus = soil.cohesive_modulus / size + soil.frictional_modulus;
  if (!(modulus > 0.0)) {
    return Error{"soil: k_c / b + k_phi is " + std::to_string(modulus) +
                 " for a plate of b = " + std::to_string(size) +
                 " m: it must be above 0; take a larger plate or other moduli"};
  }
  // Pressure and sinkage follow Bekker's law with the plate's size as b; the wheel's radius does
  // not matter.
  SoilWheel wheel;
  wheel.radius = 1.0;
  wheel.width = size;
  return SoilContact::Make(soil, wheel, SoilOptions().For(soil));
}

}  // namespace

std::vector<PlatePoint> PlatePoints(const world::Plate& plate) {
  std::vector<PlatePoint> points;
  if (plate.is_round()) {
    AddRing(plate, &points);
  } else {
    AddRectangle(plate, &points);
  }
  return points;
}

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

/// Casts a ray down from above the point: finds the soil and the depth normal to its surface.
PlateLaw::Spot PlateLaw::Look(const PlateMotion& motion, const PlatePoint& point) const {
  Spot spot;
  spot.p_W = motion.X_WP * point.p_P;
  spot.v_W = motion.v_WP + motion.w_W.cross(spot.p_W - motion.X_WP.p);
  const Vector3d top_W = spot.p_W + reach_ * Vector3d::UnitZ();
  const GroundHit hit = terrain_->Below(top_W, reach_);
  if (!hit.ok() || hit.normal_W.z() < kMinUp) return spot;
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

/// Undisturbed soil bears Bekker's pressure. Compacted soil bears its unloading and reloading line,
/// with damping that never pulls and never exceeds the pressure of undisturbed soil. The damping is
/// therefore invisible in pressure-sinkage curves.
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
  const double max = spot->soil->Pressure(memory->deepest, {});
  const double own = max / std::max(1e-12, memory->deepest - bed.floor);
  // The unloading line is softened to kStiffest if it is too steep for the time step.
  const double stiffness = std::min(own, std::max(stiffest, max / memory->deepest));
  const double elastic = max - stiffness * (memory->deepest - spot->depth);
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

/// Janosi and Hanamoto's shear, tau = tau_max (1 - exp(-j / K)), with j the displacement of the
/// point since it carries load; stress on the plate, in W.
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
    // After a reversal only the component along the new motion is kept; the rest decays over K.
    const Eigen::Vector2d kept = std::max(0.0, j.dot(v)) / (speed * speed) * v;
    const double gone = speed * dt / modulus;
    j = kept + (j - kept) / (1.0 + gone);
  }
  j += guard_ * dt * v;
  const double size = j.norm();
  if (size > kMaxShear * modulus) j *= kMaxShear * modulus / size;
  memory->shear_x = j.x();
  memory->shear_y = j.y();
  const double now = std::max(j.norm(), 1e-15);
  Eigen::Vector2d stress = limit * std::expm1(-now / modulus) / now * j;
  // Damping only while the displacement decreases: it does not raise the strength.
  if (j.dot(v) < 0.0) {
    const double stiffness = limit / modulus * area_;
    const double damping = std::min(2.0 * kShearDamping * std::sqrt(stiffness * motion.mass_shear),
                                    0.25 * motion.mass_shear / dt);
    stress -= damping / area_ * v;
    const double max = stress.norm();
    if (max > limit) stress *= limit / max;
  }
  return motion.X_WP.q * Vector3d(stress.x(), stress.y(), 0.0);
}

/// Compacted soil stays behind when the plate slides away: the memory decays over its size.
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
  // Scales displacements so that all points together stay below m / dt^2.
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

struct PlateSet::Running {
  int plate = 0;
  int model = 0;
  PlateMass mass;
  std::unique_ptr<PlateLaw> law;
};

/// A terrain shared by plates on the same shapes (link and collision).
struct PlateSet::Ground {
  std::vector<std::pair<int, int>> shapes;
  std::unique_ptr<Terrain> terrain;
};

PlateSet::PlateSet(const world::World& world) : world_(world) {}

PlateSet::~PlateSet() = default;

Result<std::unique_ptr<PlateSet>> PlateSet::Make(const world::World& world, std::uint64_t seed) {
  std::unique_ptr<PlateSet> set(new PlateSet(world));
  // Problems of the plates were reported when the world was made.
  Problems problems;
  set->plates_ = world::FindPlates(world, &problems);
  for (int i = 0; i < static_cast<int>(set->plates_.size()); ++i) {
    SUREFOOT_TRY(Within(world.LinkName(set->plates_[At(i)].link), set->Add(i, seed)));
  }
  set->contact_forces_.reserve(set->running_.size());
  return set;
}

Status PlateSet::Add(int index, std::uint64_t seed) {
  const world::Plate& plate = plates_[At(index)];
  // A link that rolls is treated as a wheel.
  if (world_.WheelOf(plate.link) >= 0) return Status();
  const Terrain* terrain = SUREFOOT_TRY(TerrainFor(plate, seed));
  if (terrain == nullptr) return Status();
  std::unique_ptr<PlateLaw> law = SUREFOOT_TRY(PlateLaw::Make(plate, terrain));
  auto running = std::make_unique<Running>();
  running->plate = index;
  running->model = world_.model_of_link(plate.link);
  running->mass = PlateMassOf(world_, plates_, index);
  running->law = std::move(law);
  running_.push_back(std::move(running));
  return Status();
}

/// The terrain under the plate; nullptr when no soil applies to it.
Result<const Terrain*> PlateSet::TerrainFor(const world::Plate& plate, std::uint64_t seed) {
  const auto meets = [&](int link, int collision) {
    return world_.ContactOn(plate.link, link, collision) == world::WheelContact::kSoil;
  };
  std::vector<std::pair<int, int>> shapes;
  for (int link = 0; link < world_.link_count(); ++link) {
    if (!world_.IsStatic(link)) continue;
    const int count = static_cast<int>(world_.link(link).collisions.size());
    for (int i = 0; i < count; ++i) {
      if (meets(link, i)) shapes.emplace_back(link, i);
    }
  }
  if (shapes.empty()) return static_cast<const Terrain*>(nullptr);
  for (const std::unique_ptr<Ground>& ground : grounds_) {
    if (ground->shapes == shapes) return static_cast<const Terrain*>(ground->terrain.get());
  }
  TerrainOptions options;
  options.seed = seed;
  options.include = meets;
  std::unique_ptr<Terrain> made =
      SUREFOOT_TRY(Terrain::Make(world_, world_.spec().grounds, options));
  grounds_.push_back(std::make_unique<Ground>());
  grounds_.back()->shapes = std::move(shapes);
  grounds_.back()->terrain = std::move(made);
  return static_cast<const Terrain*>(grounds_.back()->terrain.get());
}

void PlateSet::Update(const physics::State& state, double dt,
                      std::vector<physics::AppliedWrench>* wrenches) {
  contact_forces_.clear();
  for (const std::unique_ptr<Running>& running : running_) {
    const world::Plate& plate = plates_[At(running->plate)];
    const RigidTransform& X_WL = state.X_WL[At(plate.link)];
    PlateMotion motion;
    motion.X_WP = X_WL * plate.X_LP;
    const Vector3d p_LP_W = motion.X_WP.p - X_WL.p;
    const Twist V_WP = Shifted(state.V_WL_W[At(plate.link)], p_LP_W);
    motion.v_WP = V_WP.v;
    motion.w_W = V_WP.w;
    motion.mass_normal = running->mass.normal;
    motion.mass_shear = running->mass.shear;
    const WheelForce force = running->law->Step(motion, dt);
    if (!force.touching) continue;
    physics::AppliedWrench wrench;
    wrench.link = plate.link;
    wrench.F_L_W.force = force.f_W;
    wrench.F_L_W.torque = force.t_C_W + p_LP_W.cross(force.f_W);
    wrenches->push_back(wrench);
    contact_forces_.push_back({running->plate, force});
  }
}

void PlateSet::OnMoved(int model) {
  for (const std::unique_ptr<Running>& running : running_) {
    if (running->model == model) running->law->Reset();
  }
}

void PlateSet::CarryOver(const PlateSet& from, const std::vector<std::string>& same_models) {
  for (const std::unique_ptr<Running>& running : running_) {
    const std::string& name = world_.instance(running->model).name;
    if (std::find(same_models.begin(), same_models.end(), name) == same_models.end()) continue;
    const std::string link = world_.LinkName(plates_[At(running->plate)].link);
    for (const std::unique_ptr<Running>& old : from.running_) {
      if (from.world_.LinkName(from.plates_[At(old->plate)].link) != link) continue;
      // A plate whose shape was changed starts without history.
      if (!CopyHistory(old->law.get(), running->law.get())) running->law->Reset();
    }
  }
}

void PlateSet::Archive(StateArchive* archive) {
  if (archive->restores()) contact_forces_.clear();
  for (const std::unique_ptr<Running>& running : running_) running->law->Archive(archive);
}

}  // namespace surefoot::ground
