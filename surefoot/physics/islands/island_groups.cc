/// The assignment of models to islands.

#include <algorithm>
#include <iterator>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/base/try.h"
#include "surefoot/physics/islands/island_backend.h"

namespace surefoot::islands {
namespace {

/// Motion at present velocities is extrapolated over this many steps.
constexpr double kStepsAhead = 10.0;
/// And over this many steps at the speed of the fastest model of the island: it may hit the others
/// in the coming step, and a light body leaves an elastic impact at up to twice that speed.
constexpr double kStepsWhenHit = 4.0;
/// Models closer than this (m) after extrapolation are joined. The margin covers the distance from
/// which engines detect contacts. For long steps it is kJoinSpeed (m/s) times the step, because
/// motors change velocities more. Models farther apart than kPartTimes that distance are separated;
/// the hysteresis avoids frequent changes.
constexpr double kJoin = 0.05;
constexpr double kJoinSpeed = 5.0;
constexpr double kPartTimes = 3.0;
/// Spare instances kept for future islands: of one composition, and of all.
constexpr int kMaxSpareOfComposition = 4;
constexpr std::size_t kMaxSpare = 16;
/// Engine parts that are kept in the cache although no instance uses them.
constexpr std::size_t kMaxUnusedParts = 64;

}  // namespace

void IslandBackend::FindMovables() {
  movable_of_model_.assign(At(world_.model_count()), -1);
  for (int model = 0; model < world_.model_count(); ++model) {
    if (!IsMovable(world_, model)) continue;
    movable_of_model_[At(model)] = static_cast<int>(movables_.size());
    movables_.push_back(model);
    bounds_.emplace_back(world_, model);
    coordinates_ += 6 + world_.layout(model).v.count;
  }
  const std::size_t count = movables_.size();
  boxes_.resize(count);
  boxes_now_.resize(count);
  shapes_.resize(count);
  shapes_known_.assign(count, 0);
  push_of_movable_.assign(count, 0.0);
  moved_externally_.assign(count, 1);
  for (std::size_t i = 0; i < count; ++i) island_of_movable_.push_back(static_cast<int>(i));
  std::vector<std::pair<int, int>> tied;
  for (const world::Attachment& attachment : world_.spec().attachments) {
    const int model_a = world_.FindModel(attachment.model_a);
    const int model_b = world_.FindModel(attachment.model_b);
    if (model_a < 0 || model_b < 0) continue;
    const int a = movable_of_model_[At(model_a)];
    const int b = movable_of_model_[At(model_b)];
    if (a >= 0 && b >= 0) tied.emplace_back(a, b);
  }
  partition_ = std::make_unique<Partition>(
      static_cast<int>(count), std::move(tied),
      [this](int a, int b, double gap) { return ShapesAreNear(a, b, gap) && MayTouch(a, b); });
}

Status IslandBackend::Start(const physics::State& start) {
  FindMovables();
  for (std::size_t i = 0; i < movables_.size(); ++i) {
    boxes_[i] = bounds_[i].ComputeReach(start, world_.layout(movables_[i]).links.first, 0.0).now;
  }
  start_ = &start;
  groups_ = partition_->Update(boxes_, island_of_movable_, kJoin, kPartTimes * kJoin);
  start_ = nullptr;
  const physics::State initial = physics::MakeInitialState(world_);
  for (const std::vector<int>& group : groups_) {
    const std::vector<int> members = ModelsOf(group);
    IslandPtr island = SUREFOOT_TRY(MakeIsland(members));
    for (std::size_t k = 0; k < members.size(); ++k) island->WriteModel(k, initial);
    islands_.push_back(std::move(island));
  }
  if (islands_.empty()) {
    // The engine must accept the static models even when nothing moves.
    islands_.push_back(SUREFOOT_TRY(MakeIsland({})));
  }
  Index();
  return Status();
}

std::vector<int> IslandBackend::ModelsOf(const std::vector<int>& group) const {
  return Mapped<int>(group, [&](const int index) { return movables_[At(index)]; });
}

/// Whether masks and filters allow a contact between any two links of the models.
bool IslandBackend::MayTouch(int a, int b) const {
  if ((bounds_[At(a)].mask() & bounds_[At(b)].mask()) == 0) return false;
  const world::Range& links_a = world_.layout(movables_[At(a)]).links;
  const world::Range& links_b = world_.layout(movables_[At(b)]).links;
  for (int i = links_a.first; i < links_a.end(); ++i) {
    for (int k = links_b.first; k < links_b.end(); ++k) {
      if (rules_.LinksMayTouch(i, k)) return true;
    }
  }
  return false;
}

Result<IslandBackend::IslandPtr> IslandBackend::MakeIsland(const std::vector<int>& members) {
  auto own_world = SUREFOOT_TRY(compositions_.Get(members));
  const auto fits = [&](const IslandPtr& spare) { return spare->own_world() == own_world.get(); };
  const auto spare = std::find_if(spare_.rbegin(), spare_.rend(), fits);
  IslandPtr island;
  if (spare != spare_.rend()) {
    island = std::move(*spare);
    spare_.erase(std::next(spare).base());
  } else {
    physics::BackendArgs args;
    args.world = own_world;
    for (int model = 0; model < args.world->model_count(); ++model) args.models.push_back(model);
    args.seed = args_.seed;
    args.parts = args_.parts;
    Result<std::unique_ptr<physics::Backend>> backend = engine_.make(args);
    if (!backend.ok()) {
      return Error{compositions_.WithNames(members, backend.error().message)};
    }
    island = std::make_unique<Island>(args.world, static_cast<int>(compositions_.statics().size()),
                                      std::move(backend).value());
  }
  island->Adopt(world_, compositions_.statics(), members);
  return island;
}

/// Transfers the members' states from their present islands, including warm starts.
Status IslandBackend::Fill(const std::vector<int>& members, Island* island) const {
  for (std::size_t k = 0; k < members.size(); ++k) {
    const ModelPlace place = PlaceOf(members[k]);
    const Island& old = *islands_[At(place.island)];
    Bytes saved;
    old.backend().SaveModel(old.Inside(place.member), &saved);
    SUREFOOT_TRY(island->backend().RestoreModel(island->Inside(k), saved));
  }
  island->MarkStale();
  return Status();
}

Status IslandBackend::Regroup(const Groups& groups) {
  std::vector<IslandPtr> next(groups.size());
  std::vector<char> kept(islands_.size(), 0);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    // An unchanged group keeps its instance.
    const int old = PlaceOf(groups[i].front()).island;
    if (islands_[At(old)]->members() == groups[i]) {
      kept[At(old)] = 1;
      continue;
    }
    IslandPtr island = SUREFOOT_TRY(MakeIsland(groups[i]));
    SUREFOOT_TRY(Fill(groups[i], island.get()));
    next[i] = std::move(island);
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (next[i] == nullptr) next[i] = std::move(islands_[At(PlaceOf(groups[i].front()).island)]);
  }
  const auto change =
      static_cast<std::int64_t>(groups.size()) - static_cast<std::int64_t>(islands_.size());
  joined_ += std::max<std::int64_t>(0, -change);
  parted_ += std::max<std::int64_t>(0, change);
  islands_.swap(next);
  for (IslandPtr& island : next) {
    if (island != nullptr) Spare(std::move(island));
  }
  Index();
  args_.parts->DropUnused(kMaxUnusedParts);
  return Status();
}

