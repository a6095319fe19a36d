#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/workers.h"
#include "surefoot/physics/backend.h"
#include "surefoot/physics/collision_rules.h"
#include "surefoot/physics/islands/bounds.h"
#include "surefoot/physics/islands/composition.h"
#include "surefoot/physics/islands/island.h"
#include "surefoot/physics/islands/island_counts.h"
#include "surefoot/physics/islands/partition.h"

namespace surefoot::islands {

/// Many engine instances behind the interface of one. Models that cannot touch each other within
/// the next steps are in separate islands, each with its own instance, which step in parallel.
/// Islands that approach each other are joined before they can touch, and split when they are well
/// apart again.
class IslandBackend final : public physics::Backend {
 public:
  IslandBackend(physics::BackendFactory engine, physics::BackendArgs args, Workers* workers);

  /// Groups the models by their distances in `start`, and puts them into their initial states.
  /// Restoring other states comes after.
  Status Start(const physics::State& start);

  const std::vector<int>& models() const override { return args_.models; }
  void ReadState(physics::State* state) const override;
  void WriteModel(int model, const physics::State& state) override;
  void Step(const physics::Inputs& inputs, double dt, physics::State* state,
            physics::StepReport* report) override;
  void SaveModel(int model, Bytes* out) const override;
  Status RestoreModel(int model, const Bytes& saved) override;
  IslandCounts counts() const;

 private:
  /// Island of a model, and its index among the members; island -1: the model is static.
  struct ModelPlace {
    int island = -1;
    std::size_t member = 0;
  };
  using IslandPtr = std::unique_ptr<Island>;

  static std::size_t At(int index) { return static_cast<std::size_t>(index); }
  ModelPlace PlaceOf(int model) const { return place_of_model_[At(model)]; }
  bool MayTouch(int a, int b) const;
  /// Bounds of the shapes of a movable model, computed at the first use in a step.
  const ShapeReach& ShapesOf(int index);
  bool ShapesAreNear(int a, int b, double gap);
  bool ShapesOverlap(int a, int b);
  Result<IslandPtr> MakeIsland(const std::vector<int>& members);
  /// Rebuilds the islands as these groups of models. Changes nothing on error.
  Status Regroup(const Groups& groups);
  Status Fill(const std::vector<int>& members, Island* island) const;
  void Spare(IslandPtr island);
  void Index();
  void FindMovables();
  std::vector<int> ModelsOf(const std::vector<int>& group) const;
  Status UpdateGroups(const physics::Inputs& inputs, double dt);
  void LookAhead(const physics::Inputs& inputs, double dt);
  void CountLate(const Groups& groups);
  void ShareInputs(const physics::Inputs& inputs);
  Status Gather(const std::vector<int>& members);

  physics::BackendFactory engine_;
  physics::BackendArgs args_;
  const world::World& world_;
  Workers* workers_;
  Compositions compositions_;
  physics::CollisionRules rules_;
  std::vector<IslandPtr> islands_;
  std::vector<ModelPlace> place_of_model_;
  /// Instances of former islands for reuse; the most recent one is last.
  std::vector<IslandPtr> spare_;
  /// Movable models, and by the same index the inputs of the partition.
  std::vector<int> movables_;
  std::vector<ModelBounds> bounds_;
  std::vector<Eigen::AlignedBox3d> boxes_now_;
  std::vector<Eigen::AlignedBox3d> boxes_;
  std::vector<int> island_of_movable_;
  /// Upper bound of the speed that wrenches add in the coming step (m/s).
  std::vector<double> push_of_movable_;
  /// Whether it was moved or restored since the last step: then a late join is expected.
  std::vector<char> moved_externally_;
  /// Per model; -1: it is static.
  std::vector<int> movable_of_model_;
  /// Speed of the fastest point of all members, including pushes (m/s).
  std::vector<double> speed_of_island_;
  std::vector<ShapeReach> shapes_;
  std::vector<char> shapes_known_;
  /// Length of the coming step; before the first one, the initial state.
  double dt_ = 0.0;
  const physics::State* start_ = nullptr;
  std::unique_ptr<Partition> partition_;
  Groups groups_;
  /// Velocity coordinates of all models, including free bases.
  int coordinates_ = 0;
  std::int64_t joined_ = 0;
  std::int64_t parted_ = 0;
  std::int64_t late_ = 0;
  std::string message_;
};

/// `args.models` must contain all models of the World, and `args.parts` must be set. Islands are
/// stepped by `workers`, which may be nullptr and must outlive the result. Models begin in their
/// initial state. `start` (nullptr: the same) contains the poses they will be moved to before the
/// first step, so that models that are close there are joined from the beginning.
Result<std::unique_ptr<IslandBackend>> MakeIslandBackend(const physics::BackendFactory& engine,
                                                         const physics::BackendArgs& args,
                                                         Workers* workers,
                                                         const physics::State* start = nullptr);

}  // namespace surefoot::islands
