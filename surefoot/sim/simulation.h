#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/base/workers.h"
#include "surefoot/drives/drive_set.h"
#include "surefoot/graph/graph.h"
#include "surefoot/ground/ground_set.h"
#include "surefoot/physics/backend.h"
#include "surefoot/physics/islands/island_counts.h"
#include "surefoot/sensors/sensor_set.h"
#include "surefoot/sim/ground_topics.h"
#include "surefoot/sim/input.h"
#include "surefoot/sim/latch.h"
#include "surefoot/sim/radio.h"
#include "surefoot/sim/run_state.h"
#include "surefoot/sim/stage_times.h"
#include "surefoot/sim/state_hash.h"

namespace surefoot::events {
class EventSet;
struct Due;
struct Firing;
}  // namespace surefoot::events

namespace surefoot::sim {

class Simulation;

/// Told of everything that happens, in order: the recorder.
class Observer {
 public:
  virtual ~Observer() = default;
  /// An input took effect before the step `next_step`.
  virtual void OnInput(std::int64_t next_step, const Input& input) = 0;
  /// An input was refused; the run goes on.
  virtual void OnRejected(std::int64_t next_step, const Input& input, const Error& error) = 0;
  /// The world was edited; ids are those of the new World from here on.
  virtual void OnWorld(const Simulation& simulation) = 0;
  virtual void OnStep(const Simulation& simulation) = 0;
};

struct SimulationOptions {
  physics::BackendFactory engine;
  /// All engines of the build, to name those that can do what the chosen one cannot.
  physics::EngineChoice engines;
  /// What may hang on models; a type that is not in here does not run.
  sensors::SensorRegistry sensors;
  drives::DriveRegistry drives;
  /// Seconds; 0: as the world says.
  double step = 0.0;
  std::uint64_t seed = 0;
  /// Whether models that cannot touch each other move in engine instances of their own; absent: as
  /// simulation.cc says.
  std::optional<bool> islands;
  /// Threads that share the work of a step; 0: one per core. Results are the same for any number.
  int threads = 1;
  /// What events of the world spawn; without it they cannot. Gives the model and its grounds.
  std::function<Result<Spawn>(const std::string& uri)> load_model = {};
};

/// A service that an event of the world wants called, its request in JSON.
struct ServiceWish {
  std::string service;
  std::string request;
  /// The event.
  std::string by;
};

/// A world in motion: one engine, one clock, one hash chain. A run is world + seed + latched
/// inputs; nothing else enters.
class Simulation {
 public:
  static Result<std::unique_ptr<Simulation>> Make(std::shared_ptr<const world::World> world,
                                                  SimulationOptions options);
  ~Simulation();

  /// One step: latch, events, drives, ground, physics, sensors, publishing, hash. After an error
  /// the run has failed and stays so until Reset or Restore.
  Status Step();

  /// Where other threads post inputs; they enter at the next step's start.
  Latch& latch() { return latch_; }
  /// Takes an input in now, between two steps, and says whether it was accepted.
  Status Apply(const Input& input);

  /// Back to the start: the world as first given, time zero.
  Status Reset() { return ResetWithSeed(options_.seed); }
  Status ResetWithSeed(std::uint64_t seed);
  /// Time back to zero; models stay as they are and move on. Drives and sensors begin anew.
  Status ResetTime();
  /// Freezes the run. Does not change it.
  Snapshot Save() const;
  Status Restore(const Snapshot& snapshot);
  /// Restores, and goes on with another seed: sensors draw their errors anew from here.
  Status Branch(const Snapshot& snapshot, std::uint64_t seed);
  /// Goes on with another engine. All that is known of the state is kept; only what the engine
  /// keeps to itself (warm starts, resting contacts) is lost. Nothing changes after an error.
  Status SwitchEngine(const physics::BackendFactory& engine);

