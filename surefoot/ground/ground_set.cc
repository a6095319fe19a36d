#include "surefoot/ground/ground_set.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "surefoot/base/index.h"
#include "surefoot/base/prefetch.h"
#include "surefoot/ground/hub.h"
#include "surefoot/ground/soil/compaction_map.h"
#include "surefoot/ground/soil/plate_set.h"
#include "surefoot/ground/soil/soil_law.h"
#include "surefoot/ground/terrain/box_tree.h"
#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/tyre/tyre_law.h"
#include "surefoot/raycast/shape_rays.h"

// Wheels are independent of each other, so large worlds compute them in several threads; results do
// not depend on the number of threads.

namespace surefoot::ground {
namespace {

using world::WheelContact;

/// Below this number of wheels, waking other threads takes longer than their share of the work.
constexpr int kFewWheels = 12;
/// From this number on, the data of a wheel have left the caches before its next step.
constexpr int kManyWheels = 100;

/// A static collision shape.
struct GroundShape {
  int link = 0;
  int collision = 0;
  bool is_plane = false;
  Vector3d normal_W = Vector3d::UnitZ();
  double offset = 0.0;
  Eigen::AlignedBox3d box_W;

  /// Whether a wheel that touches the ground at p may be touching this shape (slack in m).
  static constexpr double kSlack = 0.02;
  bool IsNear(const Vector3d& p_W) const {
    if (is_plane) return std::abs(normal_W.dot(p_W) - offset) < kSlack;
    return box_W.exteriorDistance(p_W) < kSlack;
  }
};

/// Shapes of finite size in a box tree; planes, which are few, in a list.
class ShapeFinder {
 public:
  explicit ShapeFinder(const std::vector<GroundShape>& shapes) {
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const int index = static_cast<int>(i);
      if (shapes[i].is_plane) {
        planes_.push_back(index);
      } else {
        boxes.push_back(Box{shapes[i].box_W, index});
      }
    }
    boxes_ = BoxTree<Box>(std::move(boxes));
  }

  /// The first shape near the point, by index; -1: none.
  int Find(const std::vector<GroundShape>& shapes, const Vector3d& p_W) const {
    int first = -1;
    const auto consider = [&](int index) {
      const bool earlier = first < 0 || index < first;
      if (earlier && shapes[At(index)].IsNear(p_W)) first = index;
    };
    for (const int index : planes_) consider(index);
    const Vector3d slack = Vector3d::Constant(GroundShape::kSlack);
    boxes_.ForEach(Eigen::AlignedBox3d(p_W - slack, p_W + slack),
                   [&](const Box& box) { consider(box.index); });
    return first;
  }

 private:
  struct Box {
    Eigen::AlignedBox3d box_W;
    int index = 0;

    const Eigen::AlignedBox3d& Bounds() const { return box_W; }
  };
  std::vector<int> planes_;
  BoxTree<Box> boxes_;
};

std::vector<GroundShape> StaticShapes(const world::World& world) {
  std::vector<GroundShape> shapes;
  for (int link = 0; link < world.link_count(); ++link) {
    if (!world.IsStatic(link)) continue;
    const RigidTransform X_WL =
        world.instance(world.model_of_link(link)).X_WM * world.link(link).X_ML;
    const std::vector<world::Collision>& collisions = world.link(link).collisions;
    for (std::size_t i = 0; i < collisions.size(); ++i) {
      GroundShape shape;
      shape.link = link;
      shape.collision = static_cast<int>(i);
      const RigidTransform X_WG = X_WL * collisions[i].X_LG;
      shape.is_plane = std::holds_alternative<world::Plane>(collisions[i].geometry);
      if (shape.is_plane) {
        shape.normal_W = X_WG.R().col(2);
        shape.offset = shape.normal_W.dot(X_WG.p);
      } else {
        shape.box_W = raycast::Moved(X_WG, raycast::BoundsOf(collisions[i].geometry));
      }
      shapes.push_back(shape);
    }
  }
  return shapes;
}

}  // namespace

struct GroundSet::Running {
  explicit Running(const Hub& where) : hub(where) {}

