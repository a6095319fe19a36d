#include "surefoot/sim/machine.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "surefoot/base/hash.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/events/event_set.h"
#include "surefoot/physics/capability.h"
#include "surefoot/physics/islands/island_backend.h"
#include "surefoot/sim/topic_aliases.h"

// Builds everything that a run consists of, and rebuilds it for an edited world: states are carried
// over by names.

namespace surefoot::sim {
namespace {

/// Conditions on contacts would never hold if the engine does not report contacts.
void CheckContactEvents(const events::EventsSpec& spec, const physics::BackendInfo& engine,
                        Problems* problems) {
  for (const events::ConditionSpec& condition : spec.conditions) {
    if (condition.quantity.kind != events::Quantity::Kind::kContact) continue;
    const physics::Support& support = engine.Of(physics::Capability::kContactReport);
    if (support.supported) return;
    problems->Error(condition.source,
                    "engine '" + engine.name + "' does not report contacts: " + support.remark, {},
                    "choose another with --engine, or another quantity");
  }
}

/// Identifies a snapshot and the version of its layout.
constexpr std::uint64_t kSnapshotMagic = 0x42504e53544f4653ULL;  // "SFOTSNPB"

std::vector<Bytes> SaveModels(const physics::Backend& backend, int count) {
  std::vector<Bytes> saved(static_cast<std::size_t>(count));
  for (int model = 0; model < count; ++model) {
    backend.SaveModel(model, &saved[static_cast<std::size_t>(model)]);
  }
  return saved;
}

Status RestoreModels(const std::vector<Bytes>& saved, physics::Backend* backend) {
  for (std::size_t model = 0; model < saved.size(); ++model) {
    SUREFOOT_TRY(backend->RestoreModel(static_cast<int>(model), saved[model]));
  }
  return Status();
}

/// A snapshot may be a hostile file, so every restored value is checked.
Status CheckFinite(const world::World& world, const physics::Backend& backend) {
  physics::State state = physics::MakeInitialState(world);
  try {
    backend.ReadState(&state);
  } catch (const std::exception& error) {
    // Engine libraries throw exceptions for values that they cannot handle.
    return Error{std::string("the snapshot is damaged: ") + error.what()};
  }
  for (int model = 0; model < world.model_count(); ++model) {
    if (physics::IsFinite(world, model, state)) continue;
    return Error{"the snapshot is damaged: the state of model '" + world.instance(model).name +
                 "' is not finite"};
  }
  return Status();
}

constexpr const char* kDevicesDoNotFit =
    "the snapshot's sensors, wheels, drives or events do not fit";

}  // namespace

Result<Machine::BackendPtr> Machine::MakeBackend(const WorldPtr& world, std::uint64_t seed,
                                                 const physics::State* start) const {
  EnginePlan plan = PlanEngine();
  plan.seed = seed;
  return MakeEngine(plan, world, start);
}

Result<Machine::Built> Machine::Build(const WorldPtr& world, std::uint64_t seed, SimTimeNs start_ns,
                                      const physics::State* start, Problems* findings) const {
  BackendPtr backend = SUREFOOT_TRY(MakeBackend(world, seed, start));
  std::unique_ptr<ground::GroundSet> ground = SUREFOOT_TRY(ground::GroundSet::Make(*world, seed));
  Built built;
  built.backend = std::move(backend);
  built.ground = std::move(ground);
  SUREFOOT_TRY(BuildDevices(*world, seed, start_ns, findings, &built));
  return built;
}

Status Machine::BuildDevices(const world::World& world, std::uint64_t seed, SimTimeNs start_ns,
                             Problems* findings, Built* built) const {
  graph::Graph* graph = rig_.graph.get();
  Problems problems;
  Problems* devices = findings != nullptr ? findings : &problems;
  AddTopicAliases(world, graph, devices);
  const int first = graph->next_subscription();
  built->drives =
      std::make_unique<drives::DriveSet>(world, rig_.options.drives, seed, graph, devices);
  built->command_topics = graph->ListenedTopics(first);
  built->sensors = std::make_unique<sensors::SensorSet>(world, rig_.options.sensors, seed, start_ns,
                                                        graph, devices, &rig_.sensor_parts);
  built->events =
      std::make_unique<events::EventSet>(world, rig_.options.referee, seed, start_ns, devices);
  CheckTopicAliases(world, *graph, devices);
  if (!devices->ok()) return Error{devices->ErrorText()};
  built->radio = ReadRadio(world, &problems);
  CheckContactEvents(built->events->spec(), rig_.engine, &problems);
  if (!problems.ok()) return Error{problems.ErrorText()};
  return Status();
}

islands::IslandCounts Machine::island_counts() const {
  const auto* backend = dynamic_cast<const islands::IslandBackend*>(rig_.backend.get());
  return backend != nullptr ? backend->counts() : islands::IslandCounts();
}

std::vector<ControllerChange> Machine::ChangedControllers() const {
  std::vector<ControllerChange> changes;
  for (const ChangedController& changed : rig_.run.controllers) {
    if (changes.empty() || changes.back().model != changed.model) {
      changes.push_back({changed.model, {}});
    }
    std::vector<ControllerChange::Entry>& entries = changes.back().controllers;
    const bool active = changed.state == ControllerState::kActive;
    entries.insert(active ? entries.end() : entries.begin(), {changed.name, changed.state});
  }
  return changes;
}

bool Machine::HasPower(const std::string& model) const {
  const std::vector<std::string>& off = rig_.run.motions.unpowered;
  return std::find(off.begin(), off.end(), model) == off.end();
}

/// Changes to another world and the parts built for it, with no commands yet.
void Machine::Adopt(WorldPtr world, Built built) {
  // These refer to the old world.
  rig_.ground_topics.reset();
  rig_.radio.reset();
  Dispose(rig_.world, TakeOut());
  rig_.drives = std::move(built.drives);
  rig_.command_topics = std::move(built.command_topics);
  rig_.ground = std::move(built.ground);
  rig_.sensors = std::move(built.sensors);
  rig_.events = std::move(built.events);
  rig_.events->Connect(rig_.graph.get());
  rig_.world = std::move(world);
  rig_.backend = std::move(built.backend);
  rig_.state_hash = std::make_unique<StateHash>(*rig_.world);
  rig_.ground_topics = std::make_unique<GroundTopics>(*rig_.world, rig_.graph.get());
  if (built.radio) {
    rig_.radio = std::make_unique<Radio>(*rig_.world, *built.radio, rig_.graph.get(), &rig_.run);
  }
  rig_.run.physics = physics::MakeInitialState(*rig_.world);
  rig_.backend->ReadState(&rig_.run.physics);
  rig_.run.inputs.motors.assign(static_cast<std::size_t>(rig_.world->v_count()),
                                physics::MotorCommand());
  rig_.run.stops = Stops(*rig_.world);
  rig_.run.inputs.wrenches.clear();
  rig_.run.held_wrenches.clear();
  ReserveWrenches(*rig_.world, &rig_.run);
  rig_.report.contacts.clear();
  ApplyControllers(&rig_);
}

Machine::Built Machine::TakeOut() {
  Built built;
  built.backend = std::move(rig_.backend);
  built.drives = std::move(rig_.drives);
  built.command_topics = std::move(rig_.command_topics);
  built.ground = std::move(rig_.ground);
  built.sensors = std::move(rig_.sensors);
  built.events = std::move(rig_.events);
  return built;
}

void Machine::Dispose(WorldPtr world, Built old) const {
  // They end subscriptions, which belong to this thread.
  old.drives = nullptr;
  old.events = nullptr;
  // Threads that trace images end with the sensors, and may be in the middle of one.
  struct Rest {
    WorldPtr world;
    BackendPtr backend;
    std::unique_ptr<ground::GroundSet> ground;
    std::unique_ptr<sensors::SensorSet> sensors;
  };
  auto rest = std::make_shared<Rest>();
  rest->world = std::move(world);
  rest->backend = std::move(old.backend);
  rest->ground = std::move(old.ground);
  rest->sensors = std::move(old.sensors);
  const bool any = rest->sensors != nullptr || rest->backend != nullptr;
  if (any && rig_.options.dispose) rig_.options.dispose(std::move(rest));
}

void Machine::Start(WorldPtr world, Built built) {
  Adopt(std::move(world), std::move(built));
  for (int model = 0; model < rig_.world->model_count(); ++model) rig_.StartCommands(model);
  rig_.run.inputs.gravity_W = rig_.world->spec().gravity_W;
  rig_.run.radio.clear();
  rig_.run.motions = Motions();
  StopWithoutController(&rig_);
}

Status Machine::ResetWithSeed(std::uint64_t seed, Problems* findings) {
  Built built = SUREFOOT_TRY(Build(rig_.first_world, seed, 0, nullptr, findings));
  rig_.options.seed = seed;
  rig_.run.controllers.clear();
  Start(rig_.first_world, std::move(built));
  rig_.run.step = 0;
  rig_.run.time_ns = 0;
  // The hash chain starts with everything that defines the run.
  rig_.run.hash =
      HashBytes(&rig_.options.seed, sizeof rig_.options.seed, rig_.world->content_hash());
  rig_.run.hash = HashBytes(&rig_.step_ns, sizeof rig_.step_ns, rig_.run.hash);
  rig_.run.hash = HashString(rig_.engine.name, rig_.run.hash);
  rig_.failed = false;
  rig_.ReportWorld();
  return Status();
}

Status Machine::Edit(Result<world::WorldSpec> spec, const ChangedParts& changed) {
  if (!spec.ok()) return spec.error();
  Problems problems;
  std::shared_ptr<const world::World> world =
      SUREFOOT_TRY(world::MakeWorld(std::move(spec).value(), &problems));
  Carried carried;
  carried.changed = changed;
  const Status status = Rebuild(world, rig_.options.seed, rig_.run.time_ns, carried);
  if (status.ok()) rig_.ReportWorld();
  return status;
}

Status Machine::Rebuild(const WorldPtr& world, std::uint64_t seed, SimTimeNs start_ns,
                        const Carried& carried) {
  // The engine starts at the present poses, so that its contact caches are right from the first
  // step.
  const physics::State start = PresentState(*rig_.world, rig_.run.physics, *world);
  TakeOver(world, SUREFOOT_TRY(Build(world, seed, start_ns, &start)), carried);
  return Status();
}

Status Machine::Edit(PreparedEdit prepared, const ChangedParts& changed) {
  Built built;
  built.backend = std::move(prepared.backend);
  built.ground = std::move(prepared.ground);
  SUREFOOT_TRY(BuildDevices(*prepared.world, rig_.options.seed, rig_.run.time_ns,
                            /*findings=*/nullptr, &built));
  Carried carried;
  carried.changed = changed;
  TakeOver(prepared.world, std::move(built), carried);
  rig_.ReportWorld();
  return Status();
}

EnginePlan Machine::PlanEngine() const {
  EnginePlan plan;
  plan.engine = rig_.options.engine;
  plan.engines = rig_.options.engines;
  plan.islands = rig_.options.islands;
  plan.seed = rig_.options.seed;
  plan.parts = rig_.parts;
  plan.workers = rig_.workers.get();
  return plan;
}

void Machine::TakeOver(const WorldPtr& world, Built built, const Carried& carried) {
  const WorldPtr old_world = rig_.world;
  const RunState old_run = rig_.run;
  Built old = TakeOut();
  Adopt(world, std::move(built));
  CarryOver(*old_world, old_run, old, carried);
  Dispose(old_world, std::move(old));
}

Status Machine::RestartIn(Result<WorldPtr> world) {
  if (!world.ok()) return world.error();
  Built built = SUREFOOT_TRY(Build(world.value(), rig_.options.seed, rig_.run.time_ns));
  Start(std::move(world).value(), std::move(built));
  rig_.ReportWorld();
  return Status();
}

/// Messages in transit and motions are dropped, because their times are absolute.
Status Machine::ResetTime() {
  Carried carried;
  carried.drives = carried.sensors = carried.events = false;
  SUREFOOT_TRY(Rebuild(rig_.world, rig_.options.seed, 0, carried));
  rig_.run.step = 0;
  rig_.run.time_ns = 0;
  rig_.run.radio.clear();
  rig_.run.motions = Motions();
  rig_.ReportWorld();
  return Status();
}

/// The seed becomes part of the hash chain, so branches have different hashes from here on.
Status Machine::Branch(const Snapshot& snapshot, std::uint64_t seed) {
  Status status = Restore(snapshot);
  Carried carried;
  carried.sensors = false;
  if (status.ok()) status = Rebuild(rig_.world, seed, rig_.run.time_ns, carried);
  if (!status.ok()) return status;
  rig_.options.seed = seed;
  rig_.run.hash = HashBytes(&seed, sizeof seed, rig_.run.hash);
  rig_.ReportWorld();
  return Status();
}

Status Machine::SwitchEngine(const physics::BackendFactory& engine) {
  const physics::BackendFactory old_engine = std::exchange(rig_.options.engine, engine);
  const physics::BackendInfo old_info = std::exchange(rig_.engine, engine.info());
  Carried carried;
  carried.engine_state = false;
  const Status status = Rebuild(rig_.world, rig_.options.seed, rig_.run.time_ns, carried);
  if (!status.ok()) {
    rig_.options.engine = old_engine;
    rig_.engine = old_info;
    return status;
  }
  rig_.run.hash = HashString(rig_.engine.name, rig_.run.hash);
  rig_.failed = false;
  rig_.ReportWorld();
  return Status();
}

// Carrying state over from one world or engine to the next.

void Machine::CarryMotors(const world::Range& from, const world::Range& to,
                          const RunState& old_run) {
  for (int i = 0; i < to.count; ++i) {
    const auto source = static_cast<std::size_t>(from.first + i);
    const auto target = static_cast<std::size_t>(to.first + i);
    rig_.run.inputs.motors[target] = old_run.inputs.motors[source];
    rig_.run.stops.Carry(old_run.stops, from.first + i, to.first + i);
    rig_.run.physics.effort[target] = old_run.physics.effort[source];
  }
}

void Machine::CarryModel(int old_model, int model, const RunState& old_run, const Built& old,
                         const Carried& carried) {
  if (!carried.engine_state) {
    // Another engine for the same world, so ids are equal.
    if (!rig_.world->model(model).is_static) rig_.backend->WriteModel(model, old_run.physics);
    return;
  }
  Bytes saved;
  old.backend->SaveModel(old_model, &saved);
  const Status status = rig_.backend->RestoreModel(model, saved);
  const bool is_edited = rig_.world->instance(model).name == carried.changed.model;
  if (!status.ok() && is_edited && !rig_.world->model(model).is_static) {
    // The engine's internal state depends on what was edited. Ids are equal.
    rig_.backend->WriteModel(model, old_run.physics);
    return;
  }
  SUREFOOT_CHECK(status.ok(), status.error().message);
}

/// Every model that is in both worlds keeps its state, bit by bit.
void Machine::CarryOver(const world::World& old_world, const RunState& old_run, const Built& old,
                        const Carried& carried) {
  std::vector<std::string> same_models;
  for (int model = 0; model < rig_.world->model_count(); ++model) {
    const std::string& name = rig_.world->instance(model).name;
    const int old_model = old_world.FindModel(name);
    if (old_model < 0) continue;
    const bool is_same = old_world.instance(old_model).model == rig_.world->instance(model).model;
    if (!is_same && name != carried.changed.model) continue;
    same_models.push_back(name);
    CarryModel(old_model, model, old_run, old, carried);
    CarryMotors(old_world.layout(old_model).v, rig_.world->layout(model).v, old_run);
  }
  for (const HeldWrench& held : old_run.held_wrenches) {
    HeldWrench here = held;
    here.wrench.link = rig_.world->FindLink(old_world.LinkName(held.wrench.link));
    if (here.wrench.link >= 0) rig_.run.held_wrenches.push_back(here);
  }
  rig_.backend->ReadState(&rig_.run.physics);
  rig_.ground->CarryOver(*old.ground, same_models);
  if (carried.drives) rig_.drives->CarryOver(*old.drives, same_models);
  if (carried.sensors) rig_.sensors->CarryOver(*old.sensors, same_models, carried.changed.sensors);
  if (carried.events) rig_.events->CarryOver(*old.events);
}

// Saving and restoring.

Bytes Machine::SaveDevices() const {
  return SavedState(rig_.drives.get(), rig_.ground.get(), rig_.sensors.get(), rig_.events.get());
}

/// Restores drives, wheels, sensors and events; on failure, they keep their present state.
Status Machine::RestoreDevices(const Bytes& bytes, SimTimeNs time_ns) {
  const Bytes present = SaveDevices();
  for (const Bytes* source : {&bytes, &present}) {
    const SimTimeNs now_ns = source == &bytes ? time_ns : StateArchive::kUnknownTime;
    if (RestoreStateAt(now_ns, *source, rig_.drives.get(), rig_.ground.get(), rig_.sensors.get(),
                       rig_.events.get())) {
      return source == &bytes ? Status() : Error{kDevicesDoNotFit};
    }
  }
  SUREFOOT_CHECK(false, "sensors, wheels, drives and events take their own state");
  return Status();
}

Snapshot Machine::Save() const {
  Snapshot snapshot;
  snapshot.world = rig_.world;
  ByteWriter writer(&snapshot.bytes);
  writer.Put(kSnapshotMagic);
  writer.PutString(rig_.engine.name);
  writer.Put(rig_.world->content_hash());
  writer.Put(rig_.step_ns);
  writer.Put(rig_.options.seed);
  StateArchive archive(&writer);
  ArchiveRunState(*rig_.world, &archive, &rig_.run);
  for (const Bytes& saved : SaveModels(*rig_.backend, rig_.world->model_count()))
    writer.PutBytes(saved);
  writer.PutBytes(SaveDevices());
  return snapshot;
}

Result<Machine::Frozen> Machine::ReadSnapshot(const Bytes& bytes, const world::World& world) const {
  ByteReader reader(bytes);
  if (reader.Get<std::uint64_t>() != kSnapshotMagic) {
    return Error{"not a Surefoot snapshot, or one of another version"};
  }
  const std::string engine = reader.GetString();
  if (engine != rig_.engine.name) {
    return Error{"the snapshot is of engine '" + engine + "', this run uses '" + rig_.engine.name +
                 "'"};
  }
  if (reader.Get<std::uint64_t>() != world.content_hash()) {
    return Error{"the snapshot is of another world than '" + world.spec().name +
                 "', or the world's files have changed since"};
  }
  const SimTimeNs step_ns = reader.Get<SimTimeNs>();
  if (step_ns != rig_.step_ns) {
    return Error{"the snapshot was taken with a step of " + NumberText(ToSeconds(step_ns), 6) +
                 " s, this run has " + NumberText(rig_.step_size, 6) + " s"};
  }
  Frozen frozen;
  frozen.seed = reader.Get<std::uint64_t>();
  frozen.run.physics = physics::MakeInitialState(world);
  frozen.run.inputs.motors.resize(static_cast<std::size_t>(world.v_count()));
  frozen.run.stops = Stops(world);
  StateArchive archive(&reader);
  archive.set_now_ns(0);
  ArchiveRunState(world, &archive, &frozen.run);
  const bool fits = archive.ok();
  for (int model = 0; fits && model < world.model_count(); ++model) {
    frozen.models.push_back(reader.GetBytes());
  }
  frozen.devices = reader.GetBytes();
  if (!fits || !reader.ok() || reader.left() != 0) return Error{"the snapshot is damaged"};
  return frozen;
}

/// Restores the engine's state; on failure, it keeps its present state.
Status Machine::RestoreBackend(const WorldPtr& world, const Frozen& frozen) {
  if (world != rig_.world || frozen.seed != rig_.options.seed) {
    Built fresh = SUREFOOT_TRY(Build(world, frozen.seed, frozen.run.time_ns));
    SUREFOOT_TRY(RestoreModels(frozen.models, fresh.backend.get()));
    SUREFOOT_TRY(CheckFinite(*world, *fresh.backend));
    if (!RestoreStateAt(frozen.run.time_ns, frozen.devices, fresh.drives.get(), fresh.ground.get(),
                        fresh.sensors.get(), fresh.events.get())) {
      return Error{kDevicesDoNotFit};
    }
    Adopt(world, std::move(fresh));
    return Status();
  }
  const std::vector<Bytes> present = SaveModels(*rig_.backend, rig_.world->model_count());
  Status status = RestoreModels(frozen.models, rig_.backend.get());
  if (status.ok()) status = CheckFinite(*world, *rig_.backend);
  if (status.ok()) status = RestoreDevices(frozen.devices, frozen.run.time_ns);
  if (!status.ok()) {
    // A failed run may be in a state that its engine rejects.
    const Status undone = RestoreModels(present, rig_.backend.get());
    rig_.failed = rig_.failed || !undone.ok();
  }
  return status;
}

Status Machine::Restore(const Snapshot& snapshot) {
  const WorldPtr world = snapshot.world ? snapshot.world : rig_.world;
  // Everything is decoded before anything changes, so a damaged snapshot leaves the run unchanged.
  Frozen frozen = SUREFOOT_TRY(ReadSnapshot(snapshot.bytes, *world));
  SUREFOOT_TRY(RestoreBackend(world, frozen));
  rig_.run = std::move(frozen.run);
  ReserveWrenches(*world, &rig_.run);
  ApplyControllers(&rig_);
  rig_.options.seed = frozen.seed;
  rig_.backend->ReadState(&rig_.run.physics);
  rig_.failed = false;
  rig_.ReportWorld();
  return Status();
}

}  // namespace surefoot::sim