  const world::World& world() const { return *world_; }
  /// As it was loaded.
  const world::World& first_world() const { return *first_world_; }
  std::shared_ptr<const world::World> shared_world() const { return world_; }
  const physics::State& state() const { return run_.physics; }
  /// Where a model is now: its frame as carried by its first movable body; and its velocity.
  RigidTransform ModelPose(int model) const;
  Twist ModelVelocity(int model) const;
  const physics::Inputs& inputs() const { return run_.inputs; }
  const physics::StepReport& report() const { return report_; }
  std::int64_t step_count() const { return run_.step; }
  SimTimeNs time_ns() const { return run_.time_ns; }
  double step_size() const { return step_size_; }
  std::uint64_t seed() const { return options_.seed; }
  std::uint64_t hash() const { return run_.hash; }
  /// Topics and services of the run. Lives as long as the simulation, through edits and resets.
  graph::Graph& graph() const { return *graph_; }
  const sensors::SensorSet& sensors() const { return *sensors_; }
  const drives::DriveSet& drives() const { return *drives_; }
  const ground::GroundSet& ground() const { return *ground_; }
  /// Triggers, timers and scripts of the world.
  const events::EventSet& events() const { return *events_; }
  /// What events want called since the last time; to be done between two steps.
  std::vector<ServiceWish> TakeServiceWishes();
  /// What went wrong in events so far, each text once.
  const std::vector<std::string>& event_problems() const { return event_problems_; }
  /// A replay publishes what events published when it was recorded, so they do not again.
  void set_events_publish(bool publish) { events_publish_ = publish; }
  const StateHash& state_hash() const { return *state_hash_; }
  const StageTimes& stage_times() const { return stage_times_; }
  /// All zero when there is one engine instance for all.
  islands::IslandCounts island_counts() const;
  int threads() const { return workers_->threads(); }
  const physics::BackendInfo& engine() const { return engine_info_; }
  bool failed() const { return failed_; }

  /// Runs that keep to wall time take pictures of cameras beside the steps (sim/pacer.h): they come
  /// later, and are dropped and counted (SensorStatus) when the machine has no time for them.
  /// Otherwise a step waits for its pictures. What the run computes is the same.
  void set_pictures(sensors::Pictures pictures) { pictures_ = pictures; }

  /// nullptr for none. Must outlive the simulation or be taken away before.
  void set_observer(Observer* observer) { observer_ = observer; }

 private:
  Simulation(std::shared_ptr<const world::World> world, SimulationOptions options);

  // step.cc
  void LatchInputs();
  Status StepPhysics();
  void GatherWrenches();
  Status Fail(const Status& status);
  drives::DriveView MakeDriveView() const;
  sensors::Truth MakeTruth() const;

  // events.cc
  void RunEvents();
  /// What one event of the world asks for; between two steps, too.
  Status Perform(const events::Due& due);
  Status SpawnFor(const events::Due& due);
  Status PublishFor(const events::Due& due);
  void TellOfEvents(const std::vector<events::Firing>& firings);
  Status CheckEvents(const events::EventSet& set) const;

  // moving.cc
  void FollowMotions();
  void FollowJoint(const JointWay& way);
  Status FollowModel(const ModelWay& way);
  void CutPower();
  /// Whether a model would be inside another there.
  Status CheckFree(int model, const RigidTransform& X_WM) const;

  // simulation.cc
  using WorldPtr = std::shared_ptr<const world::World>;
  using BackendPtr = std::unique_ptr<physics::Backend>;
  /// What is built for a world.
  struct Machinery {
    BackendPtr backend;
    std::unique_ptr<drives::DriveSet> drives;
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
  /// `start`: where models are; nullptr: where the world puts them.
  Result<BackendPtr> MakeBackend(const WorldPtr& world, std::uint64_t seed,
                                 const physics::State* start) const;
  Result<Machinery> Build(const WorldPtr& world, std::uint64_t seed, SimTimeNs start_ns,
                          const physics::State* start = nullptr) const;
  void Adopt(WorldPtr world, Machinery machinery);
  /// The same with the commands and the gravity of the start.
  void Start(WorldPtr world, Machinery machinery);
  /// What goes over into new machinery.
  struct Carried {
    bool engine_state = true;
    bool drives = true;
    bool sensors = true;
    bool events = true;
    /// The model that is described anew with the same links and joints.
    std::string edited = {};
    /// Sensors that begin anew, "husky::base_link::imu".
    std::vector<std::string> new_sensors = {};
  };
  /// Nothing changes after an error.
  Status Rebuild(const WorldPtr& world, std::uint64_t seed, SimTimeNs start_ns,
                 const Carried& carried);
  /// A direct command.
  void CommandMotor(int v, const physics::MotorCommand& command);
  void StartCommands(int model);
  Result<Frozen> ReadSnapshot(const Bytes& bytes, const world::World& world) const;
  Status RestoreBackend(const WorldPtr& world, const Frozen& frozen);
  Status Edit(Result<world::WorldSpec> spec) { return Edit(std::move(spec), Carried()); }
  Status Edit(Result<world::WorldSpec> spec, const Carried& carried);
  void CarryOver(const world::World& old_world, const RunState& old_run, const Machinery& old,
                 const Carried& carried);
  void CarryModel(int old_model, int model, const RunState& old_run, const Machinery& old,
                  const Carried& carried);
  void CarryMotors(const world::Range& from, const world::Range& to, const RunState& old_run);
  Bytes SaveDevices() const;
  Status RestoreDevices(const Bytes& bytes);

