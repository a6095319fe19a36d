#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/ground/soil/plate_law.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/physics/state.h"

namespace surefoot::ground {

/// All plates of a world, in the soil they meet.
class PlateSet {
 public:
  /// The world must outlive it. Errors: a soil that a plate cannot have.
  static Result<std::unique_ptr<PlateSet>> Make(const world::World& world, std::uint64_t seed);
  ~PlateSet();

  bool empty() const { return running_.empty(); }
  /// By index: what world::FindPlates gives.
  const std::vector<world::Plate>& plates() const { return plates_; }

  /// Before physics: appends what the soil does in the next step.
  void Update(const physics::State& state, double dt,
              std::vector<physics::AppliedWrench>* wrenches);
  /// What each running plate felt in the last step.
  struct Felt {
    int plate = 0;
    WheelForce force;
  };
  const std::vector<Felt>& felt() const { return felt_; }

  void OnMoved(int model);
  /// Models of these names were in the other world as well.
  void CarryOver(const PlateSet& from, const std::vector<std::string>& same_models);
  void Save(ByteWriter* writer) const;
  bool Restore(ByteReader* reader);

 private:
  struct Running;
  struct Ground;

  explicit PlateSet(const world::World& world);
  Status Add(int plate, std::uint64_t seed);
  Result<const Terrain*> TerrainFor(const world::Plate& plate, std::uint64_t seed);

  const world::World& world_;
  std::vector<world::Plate> plates_;
  std::vector<std::unique_ptr<Ground>> grounds_;
  std::vector<std::unique_ptr<Running>> running_;
  std::vector<Felt> felt_;
};

}  // namespace surefoot::ground
