#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/physics/islands/island_counts.h"
#include "surefoot/sim/prepare.h"
#include "surefoot/sim/rig.h"

namespace surefoot::sim {

/// Parts of a run that are not carried over unchanged into an edited world.
struct ChangedParts {
  /// A model with a new description, but the same links and joints.
  std::string model = {};
  /// Sensors that start again, e.g. "husky::base_link::imu".
  std::vector<std::string> sensors = {};
};

/// Builds everything that runs a world, carries its state over to another world or engine, and
/// saves and restores it. If an operation fails, the run is unchanged; only Branch may leave it in
/// the restored state. Only the thread that steps may use it.
class Machine {
 public:
  explicit Machine(Rig* rig) : rig_(*rig) {}

  /// Returns to the start: the world as first given, time zero. Problems with drives, sensors and
  /// events, including warnings, are added to `findings` if given.
  Status Reset(Problems* findings = nullptr) { return ResetWithSeed(rig_.options.seed, findings); }
  Status ResetWithSeed(std::uint64_t seed, Problems* findings = nullptr);
  /// Sets the time to zero; models keep their state. Drives and sensors start again.
  Status ResetTime();
  /// Places every model of this world at its start, with the initial commands and gravity. Time
  /// continues.
  Status RestartIn(Result<std::shared_ptr<const world::World>> world);
  /// Saves the complete state. Does not change the run.
  Snapshot Save() const;
  Status Restore(const Snapshot& snapshot);
  /// Restores, and continues with another seed: sensor errors differ from here on.
  Status Branch(const Snapshot& snapshot, std::uint64_t seed);
  /// Continues with another engine. The physical state is kept; only what the engine stores
  /// internally (warm starts, resting contacts) is lost.
  Status SwitchEngine(const physics::BackendFactory& engine);
  /// Replaces the world; models that are in both worlds continue with their state, bit by bit.
  Status Edit(Result<world::WorldSpec> spec, const ChangedParts& changed = {});
  /// The same with a world that was built in advance from the present one.
  Status Edit(PreparedEdit prepared, const ChangedParts& changed);
  EditPlan PlanEdit() const { return {PlanEngine(), rig_.world, rig_.run.physics}; }
  /// Whether the run is still in the world, engine and seed that the edit was prepared for.
  bool Fits(const PreparedEdit& prepared) const {
    return prepared.base == rig_.world && prepared.engine == rig_.engine.name &&
           prepared.seed == rig_.options.seed;
  }

  /// The world as it was loaded.
  const world::World& first_world() const { return *rig_.first_world; }
  const physics::BackendInfo& engine() const { return rig_.engine; }
  const physics::Inputs& inputs() const { return rig_.run.inputs; }
  const sensors::SensorSet& sensors() const { return *rig_.sensors; }
  /// All kinds that models may have, of which sensors() has some.
  const sensors::SensorRegistry& sensor_kinds() const { return rig_.options.sensors; }
  const drives::DriveSet& drives() const { return *rig_.drives; }
  /// Drives and broadcasters as controllers of ros2_control, with their states.
  std::vector<Controller> controllers() const { return ListControllers(rig_); }
  /// Those of each model that are not in the state they start in, inactive ones first.
  std::vector<ControllerChange> ChangedControllers() const;
  /// Whether the motors of a model have power.
  bool HasPower(const std::string& model) const;
  /// Topics that the drives subscribe to, sorted.
  const std::vector<std::string>& command_topics() const { return rig_.command_topics; }
  const ground::GroundSet& ground() const { return *rig_.ground; }
  /// Triggers, timers and scripts of the world.
  const events::EventSet& events() const { return *rig_.events; }
  const StateHash& state_hash() const { return *rig_.state_hash; }
  /// All zero if a single engine instance runs all models.
  islands::IslandCounts island_counts() const;
  int threads() const { return rig_.workers->threads(); }

 private:
  using WorldPtr = std::shared_ptr<const world::World>;
  using BackendPtr = std::unique_ptr<physics::Backend>;
  /// What is built for a world.
  struct Built {
    BackendPtr backend;
    std::unique_ptr<drives::DriveSet> drives;
    std::vector<std::string> command_topics = {};
    std::unique_ptr<ground::GroundSet> ground;
    std::unique_ptr<sensors::SensorSet> sensors;
    std::optional<RadioSpec> radio;
    std::unique_ptr<events::EventSet> events;
  };
  /// A decoded snapshot.
  struct Frozen {
    std::uint64_t seed = 0;
    RunState run;
    std::vector<Bytes> models;
    Bytes devices;
  };
  /// What is carried over into newly built parts.
  struct Carried {
    bool engine_state = true;
    bool drives = true;
    bool sensors = true;
    bool events = true;
    ChangedParts changed = {};
  };

  EnginePlan PlanEngine() const;
  /// `start`: initial poses of the models; nullptr: those of the world.
  Result<BackendPtr> MakeBackend(const WorldPtr& world, std::uint64_t seed,
                                 const physics::State* start) const;
  /// Builds the parts that subscribe to the graph; therefore only on the run's thread.
  Status BuildDevices(const world::World& world, std::uint64_t seed, SimTimeNs start_ns,
                      Problems* findings, Built* built) const;
  Result<Built> Build(const WorldPtr& world, std::uint64_t seed, SimTimeNs start_ns,
                      const physics::State* start = nullptr, Problems* findings = nullptr) const;
  void Adopt(WorldPtr world, Built built);
  /// Moves the parts in use out of the run.
  Built TakeOut();
  /// Destroys parts that were built for this world and are not used any more.
  void Dispose(WorldPtr world, Built old) const;
  /// The same with the initial commands and gravity.
  void Start(WorldPtr world, Built built);
  /// Changes to what was built, and carries over the selected state.
  void TakeOver(const WorldPtr& world, Built built, const Carried& carried);
  /// Leaves the run unchanged on failure.
  Status Rebuild(const WorldPtr& world, std::uint64_t seed, SimTimeNs start_ns,
                 const Carried& carried);

  void CarryOver(const world::World& old_world, const RunState& old_run, const Built& old,
                 const Carried& carried);
  void CarryModel(int old_model, int model, const RunState& old_run, const Built& old,
                  const Carried& carried);
  void CarryMotors(const world::Range& from, const world::Range& to, const RunState& old_run);

  Result<Frozen> ReadSnapshot(const Bytes& bytes, const world::World& world) const;
  Status RestoreBackend(const WorldPtr& world, const Frozen& frozen);
  Bytes SaveDevices() const;
  Status RestoreDevices(const Bytes& bytes, SimTimeNs time_ns);

  Rig& rig_;
};

}  // namespace surefoot::sim
