/// Which models are in which island.

#include <algorithm>
#include <utility>

#include "surefoot/islands/composite.h"

namespace surefoot::islands {
namespace {

/// Models are looked ahead for so many steps at their present velocities.
constexpr double kStepsAhead = 10.0;
/// Nearer than this (m) after that, models are joined; it covers what accelerations add in these
/// steps and the distance from which engines look at contacts. Farther than kPart they are parted.
constexpr double kJoin = 0.05;
constexpr double kPart = 0.15;
/// Instances that are kept for islands of the same composition to come.
constexpr std::size_t kMostSpare = 4;
/// Parts of engines that are kept though no instance uses them.
constexpr std::size_t kMostUnusedParts = 64;

}  // namespace

Status Composite::Start() {
  std::map<int, int> index_of_model;
  for (int model = 0; model < world_.model_count(); ++model) {
    if (!IsMovable(world_, model)) continue;
    index_of_model[model] = static_cast<int>(movables_.size());
    movables_.push_back(model);
    bounds_.emplace_back(world_, model);
  }
  std::vector<std::pair<int, int>> tied;
  for (const world::Attachment& attachment : world_.spec().attachments) {
    const auto a = index_of_model.find(world_.FindModel(attachment.model_a));
    const auto b = index_of_model.find(world_.FindModel(attachment.model_b));
    if (a == index_of_model.end() || b == index_of_model.end()) continue;
    tied.emplace_back(a->second, b->second);
  }
  boxes_.resize(movables_.size());
  island_of_movable_.assign(movables_.size(), -1);
  for (std::size_t i = 0; i < movables_.size(); ++i) island_of_movable_[i] = static_cast<int>(i);
  partition_ = std::make_unique<Partition>(static_cast<int>(movables_.size()), std::move(tied),
                                           [this](int a, int b) { return MayTouch(a, b); });
  const physics::State initial = physics::MakeInitialState(world_);
  for (std::size_t i = 0; i < movables_.size(); ++i) {
    boxes_[i] = bounds_[i].Swept(initial, world_.layout(movables_[i]).links.first, 0.0);
  }
  groups_ = partition_->Update(boxes_, island_of_movable_, kJoin, kPart);
  for (const std::vector<int>& group : groups_) {
    std::vector<int> members;
    for (const int index : group) members.push_back(movables_[At(index)]);
    Result<IslandPtr> island = MakeIsland(members);
    if (!island.ok()) return island.error();
    for (std::size_t k = 0; k < members.size(); ++k) island.value()->WriteModel(k, initial);
    islands_.push_back(std::move(island).value());
  }
  if (islands_.empty()) {
    // Whether the engine takes what stands still is told even when nothing moves.
    Result<IslandPtr> island = MakeIsland({});
    if (!island.ok()) return island.error();
    islands_.push_back(std::move(island).value());
  }
  Index();
  return Status();
}

/// Filters and masks; of links, whether a single pair may.
bool Composite::MayTouch(int a, int b) const {
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

Result<Composite::IslandPtr> Composite::MakeIsland(const std::vector<int>& members) {
  auto own_world = compositions_.Get(members);
  if (!own_world.ok()) return own_world.error();
  std::vector<IslandPtr>& spare = spare_[own_world.value().get()];
  IslandPtr island;
  if (!spare.empty()) {
    island = std::move(spare.back());
    spare.pop_back();
  } else {
    physics::BackendArgs args;
    args.world = own_world.value();
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
  island->Adopt(world_, members);
  return island;
}

/// Carries the members over from the islands where they are.
Status Composite::Fill(const std::vector<int>& members, Island* island) const {
  for (std::size_t k = 0; k < members.size(); ++k) {
    const ModelPlace place = PlaceOf(members[k]);
    const Island& old = *islands_[At(place.island)];
    Bytes saved;
    old.backend().SaveModel(old.Inside(place.member), &saved);
    const Status status = island->backend().RestoreModel(island->Inside(k), saved);
    if (!status.ok()) return status;
  }
  island->MarkStale();
  return Status();
}

Status Composite::Regroup(const Groups& groups) {
  std::vector<IslandPtr> next(groups.size());
  std::vector<char> kept(islands_.size(), 0);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const int old = PlaceOf(groups[i].front()).island;
    if (islands_[At(old)]->members() == groups[i]) {
      kept[At(old)] = 1;
      continue;
    }
    Result<IslandPtr> island = MakeIsland(groups[i]);
    if (!island.ok()) return island.error();
    const Status status = Fill(groups[i], island.value().get());
    if (!status.ok()) return status;
    next[i] = std::move(island).value();
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
  args_.parts->DropUnused(kMostUnusedParts);
  return Status();
}

void Composite::Spare(IslandPtr island) {
  std::vector<IslandPtr>& spare = spare_[island->own_world()];
  if (spare.size() < kMostSpare) spare.push_back(std::move(island));
}

void Composite::Index() {
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const std::vector<int>& members = islands_[i]->members();
    for (std::size_t k = 0; k < members.size(); ++k) {
      place_of_model_[At(members[k])] = ModelPlace{static_cast<int>(i), k};
    }
  }
}

/// Joins and parts islands as their members' places and velocities ask for.
Status Composite::UpdateGroups(double dt) {
  if (movables_.size() < 2) return Status();
  for (std::size_t i = 0; i < movables_.size(); ++i) {
    const ModelPlace place = PlaceOf(movables_[i]);
    const Island& island = *islands_[At(place.island)];
    boxes_[i] = bounds_[i].Swept(island.state(), island.FirstLink(place.member), kStepsAhead * dt);
    island_of_movable_[i] = place.island;
  }
  const Groups& groups = partition_->Update(boxes_, island_of_movable_, kJoin, kPart);
  if (groups == groups_) return Status();
  Groups of_models = groups;
  for (std::vector<int>& group : of_models) {
    for (int& index : group) index = movables_[At(index)];
  }
  const Status status = Regroup(of_models);
  if (status.ok()) groups_ = groups;
  return status;
}

/// Makes these an island. Those that were with one of them, and are not among them, are by
/// themselves until the next step.
Status Composite::Gather(const std::vector<int>& members) {
  const auto in_members = [&](int model) {
    return std::binary_search(members.begin(), members.end(), model);
  };
  Groups wanted{members};
  for (const IslandPtr& island : islands_) {
    const std::vector<int>& old = island->members();
    if (std::none_of(old.begin(), old.end(), in_members)) {
      wanted.push_back(old);
      continue;
    }
    for (const int model : old) {
      if (!in_members(model)) wanted.push_back({model});
    }
  }
  std::sort(wanted.begin(), wanted.end());
  groups_.clear();  // indices of another kind: told anew in the next step
  return Regroup(wanted);
}

}  // namespace surefoot::islands