  int wheel = 0;
  int model = 0;
  Hub hub;
  EffectiveMass mass;
  std::unique_ptr<TyreLaw> tyre;
  std::unique_ptr<SoilLaw> soil;
  /// Index into Shared::shapes of the shape touched last.
  int shape = -1;
  /// Results of the last step: the tyre's, then the soil's.
  struct ContactForce {
    physics::AppliedWrench wrench;
    Touch touch;
  };
  std::array<ContactForce, 2> contact_forces;
  std::size_t contact_force_count = 0;
};

struct GroundSet::Shared {
  /// Terrains, keyed by the tread's surface name and by which shapes and grounds they contain:
  /// wheels with equal keys share a terrain.
  using Key = std::pair<std::string, std::vector<char>>;
  std::vector<GroundShape> shapes;
  ShapeFinder finder{{}};
  std::map<Key, std::unique_ptr<Terrain>> terrains;
  /// Ruts in soil; nullptr when no wheel is in soil.
  std::unique_ptr<Ruts> ruts;
  /// Plates in soil; nullptr when there are none.
  std::unique_ptr<PlateSet> plates;
};

/// Makes the contact laws of all wheels; wheels on the same ground share its terrain.
class GroundSet::Builder {
 public:
  Builder(const world::World& world, std::uint64_t seed, GroundSet* set)
      : world_(world), seed_(seed), set_(*set), shared_(*set->shared_) {}

  Status Build() {
    const std::vector<EffectiveMass> masses = EffectiveMasses(world_);
    for (std::size_t i = 0; i < world_.wheels().size(); ++i) {
      const world::Wheel& wheel = world_.wheels()[i];
      auto running = std::make_unique<Running>(Hub(world_, wheel));
      running->wheel = static_cast<int>(i);
      running->model = world_.model_of_link(wheel.link);
      running->mass = masses[i];
      Status status = AddTyre(wheel, running.get());
      if (status.ok()) status = AddSoil(wheel, running.get());
      if (!status.ok()) return status.error().Within(world_.LinkName(wheel.link));
      if (running->tyre || running->soil) set_.running_.push_back(std::move(running));
    }
    return Status();
  }

 private:
  const world::Surface TreadOf(const world::Wheel& wheel) const {
    if (wheel.collision < 0) return world::Surface();
    return world_.link(wheel.link).collisions[At(wheel.collision)].surface;
  }