  // apply.cc
  Status Take(const JointCommand& input);
  Status Take(const LinkWrench& input);
  Status Take(const GravityChange& input);
  Status Take(const Teleport& input);
  Status Take(const JointReset& input);
  Status Take(const Spawn& input);
  Status Take(const Remove& input);
  Status Take(const PutBack& input);
  Status Take(const Duplicate& input);
  Status Take(const PropertyChange& input);
  Status Take(const Attach& input);
  Status Take(const Detach& input);
  Status Take(const LightChange& input);
  Status Take(const StateReset& input);
  Status Take(const TopicMessage& input);
  Status Take(const JointMotion& input);
  Status Take(const Move& input);
  Status Take(const PowerChange& input);
  Status Take(const FireEvent& input);
  Status TakeLine(const std::string& line);
  void TakeLatched(const Input& input);

  // edit.cc
  /// A model that was taken out of the world.
  struct Kept {
    std::string kept_as;
    world::ModelInstance instance;
    std::vector<world::CollisionFilter> filters;
    std::vector<RigidTransform> X_WL;
    std::vector<double> q;
    std::vector<physics::MotorCommand> motors;
  };
  Kept Keep(int model, const std::string& kept_as) const;
  /// Puts a model where `X_WL` and `q`, of it alone, say, at rest.
  void Place(int model, const std::vector<RigidTransform>& X_WL, const std::vector<double>& q);

  std::shared_ptr<const world::World> first_world_;
  std::shared_ptr<const world::World> world_;
  SimulationOptions options_;
  physics::BackendInfo engine_info_;
  double step_size_ = 0.001;
  SimTimeNs step_ns_ = 1000000;
  /// Before those who subscribe to it.
  std::unique_ptr<graph::Graph> graph_ = std::make_unique<graph::Graph>();
  std::unique_ptr<physics::Backend> backend_;
  std::unique_ptr<drives::DriveSet> drives_;
  std::unique_ptr<ground::GroundSet> ground_;
  std::unique_ptr<sensors::SensorSet> sensors_;
  std::unique_ptr<GroundTopics> ground_topics_;
  RunState run_;
  /// nullptr: the world has none.
  std::unique_ptr<Radio> radio_;
  physics::StepReport report_;
  std::unique_ptr<StateHash> state_hash_;
  Latch latch_;
  std::vector<Input> latched_;
  /// In the order in which they were removed.
  std::vector<Kept> kept_;
  std::unique_ptr<events::EventSet> events_;
  std::vector<events::Due> due_;
  std::vector<ServiceWish> wishes_;
  std::vector<std::string> event_problems_;
  bool events_publish_ = true;
  StageTimes stage_times_;
  std::unique_ptr<Workers> workers_;
  /// What engine instances have in common, through edits and resets.
  std::shared_ptr<physics::PartCache> parts_ = std::make_shared<physics::PartCache>();
  Observer* observer_ = nullptr;
  sensors::Pictures pictures_ = sensors::Pictures::kWithin;
  bool failed_ = false;
};

}  // namespace surefoot::sim