/// Keeps an instance for reuse; drops the oldest of its composition, or of all.
void IslandBackend::Spare(IslandPtr island) {
  const auto same = [&](const IslandPtr& spare) {
    return spare->own_world() == island->own_world();
  };
  if (std::count_if(spare_.begin(), spare_.end(), same) >= kMaxSpareOfComposition) {
    spare_.erase(std::find_if(spare_.begin(), spare_.end(), same));
  } else if (spare_.size() >= kMaxSpare) {
    spare_.erase(spare_.begin());
  }
  spare_.push_back(std::move(island));
}

// Island and place of each model, for inputs and restores.
void IslandBackend::Index() {
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const std::vector<int>& members = islands_[i]->members();
    for (std::size_t k = 0; k < members.size(); ++k) {
      place_of_model_[At(members[k])] = ModelPlace{static_cast<int>(i), k};
    }
  }
}

/// Extrapolates bounds: over kStepsAhead at the models' own velocities, and over kStepsWhenHit at
/// the speed of the fastest model that may hit them.
void IslandBackend::LookAhead(const physics::Inputs& inputs, double dt) {
  dt_ = dt;
  std::fill(shapes_known_.begin(), shapes_known_.end(), 0);
  std::fill(push_of_movable_.begin(), push_of_movable_.end(), 0.0);
  for (const physics::AppliedWrench& wrench : inputs.wrenches) {
    const int i = movable_of_model_[At(world_.model_of_link(wrench.link))];
    if (i >= 0) push_of_movable_[At(i)] += dt * bounds_[At(i)].AccelerationBy(wrench.F_L_W);
  }
  speed_of_island_.assign(islands_.size(), 0.0);
  for (std::size_t i = 0; i < movables_.size(); ++i) {
    const ModelPlace place = PlaceOf(movables_[i]);
    const Island& island = *islands_[At(place.island)];
    const Reach reach =
        bounds_[i].ComputeReach(island.state(), island.FirstLink(place.member), kStepsAhead * dt);
    boxes_now_[i] = reach.now;
    boxes_[i] = reach.swept;
    island_of_movable_[i] = place.island;
    double& fastest = speed_of_island_[At(place.island)];
    fastest = std::max(fastest, reach.speed + push_of_movable_[i]);
  }
  for (std::size_t i = 0; i < movables_.size(); ++i) {
    if (boxes_now_[i].isEmpty()) continue;
    const double way = kStepsWhenHit * dt * speed_of_island_[At(island_of_movable_[i])];
    boxes_[i].extend(Enlarged(boxes_now_[i], way));
  }
}