  /// The named surfaces, and those named by their maps, with the friction that this wheel has on
  /// them.
  std::vector<world::GroundMaterial> GroundsFor(const world::Wheel& wheel) const {
    std::vector<world::GroundMaterial> grounds;
    const auto add = [&](const world::GroundMaterial& ground) {
      const auto same = [&](const world::GroundMaterial& g) { return g.name == ground.name; };
      if (std::none_of(grounds.begin(), grounds.end(), same)) grounds.push_back(ground);
    };
    const std::string tread = TreadOf(wheel).name;
    for (const GroundShape& shape : shared_.shapes) {
      const std::string& name =
          world_.link(shape.link).collisions[At(shape.collision)].surface.name;
      const auto& pairs = world_.spec().surface_pairs;
      const bool paired = std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
        return (pair.a == tread && pair.b == name) || (pair.b == tread && pair.a == name);
      });
      const world::GroundMaterial* material = world_.GroundOf(shape.link, shape.collision);
      if (name.empty() || (material == nullptr && (!paired || tread.empty()))) continue;
      world::GroundMaterial own = material != nullptr ? *material : world::GroundMaterial();
      own.name = name;
      own.hard = world_.HardGroundUnder(wheel, shape.link, shape.collision);
      add(own);
      for (const int part : PartsOn(shape.link, shape.collision)) {
        own = world_.spec().grounds[At(part)];
        own.hard = world_.HardGroundUnder(wheel, own);
        add(own);
      }
    }
    return grounds;
  }

  /// The grounds named by the map of a shape: indices into WorldSpec::grounds.
  std::vector<int> PartsOn(int link, int collision) const {
    std::vector<int> parts;
    const world::GroundMaterial* ground = world_.GroundOf(link, collision);
    if (ground == nullptr) return parts;
    for (const world::NamedPart& part : PartsOf(ground->map)) {
      parts.push_back(world_.FindGround(part.ground));
    }
    return parts;
  }

  /// For each shape, and each ground of its map, whether its contact with the wheel is `contact`.
  std::vector<char> CarriedBy(const world::Wheel& wheel, WheelContact contact) const {
    std::vector<char> carried;
    for (const GroundShape& shape : shared_.shapes) {
      const auto is_ours = [&](auto... ground) {
        return world_.ContactOn(wheel.link, shape.link, shape.collision, ground...) == contact;
      };
      carried.push_back(is_ours() ? 1 : 0);
      for (const int part : PartsOn(shape.link, shape.collision))
        carried.push_back(is_ours(part) ? 1 : 0);
    }
    return carried;
  }

  /// The terrain of everything with this kind of contact under the wheel; nullptr when there is
  /// nothing.
  Result<const Terrain*> TerrainFor(const world::Wheel& wheel, WheelContact contact) {
    const Shared::Key key{TreadOf(wheel).name, CarriedBy(wheel, contact)};
    if (std::count(key.second.begin(), key.second.end(), 1) == 0) {
      return static_cast<const Terrain*>(nullptr);
    }
    std::unique_ptr<Terrain>& terrain = shared_.terrains[key];
    if (terrain == nullptr) {
      TerrainOptions options;
      options.seed = seed_;
      options.include = [&](int link, int collision) {
        if (world_.ContactOn(wheel.link, link, collision) == contact) return true;
        const std::vector<int> parts = PartsOn(link, collision);
        return std::any_of(parts.begin(), parts.end(), [&](int part) {
          return world_.ContactOn(wheel.link, link, collision, part) == contact;
        });
      };
      options.carry = [&](int link, int collision, const world::GroundMaterial& ground) {
        const int index = world_.FindGround(ground.name);
        return index >= 0 && world_.ContactOn(wheel.link, link, collision, index) == contact;
      };
      terrain = SUREFOOT_TRY(Terrain::Make(world_, GroundsFor(wheel), options));
    }
    return static_cast<const Terrain*>(terrain.get());
  }

  Status AddTyre(const world::Wheel& wheel, Running* running) {
    const Terrain* terrain = SUREFOOT_TRY(TerrainFor(wheel, WheelContact::kTyre));
    if (terrain == nullptr) return Status();
    TyreSpec spec;
    spec.name = world_.LinkName(wheel.link);
    spec.radius = wheel.radius;
    spec.width = wheel.width;
    spec.nominal_load = wheel.nominal_load;
    spec.tyre = wheel.tyre;
    spec.mu_limit = TreadOf(wheel).mu;
    if (!wheel.tyre.lug_phases.empty()) {
      spec.lug_phases = world_.instance(running->model).name + "::" + wheel.tyre.lug_phases;
    }
    spec.seed = seed_;
    running->tyre = SUREFOOT_TRY(TyreLaw::Make(spec, terrain));
    return Status();
  }

  Status AddSoil(const world::Wheel& wheel, Running* running) {
    const Terrain* terrain = SUREFOOT_TRY(TerrainFor(wheel, WheelContact::kSoil));
    if (terrain == nullptr) return Status();
    if (shared_.ruts == nullptr) shared_.ruts = std::make_unique<Ruts>(world_);
    SoilLawOptions options;
    options.track_owner = shared_.ruts->OwnerOf(world_.instance(running->model).name);
    running->soil = SUREFOOT_TRY(
        MakeSoilLaw(wheel, terrain, &shared_.ruts->map(), world_.spec().gravity_W.norm(), options));
    return Status();
  }

  const world::World& world_;
  std::uint64_t seed_;
  GroundSet& set_;
  Shared& shared_;
};

GroundSet::GroundSet(const world::World& world)
    : world_(world), shared_(std::make_unique<Shared>()) {}

GroundSet::~GroundSet() = default;

Result<std::unique_ptr<GroundSet>> GroundSet::Make(const world::World& world, std::uint64_t seed) {
  std::unique_ptr<GroundSet> set(new GroundSet(world));
  if (!world.has_own_contacts()) return set;
  set->shared_->shapes = StaticShapes(world);
  set->shared_->finder = ShapeFinder(set->shared_->shapes);
  SUREFOOT_TRY(Builder(world, seed, set.get()).Build());
  std::unique_ptr<PlateSet> plates = SUREFOOT_TRY(PlateSet::Make(world, seed));
  if (!plates->empty()) set->shared_->plates = std::move(plates);
  // Bounds the growth of touches_, so that steps do not allocate.
  set->touches_.reserve(2 * set->running_.size() + world.wheels().size());
  return set;
}

