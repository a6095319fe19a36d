#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/islands/bounds.h"
#include "surefoot/islands/composition.h"
#include "surefoot/islands/island.h"
#include "surefoot/islands/island_backend.h"
#include "surefoot/islands/partition.h"
#include "surefoot/physics/collision_rules.h"

namespace surefoot::islands {

/// What MakeIslandBackend makes.
class Composite final : public IslandBackend {
 public:
  Composite(physics::BackendFactory engine, physics::BackendArgs args, Workers* workers);

  Status Start();

  const std::vector<int>& models() const override { return args_.models; }
  void ReadState(physics::State* state) const override;
  void WriteModel(int model, const physics::State& state) override;
  void Step(const physics::Inputs& inputs, double dt, physics::State* state,
            physics::StepReport* report) override;
  void SaveModel(int model, Bytes* out) const override;
  Status RestoreModel(int model, const Bytes& saved) override;
  IslandCounts counts() const override;

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
  Result<IslandPtr> MakeIsland(const std::vector<int>& members);
  /// Models in these groups; nothing changes after an error.
  Status Regroup(const Groups& groups);
  Status Fill(const std::vector<int>& members, Island* island) const;
  void Spare(IslandPtr island);
  void Index();
  Status UpdateGroups(double dt);
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
  std::map<const world::World*, std::vector<IslandPtr>> spare_;
  /// Models that move, and by the same index what the partition needs of them.
  std::vector<int> movables_;
  std::vector<ModelBounds> bounds_;
  std::vector<Eigen::AlignedBox3d> boxes_;
  std::vector<int> island_of_movable_;
  std::unique_ptr<Partition> partition_;
  Groups groups_;
  std::int64_t joined_ = 0;
  std::int64_t parted_ = 0;
  std::string message_;
};

}  // namespace surefoot::islands
