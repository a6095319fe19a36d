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

/// What an engine instance is built from: a World and the models that this instance simulates.
/// Other instances may simulate the rest. All ids are World ids.
struct BackendArgs {
  std::shared_ptr<const world::World> world;
  std::vector<int> models;
  std::uint64_t seed = 0;
  /// Parts shared with other instances; nullptr: this instance shares nothing.
  std::shared_ptr<PartCache> parts;
};

/// One instance of a physics engine. Not thread-safe; different instances are independent and may
/// step at the same time in different threads.
///
///   std::unique_ptr<Backend> engine = SUREFOOT_TRY(factory.make(args));
///   engine->ReadState(&state);
///   for (;;) engine->Step(inputs, dt, &state, &report);
class Backend {
 public:
  virtual ~Backend() = default;

  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  virtual const std::vector<int>& models() const = 0;

  /// Writes the entries of this instance's models into `state`, which has the World's size.
  virtual void ReadState(State* state) const = 0;

  /// Moves a movable model to `state`: poses and velocities of its free bodies (those of their root
  /// links), joint positions and velocities. Drops the model's warm start.
  virtual void WriteModel(int model, const State& state) = 0;

  /// Advances by dt seconds: reads this instance's share of `inputs`, then fills its share of
  /// `state` and `report` (contacts are appended, flags or-ed). Does not allocate once warm.
  virtual void Step(const Inputs& inputs, double dt, State* state, StepReport* report) = 0;

  /// Everything the model's future depends on, including hidden engine state: after restoring every
  /// model, further steps give the same bits. The bytes may be restored into another instance,
  /// built from another World, as long as the model itself is the same.
  virtual void SaveModel(int model, Bytes* out) const = 0;
  virtual Status RestoreModel(int model, const Bytes& saved) = 0;

  /// Names, by model id, under which saved states refer to other models; those of the World until
  /// this is called. Needed by engines that save what a model touched (warm starts of contacts):
  /// the same model may have another id and name in the World of the instance it is restored into.
  virtual void NameModels(const std::vector<std::string>& /*names*/) {}
};

/// A registry entry: a description of the engine, and the function that makes an instance.
struct BackendFactory {
  std::function<BackendInfo()> info;
  std::function<Result<std::unique_ptr<Backend>>(const BackendArgs& args)> make;
};

using BackendRegistry = Registry<BackendFactory>;

/// Number of virtual functions of Backend, without the destructor.
constexpr std::size_t kBackendFunctions = 7;

/// A fingerprint of the types that cross the boundary between the program and an engine's library.
/// It differs when one of them changes its size, so a library left over from another build is
/// rejected instead of misreading memory.
constexpr std::size_t kBackendLayout =
    sizeof(BackendInfo) + 31 * (sizeof(Support) + 31 * (sizeof(State) + 31 * sizeof(Inputs))) +
    1009 * (sizeof(MotorCommand) + sizeof(StepReport) +
            31 * (sizeof(Contact) + 31 * sizeof(BackendArgs))) +
    2003 * (sizeof(world::World) + 31 * (sizeof(world::Model) + 31 * sizeof(world::Link))) +
    4001 * (sizeof(world::Joint) + 31 * (sizeof(world::Tree) + 31 * sizeof(world::Body))) +
    8009 * kBackendFunctions;

}  // namespace surefoot::physics