void GroundSet::StepWheel(const physics::State& state, double dt, WheelContact contact,
                          Running* running) const {
  WheelLaw* law = running->tyre.get();
  if (contact == WheelContact::kSoil) law = running->soil.get();
  if (law == nullptr) return;
  HubMotion motion = running->hub.MotionOf(state);
  motion.effective_mass_x = running->mass.x;
  motion.effective_mass_y = running->mass.y;
  motion.effective_mass_z = running->mass.z;
  const WheelForce force = law->ComputeForce(motion, dt);
  if (!force.touching) return;
  const int link = world_.wheels()[At(running->wheel)].link;
  // Shifts the torque from the wheel's centre C to the link's origin.
  const Vector3d p_LC_W = motion.p_WC - state.X_WL[At(link)].p;
  Running::ContactForce& contact_forces = running->contact_forces[running->contact_force_count++];
  contact_forces.wrench.link = link;
  contact_forces.wrench.F_L_W.force = force.f_W;
  contact_forces.wrench.F_L_W.torque = force.t_C_W + p_LC_W.cross(force.f_W);
  running->shape = FindShape(force.p_WP, running->shape);
  contact_forces.touch = Touch{running->wheel, force};
  contact_forces.touch.contact = contact;
  if (running->shape >= 0) {
    contact_forces.touch.link = shared_->shapes[At(running->shape)].link;
    contact_forces.touch.collision = shared_->shapes[At(running->shape)].collision;
  }
}

/// Prefetches the data of the wheels after this one, at distances that hide the latency of memory.
void GroundSet::PrefetchAhead(int i) const {
  if (At(i) + 1 < running_.size() && running_[At(i) + 1]->tyre) {
    running_[At(i) + 1]->tyre->Prefetch();
  }
  if (At(i) + 2 < running_.size() && running_[At(i) + 2]->tyre) {
    PrefetchLines(running_[At(i) + 2]->tyre.get(), sizeof(TyreLaw));
  }
  if (At(i) + 3 < running_.size()) {
    PrefetchLines(running_[At(i) + 3].get(), sizeof(Running));
  }
}

void GroundSet::Update(const physics::State& state, double dt,
                       std::vector<physics::AppliedWrench>* wrenches, Workers* workers) {
  touches_.clear();
  const int count = static_cast<int>(running_.size());
  ForEach(count < kFewWheels ? nullptr : workers, count, [&](int i) {
    Running* running = running_[At(i)].get();
    running->contact_force_count = 0;
    if (count >= kManyWheels) PrefetchAhead(i);
    StepWheel(state, dt, WheelContact::kTyre, running);
    StepWheel(state, dt, WheelContact::kSoil, running);
  });
  // In the order of wheels, whatever the threads did: sums of forces and ruts are reproducible.
  for (const std::unique_ptr<Running>& running : running_) {
    if (running->soil != nullptr) running->soil->LeaveTrack();
    for (std::size_t i = 0; i < running->contact_force_count; ++i) {
      wrenches->push_back(running->contact_forces[i].wrench);
      touches_.push_back(running->contact_forces[i].touch);
    }
  }
  if (shared_->plates == nullptr) return;
  // Plates are numbered after the wheels.
  shared_->plates->Update(state, dt, wrenches);
  for (const PlateSet::ContactForce& contact_forces : shared_->plates->contact_forces()) {
    Touch touch{static_cast<int>(world_.wheels().size()) + contact_forces.plate,
                contact_forces.force};
    touch.contact = WheelContact::kSoil;
    const int shape = FindShape(contact_forces.force.p_WP, -1);
    touch.link = shared_->shapes[At(shape)].link;
    touch.collision = shared_->shapes[At(shape)].collision;
    touches_.push_back(touch);
  }
}

/// The static shape at a point: the previous one as long as it is near. The laws do not report the
/// shape; where shapes overlap this may be the neighbour.
int GroundSet::FindShape(const Vector3d& p_W, int last) const {
  if (last >= 0 && shared_->shapes[At(last)].IsNear(p_W)) return last;
  const int found = shared_->finder.Find(shared_->shapes, p_W);
  if (found >= 0) return found;
  return last < 0 && !shared_->shapes.empty() ? 0 : last;
}

