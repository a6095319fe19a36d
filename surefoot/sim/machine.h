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

/// What is not carried over into an edited world as it is.
struct ChangedParts {
  /// The model that is described anew with the same links and joints.
  std::string model = {};
  /// Sensors that begin anew, "husky::base_link::imu".
  std::vector<std::string> sensors = {};
};

/// Builds what runs a world, carries it over into another world or engine, saves and restores it.
class Machine {
 public:
  explicit Machine(Rig* rig) : rig_(*rig) {}

  /// Back to the start: the world as first given, time zero. Findings about drives, sensors and
  /// events, warnings included, go to `findings` when given.
  Status Reset(Problems* findings = nullptr) { return ResetWithSeed(rig_.options.seed, findings); }
  Status ResetWithSeed(std::uint64_t seed, Problems* findings = nullptr);
  /// Time back to zero; models stay as they are and move on. Drives and sensors begin anew.
  Status ResetTime();
  /// Every model of this world at its start, with the commands and the gravity of the start. Time
  /// goes on.
  Status RestartIn(Result<std::shared_ptr<const world::World>> world);
  /// Freezes the run. Does not change it.
  Snapshot Save() const;
  Status Restore(const Snapshot& snapshot);
  /// Restores, and goes on with another seed: sensors draw their errors anew from here.
  Status Branch(const Snapshot& snapshot, std::uint64_t seed);
  /// Goes on with another engine. All that is known of the state is kept; only what the engine
  /// keeps to itself (warm starts, resting contacts) is lost. Nothing changes after an error.
  Status SwitchEngine(const physics::BackendFactory& engine);

  /// Replaces the world; what is in both goes on as it is. Nothing changes when it is refused.
  Status Edit(Result<world::WorldSpec> spec, const ChangedParts& changed = {});
  /// The same with a world that was prepared from the present one.
  Status Edit(PreparedEdit prepared, const ChangedParts& changed);
  EditPlan PlanEdit() const { return {PlanEngine(), rig_.world, rig_.run.physics}; }
  /// Whether the run is still the one that it was prepared for.
  bool Fits(const PreparedEdit& prepared) const {
    return prepared.base == rig_.world && prepared.engine == rig_.engine.name &&
           prepared.seed == rig_.options.seed;
  }

  /// As it was loaded.
  const world::World& first_world() const { return *rig_.first_world; }
  const physics::BackendInfo& engine() const { return rig_.engine; }
  const physics::Inputs& inputs() const { return rig_.run.inputs; }
  const sensors::SensorSet& sensors() const { return *rig_.sensors; }
  /// All that may hang on models, of which sensors() has some.
  const sensors::SensorRegistry& sensor_kinds() const { return rig_.options.sensors; }
  const drives::DriveSet& drives() const { return *rig_.drives; }
  /// Topics that the drives listen to, sorted.
  const std::vector<std::string>& command_topics() const { return rig_.command_topics; }
  const ground::GroundSet& ground() const { return *rig_.ground; }
  /// Triggers, timers and scripts of the world.
  const events::EventSet& events() const { return *rig_.events; }
  const StateHash& state_hash() const { return *rig_.state_hash; }
  /// All zero when there is one engine instance for all.
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
  /// A snapshot, read.
  struct Frozen {
    std::uint64_t seed = 0;
    RunState run;
    std::vector<Bytes> models;
    Bytes devices;
  };
  /// What goes over into what is newly built.
  struct Carried {
    bool engine_state = true;
    bool drives = true;
    bool sensors = true;
    bool events = true;
    ChangedParts changed = {};
  };

  EnginePlan PlanEngine() const;
  /// `start`: where models are; nullptr: where the world puts them.
  Result<BackendPtr> MakeBackend(const WorldPtr& world, std::uint64_t seed,
                                 const physics::State* start) const;
  /// What of it listens to the graph, so that it can be made on the run's thread only.
  Status BuildDevices(const world::World& world, std::uint64_t seed, SimTimeNs start_ns,
                      Problems* findings, Built* built) const;
  Result<Built> Build(const WorldPtr& world, std::uint64_t seed, SimTimeNs start_ns,
                      const physics::State* start = nullptr, Problems* findings = nullptr) const;
  void Adopt(WorldPtr world, Built built);
  /// The same with the commands and the gravity of the start.
  void Start(WorldPtr world, Built built);
  /// Goes over to what was built, with what goes on.
  void TakeOver(const WorldPtr& world, Built built, const Carried& carried);
  /// Nothing changes after an error.
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