const ShapeReach& IslandBackend::ShapesOf(int index) {
  ShapeReach& shapes = shapes_[At(index)];
  if (shapes_known_[At(index)] != 0) return shapes;
  const ModelBounds& bounds = bounds_[At(index)];
  const int model = movables_[At(index)];
  if (start_ != nullptr) {
    bounds.ComputeShapeReach(*start_, world_.layout(model).links.first, 0.0, 0.0, &shapes);
    return shapes;
  }
  const ModelPlace place = PlaceOf(model);
  const Island& island = *islands_[At(place.island)];
  bounds.ComputeShapeReach(island.state(), island.FirstLink(place.member), kStepsAhead * dt_,
                           kStepsWhenHit * dt_ * speed_of_island_[At(place.island)], &shapes);
  shapes_known_[At(index)] = 1;
  return shapes;
}

/// Refines the test of two models whose boxes are close: a large model may be hollow, such as a
/// building.
bool IslandBackend::ShapesAreNear(int a, int b, double gap) {
  if (bounds_[At(a)].shape_count() == 1 && bounds_[At(b)].shape_count() == 1) return true;
  const std::vector<Eigen::AlignedBox3d>& shapes_b = ShapesOf(b).swept;
  for (const Eigen::AlignedBox3d& shape_a : ShapesOf(a).swept) {
    if (Gap(shape_a, boxes_[At(b)]) > gap) continue;
    for (const Eigen::AlignedBox3d& shape_b : shapes_b) {
      if (Gap(shape_a, shape_b) <= gap) return true;
    }
  }
  return false;
}

// At present, without motion.
bool IslandBackend::ShapesOverlap(int a, int b) {
  for (const Eigen::AlignedBox3d& shape_a : ShapesOf(a).now) {
    for (const Eigen::AlignedBox3d& shape_b : ShapesOf(b).now) {
      if (shape_a.intersects(shape_b)) return true;
    }
  }
  return false;
}

/// Counts pairs in groups about to be formed (by index) that already overlap.
void IslandBackend::CountLate(const Groups& groups) {
  for (const std::vector<int>& group : groups) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (std::size_t k = i + 1; k < group.size(); ++k) {
        const int a = group[i];
        const int b = group[k];
        if (island_of_movable_[At(a)] == island_of_movable_[At(b)]) continue;
        if (moved_externally_[At(a)] != 0 || moved_externally_[At(b)] != 0) continue;
        if (!boxes_now_[At(a)].intersects(boxes_now_[At(b)])) continue;
        if (ShapesOverlap(a, b) && MayTouch(a, b)) ++late_;
      }
    }
  }
}

/// Joins and splits islands according to positions and velocities of their members.
Status IslandBackend::UpdateGroups(const physics::Inputs& inputs, double dt) {
  if (movables_.size() < 2) return Status();
  LookAhead(inputs, dt);
  const double join = std::max(kJoin, kJoinSpeed * dt);
  const Groups& groups = partition_->Update(boxes_, island_of_movable_, join, kPartTimes * join);
  Status status;
  if (groups != groups_) {
    CountLate(groups);
    Groups of_models;
    for (const std::vector<int>& group : groups) of_models.push_back(ModelsOf(group));
    status = Regroup(of_models);
    if (status.ok()) groups_ = groups;
  }
  std::fill(moved_externally_.begin(), moved_externally_.end(), 0);
  return status;
}

/// Makes an island of these models. Models that shared an island with one of them are alone until
/// the next step.
Status IslandBackend::Gather(const std::vector<int>& members) {
  const auto in_members = [&](int model) {
    return std::binary_search(members.begin(), members.end(), model);
  };
  Groups desired{members};
  for (const IslandPtr& island : islands_) {
    const std::vector<int>& old = island->members();
    if (std::none_of(old.begin(), old.end(), in_members)) {
      desired.push_back(old);
      continue;
    }
    for (const int model : old) {
      if (!in_members(model)) desired.push_back({model});
    }
  }
  std::sort(desired.begin(), desired.end());
  groups_.clear();  // recomputed in the next step
  return Regroup(desired);
}

}  // namespace surefoot::islands