void GroundSet::AddContacts(std::vector<physics::Contact>* contacts) const {
  for (const Touch& touch : touches_) {
    const std::size_t wheels = world_.wheels().size();
    const bool rolls = At(touch.wheel) < wheels;
    const world::Plate* plate =
        rolls ? nullptr : &shared_->plates->plates()[At(touch.wheel) - wheels];
    const int collision = rolls ? world_.wheels()[At(touch.wheel)].collision : plate->collision;
    if (collision < 0 || touch.link < 0) continue;
    physics::Contact contact;
    contact.link_a = touch.link;
    contact.collision_a = touch.collision;
    contact.link_b = rolls ? world_.wheels()[At(touch.wheel)].link : plate->link;
    contact.collision_b = collision;
    contact.p_WC = touch.force.p_WP;
    contact.n_W = touch.force.normal_W;
    contact.depth = touch.force.sinkage;
    contact.f_B_W = touch.force.f_W;
    contacts->push_back(contact);
  }
}

std::vector<GroundSet::Softened> GroundSet::SoftenedWheels() const {
  std::vector<Softened> wheels;
  for (const std::unique_ptr<Running>& running : running_) {
    if (running->tyre == nullptr || running->tyre->softened_steps() == 0) continue;
    wheels.push_back({running->wheel, running->tyre->softened_steps()});
  }
  return wheels;
}

std::int64_t GroundSet::softened_steps() const {
  std::int64_t steps = 0;
  for (const std::unique_ptr<Running>& running : running_) {
    if (running->tyre != nullptr) steps += running->tyre->softened_steps();
  }
  return steps;
}

void GroundSet::OnMoved(int model) {
  for (const std::unique_ptr<Running>& running : running_) {
    if (running->model != model) continue;
    running->shape = -1;
    if (running->tyre) running->tyre->Reset();
    if (running->soil) running->soil->Reset();
  }
  if (shared_->plates) shared_->plates->OnMoved(model);
}

void GroundSet::CarryOver(const GroundSet& from, const std::vector<std::string>& same_models) {
  const auto carry = [](const auto& source, const auto& target) {
    if (source == nullptr || target == nullptr) return;
    SUREFOOT_CHECK(CopyHistory(source.get(), target.get()), "a wheel takes its own state");
  };
  if (from.shared_->ruts && shared_->ruts) {
    shared_->ruts->CarryOver(*from.shared_->ruts, same_models);
  }
  if (from.shared_->plates && shared_->plates) {
    shared_->plates->CarryOver(*from.shared_->plates, same_models);
  }
  const std::unordered_set<std::string> same(same_models.begin(), same_models.end());
  std::unordered_map<std::string, const Running*> old_wheels;
  for (const std::unique_ptr<Running>& old : from.running_) {
    old_wheels[from.world_.LinkName(from.world_.wheels()[At(old->wheel)].link)] = old.get();
  }
  for (const std::unique_ptr<Running>& running : running_) {
    if (same.count(world_.instance(running->model).name) == 0) continue;
    const auto old = old_wheels.find(world_.LinkName(world_.wheels()[At(running->wheel)].link));
    if (old == old_wheels.end()) continue;
    carry(old->second->tyre, running->tyre);
    carry(old->second->soil, running->soil);
  }
}

void GroundSet::Archive(StateArchive* archive) {
  if (archive->restores()) touches_.clear();
  // Runs without Surefoot's wheel or plate contacts keep their snapshot format.
  if (shared_->plates) shared_->plates->Archive(archive);
  if (empty()) return;
  std::uint64_t count = running_.size();
  archive->Items(&count);
  archive->Require(count == running_.size());
  for (const std::unique_ptr<Running>& running : running_) {
    if (!archive->ok()) return;
    archive->Items(&running->shape);
    const auto shapes = static_cast<int>(shared_->shapes.size());
    if (running->shape < -1 || running->shape >= shapes) running->shape = -1;
    if (running->tyre) running->tyre->Archive(archive);
    if (running->soil) running->soil->Archive(archive);
  }
  if (shared_->ruts && archive->ok()) shared_->ruts->map().Archive(archive);
}

}  // namespace surefoot::ground
