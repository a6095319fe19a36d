#include "surefoot/ground/soil/plate_set.h"

#include <algorithm>

#include "surefoot/base/index.h"
#include "surefoot/ground/effective_mass.h"

namespace surefoot::ground {
struct PlateSet::Running {
  int plate = 0;
  int model = 0;
  PlateMass mass;
  std::unique_ptr<PlateLaw> law;
};

/// Plates that meet the same shapes share them: the shapes by link and collision.
struct PlateSet::Ground {
  std::vector<std::pair<int, int>> shapes;
  std::unique_ptr<Terrain> terrain;
};

PlateSet::PlateSet(const world::World& world) : world_(world) {}

PlateSet::~PlateSet() = default;

Result<std::unique_ptr<PlateSet>> PlateSet::Make(const world::World& world, std::uint64_t seed) {
  std::unique_ptr<PlateSet> set(new PlateSet(world));
  // What is wrong with them was told when the world was made.
  Problems problems;
  set->plates_ = world::FindPlates(world, &problems);
  for (int i = 0; i < static_cast<int>(set->plates_.size()); ++i) {
    const Status status = set->Add(i, seed);
    if (!status.ok()) return status.error().Within(world.LinkName(set->plates_[At(i)].link));
  }
  set->felt_.reserve(set->running_.size());
  return set;
}

Status PlateSet::Add(int index, std::uint64_t seed) {
  const world::Plate& plate = plates_[At(index)];
  // A link that rolls is a wheel.
  if (world_.WheelOf(plate.link) >= 0) return Status();
  const Result<const Terrain*> terrain = TerrainFor(plate, seed);
  if (!terrain.ok()) return terrain.error();
  if (terrain.value() == nullptr) return Status();
  Result<std::unique_ptr<PlateLaw>> law = PlateLaw::Make(plate, terrain.value());
  if (!law.ok()) return law.error();
  auto running = std::make_unique<Running>();
  running->plate = index;
  running->model = world_.model_of_link(plate.link);
  running->mass = PlateMassOf(world_, plates_, index);
  running->law = std::move(law).value();
  running_.push_back(std::move(running));
  return Status();
}

/// nullptr: no soil is for this plate.
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
  Result<std::unique_ptr<Terrain>> made = Terrain::Make(world_, world_.spec().grounds, options);
  if (!made.ok()) return made.error();
  grounds_.push_back(std::make_unique<Ground>());
  grounds_.back()->shapes = std::move(shapes);
  grounds_.back()->terrain = std::move(made).value();
  return static_cast<const Terrain*>(grounds_.back()->terrain.get());
}

void PlateSet::Update(const physics::State& state, double dt,
                      std::vector<physics::AppliedWrench>* wrenches) {
  felt_.clear();
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
    felt_.push_back({running->plate, force});
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
      Bytes bytes;
      ByteWriter writer(&bytes);
      old->law->Save(&writer);
      ByteReader reader(bytes);
      // A plate that was changed into another shape starts anew.
      if (!running->law->Restore(&reader)) running->law->Reset();
    }
  }
}

void PlateSet::Save(ByteWriter* writer) const {
  for (const std::unique_ptr<Running>& running : running_) running->law->Save(writer);
}

bool PlateSet::Restore(ByteReader* reader) {
  felt_.clear();
  for (const std::unique_ptr<Running>& running : running_) {
    if (!running->law->Restore(reader)) return false;
  }
  return true;
}

}  // namespace surefoot::ground
