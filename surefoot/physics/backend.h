#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/registry.h"
#include "surefoot/base/result.h"
#include "surefoot/physics/capability.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/physics/part_cache.h"
#include "surefoot/physics/state.h"
#include "surefoot/physics/step_report.h"
#include "surefoot/world/world.h"

namespace surefoot::physics {

/// What an engine instance is built from: a World and the models it is responsible for. Another
/// instance may hold the rest. All ids are World ids.
struct BackendArgs {
  std::shared_ptr<const world::World> world;
  std::vector<int> models;
  std::uint64_t seed = 0;
  /// What instances share; nullptr: this one shares nothing.
  std::shared_ptr<PartCache> parts;
};

/// One instance of a physics engine. Not thread-safe; different instances are independent, and may
/// step at the same time in different threads.
class Backend {
 public:
  virtual ~Backend() = default;

  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  virtual const std::vector<int>& models() const = 0;

  /// Writes the entries of this instance's models into `state`, which has the World's size.
  virtual void ReadState(State* state) const = 0;

  /// Puts a movable model where `state` says: poses and velocities of its free bodies (those of
  /// their root links), joint positions and velocities. Drops the model's warm start.
  virtual void WriteModel(int model, const State& state) = 0;

  /// Advances by dt seconds: reads this instance's share of `inputs`, then fills its share of
  /// `state` and `report` (contacts are appended, flags or-ed). Does not allocate once warm.
  virtual void Step(const Inputs& inputs, double dt, State* state, StepReport* report) = 0;

  /// All that this model's future depends on, hidden engine state included: restoring every model
  /// and stepping on gives the same bits. May be restored into another instance, built from another
  /// World, as long as the model itself is the same.
  virtual void SaveModel(int model, Bytes* out) const = 0;
  virtual Status RestoreModel(int model, const Bytes& saved) = 0;

  /// By what names saved states tell of models, by id; those of the World until this is called. It
  /// matters to engines that remember of a model what it touched: the same model may have another
  /// id and name in the World of the instance that it is restored into.
  virtual void NameModels(const std::vector<std::string>& /*names*/) {}
};

/// A registry entry: what the engine is, and how an instance is made.
struct BackendFactory {
  std::function<BackendInfo()> info;
  std::function<Result<std::unique_ptr<Backend>>(const BackendArgs& args)> make;
};

using BackendRegistry = Registry<BackendFactory>;

/// Of Backend, virtual ones.
constexpr std::size_t kBackendFunctions = 7;

/// Changes with the layout of what passes between the program and an engine's library: tells
/// libraries that were left over from another build.
constexpr std::size_t kBackendLayout =
    sizeof(BackendInfo) + 31 * (sizeof(Support) + 31 * (sizeof(State) + 31 * sizeof(Inputs))) +
    1009 * (sizeof(MotorCommand) + sizeof(StepReport) +
            31 * (sizeof(Contact) + 31 * sizeof(BackendArgs))) +
    2003 * (sizeof(world::World) + 31 * (sizeof(world::Model) + 31 * sizeof(world::Link))) +
    4001 * (sizeof(world::Joint) + 31 * (sizeof(world::Tree) + 31 * sizeof(world::Body))) +
    8009 * kBackendFunctions;

}  // namespace surefoot::physics
