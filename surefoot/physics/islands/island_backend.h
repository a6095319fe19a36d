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

/// Many engine instances behind the interface of one: models that cannot touch each other within
/// the next steps are in islands, each an instance of its own. Islands that come near each other
/// are joined before they can touch, and parted when they are well apart again.
class IslandBackend final : public physics::Backend {
 public:
  IslandBackend(physics::BackendFactory engine, physics::BackendArgs args, Workers* workers);

  /// Models that are near each other in `start` begin together, in their initial state: what they
  /// are restored to comes after.
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
  /// Where a model is: which island, and the how manieth member; island -1: it stands still.
  struct ModelPlace {
    int island = -1;
    std::size_t member = 0;
  };
  using IslandPtr = std::unique_ptr<Island>;

  static std::size_t At(int index) { return static_cast<std::size_t>(index); }
  ModelPlace PlaceOf(int model) const { return place_of_model_[At(model)]; }
  bool MayTouch(int a, int b) const;
  /// By movable, looked at when they are first asked for in a step.
  const ShapeReach& ShapesOf(int index);
  bool ShapesAreNear(int a, int b, double gap);
  bool ShapesOverlap(int a, int b);
  Result<IslandPtr> MakeIsland(const std::vector<int>& members);
  /// Models in these groups; nothing changes after an error.
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
  /// Left over from islands that are no more; the one put there last is at the end.
  std::vector<IslandPtr> spare_;
  /// Models that move, and by the same index what the partition needs of them.
  std::vector<int> movables_;
  std::vector<ModelBounds> bounds_;
  std::vector<Eigen::AlignedBox3d> boxes_now_;
  std::vector<Eigen::AlignedBox3d> boxes_;
  std::vector<int> island_of_movable_;
  /// What wrenches add to its speed in the coming step (m/s).
  std::vector<double> push_of_movable_;
  /// Whether it was put or restored elsewhere since the last step.
  std::vector<char> moved_by_hand_;
  /// Per model; -1: it stands still.
  std::vector<int> movable_of_model_;
  /// Fastest point of all members, pushes included (m/s).
  std::vector<double> speed_of_island_;
  std::vector<ShapeReach> shapes_;
  std::vector<char> shapes_known_;
  /// The coming step; before the first one, where models begin.
  double dt_ = 0.0;
  const physics::State* start_ = nullptr;
  std::unique_ptr<Partition> partition_;
  Groups groups_;
  /// Of all models, those of free bases included.
  int coordinates_ = 0;
  std::int64_t joined_ = 0;
  std::int64_t parted_ = 0;
  std::int64_t late_ = 0;
  std::string message_;
};

/// `args.models` must be all models of the World; `args.parts` must be there. Islands are stepped
/// by `workers`, which may be nullptr and must outlive it. Models are in their initial state;
/// `start` (nullptr: the same) tells where they will be put before the first step, so that those
/// which are near each other there are together from the beginning.
Result<std::unique_ptr<IslandBackend>> MakeIslandBackend(const physics::BackendFactory& engine,
                                                         const physics::BackendArgs& args,
                                                         Workers* workers,
                                                         const physics::State* start = nullptr);

}  // namespace surefoot::islands
