#include "surefoot/sim/simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/hash.h"
#include "surefoot/base/text.h"
#include "surefoot/events/event_set.h"
#include "surefoot/physics/capability.h"
#include "surefoot/physics/islands/island_backend.h"

namespace surefoot::sim {
namespace {

/// Marks a snapshot and its layout's version.
constexpr std::uint64_t kSnapshotMagic = 0x41504e53544f4653ULL;  // "SFOTSNPA"

constexpr bool kIslandsByDefault = true;

std::vector<int> AllModels(const world::World& world) {
  std::vector<int> models(static_cast<std::size_t>(world.model_count()));
  for (std::size_t i = 0; i < models.size(); ++i) models[i] = static_cast<int>(i);
  return models;
}

/// One that is held per link, and the ground's.
std::size_t MostWrenches(const world::World& world) {
  return static_cast<std::size_t>(world.link_count()) + 2 * world.wheels().size();
}

std::vector<Bytes> SaveModels(const physics::Backend& backend, int count) {
  std::vector<Bytes> saved(static_cast<std::size_t>(count));
  for (int model = 0; model < count; ++model) {
    backend.SaveModel(model, &saved[static_cast<std::size_t>(model)]);
  }
  return saved;
}

Status RestoreModels(const std::vector<Bytes>& saved, physics::Backend* backend) {
  for (std::size_t model = 0; model < saved.size(); ++model) {
    const Status status = backend->RestoreModel(static_cast<int>(model), saved[model]);
    if (!status.ok()) return status;
  }
  return Status();
}

/// Conditions on contacts would never hold where nobody is told of them.
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

/// That of another world: what is in both is where it is now.
physics::State PresentState(const world::World& old_world, const physics::State& now,
                            const world::World& world) {
  physics::State state = physics::MakeInitialState(world);
  for (int model = 0; model < world.model_count(); ++model) {
    const int old_model = old_world.FindModel(world.instance(model).name);
    if (old_model < 0) continue;
    const world::ModelLayout& from = old_world.layout(old_model);
    const world::ModelLayout& to = world.layout(model);
    const auto copy = [](const world::Range& source, const auto& values, const world::Range& target,
                         auto* out) {
      if (source.count != target.count) return;
      std::copy_n(values.begin() + source.first, source.count, out->begin() + target.first);
    };
    copy(from.links, now.X_WL, to.links, &state.X_WL);
    copy(from.links, now.V_WL_W, to.links, &state.V_WL_W);
    copy(from.q, now.q, to.q, &state.q);
    copy(from.v, now.v, to.v, &state.v);
  }
  return state;
}

constexpr const char* kDevicesDoNotFit =
    "the snapshot's sensors, wheels, drives or events do not fit";

bool RestoreFrom(ByteReader* reader, drives::DriveSet* drives, ground::GroundSet* ground,
                 sensors::SensorSet* sensors, events::EventSet* events) {
  return drives->Restore(reader) && ground->Restore(reader) && sensors->Restore(reader) &&
         events->Restore(reader) && reader->left() == 0;
}

}  // namespace

Simulation::Simulation(std::shared_ptr<const world::World> world, SimulationOptions options)
    : first_world_(std::move(world)),
      options_(std::move(options)),
      workers_(std::make_unique<Workers>(options_.threads)) {}

Simulation::~Simulation() = default;

Result<std::unique_ptr<Simulation>> Simulation::Make(std::shared_ptr<const world::World> world,
                                                     SimulationOptions options) {
  SUREFOOT_CHECK(world != nullptr && options.engine.make != nullptr, "a world and an engine");
  std::unique_ptr<Simulation> simulation(new Simulation(std::move(world), std::move(options)));
  const double wanted = simulation->options_.step;
  const double step = wanted != 0.0 ? wanted : simulation->first_world_->spec().physics.step;
  if (!(step >= 1e-6 && step <= 1.0)) {
    return Error{"the step must lie between 1e-6 and 1 s, not " + NumberText(step, 6)};
  }
  simulation->step_ns_ = ToNanoseconds(step);
  simulation->step_size_ = ToSeconds(simulation->step_ns_);
  simulation->engine_info_ = simulation->options_.engine.info();
  Status status = simulation->Reset();
  if (status.ok()) status = simulation->CheckEvents(*simulation->events_);
  if (!status.ok()) return status.error();
  return simulation;
}

Result<Simulation::BackendPtr> Simulation::MakeBackend(const WorldPtr& world, std::uint64_t seed,
                                                       const physics::State* start) const {
  Problems problems;
  physics::CheckSupport(*world, engine_info_, options_.engines, &problems);
  if (!problems.ok()) return Error{problems.ErrorText()};
  physics::BackendArgs args;
  args.world = world;
  args.models = AllModels(*world);
  args.seed = seed;
  if (!options_.islands.value_or(kIslandsByDefault)) return options_.engine.make(args);
  args.parts = parts_;
  Result<std::unique_ptr<islands::IslandBackend>> made =
      islands::MakeIslandBackend(options_.engine, args, workers_.get(), start);
  if (!made.ok()) return made.error();
  return BackendPtr(std::move(made).value());
}

Result<Simulation::Machinery> Simulation::Build(const WorldPtr& world, std::uint64_t seed,
                                                SimTimeNs start_ns,
                                                const physics::State* start) const {
  Result<BackendPtr> backend = MakeBackend(world, seed, start);
  if (!backend.ok()) return backend.error();
  Result<std::unique_ptr<ground::GroundSet>> ground = ground::GroundSet::Make(*world, seed);
  if (!ground.ok()) return ground.error();
  Machinery built;
  built.backend = std::move(backend).value();
  built.ground = std::move(ground).value();
  Problems problems;
  built.drives =
      std::make_unique<drives::DriveSet>(*world, options_.drives, seed, graph_.get(), &problems);
  built.sensors = std::make_unique<sensors::SensorSet>(*world, options_.sensors, seed, start_ns,
                                                       graph_.get(), &problems);
  built.radio = ReadRadio(*world, &problems);
  built.events = std::make_unique<events::EventSet>(*world, seed, start_ns, &problems);
  CheckContactEvents(built.events->spec(), engine_info_, &problems);
  if (!problems.ok()) return Error{problems.ErrorText()};
  return built;
}

islands::IslandCounts Simulation::island_counts() const {
  const auto* backend = dynamic_cast<const islands::IslandBackend*>(backend_.get());
  return backend != nullptr ? backend->counts() : islands::IslandCounts();
}

/// Goes over to another world and what was built for it, with nothing commanded yet.
void Simulation::Adopt(WorldPtr world, Machinery machinery) {
  // The old ones look at the old world, so they go first.
  ground_topics_.reset();
  radio_.reset();
  drives_ = std::move(machinery.drives);
  ground_ = std::move(machinery.ground);
  sensors_ = std::move(machinery.sensors);
  events_ = std::move(machinery.events);
  events_->Connect(graph_.get());
  world_ = std::move(world);
  backend_ = std::move(machinery.backend);
  state_hash_ = std::make_unique<StateHash>(*world_);
  ground_topics_ = std::make_unique<GroundTopics>(*world_, graph_.get());
  if (machinery.radio) {
    radio_ = std::make_unique<Radio>(*world_, *machinery.radio, graph_.get(), &run_);
  }
  run_.physics = physics::MakeInitialState(*world_);
  backend_->ReadState(&run_.physics);
  run_.inputs.motors.assign(static_cast<std::size_t>(world_->v_count()), physics::MotorCommand());
  run_.stops = Stops(*world_);
  run_.inputs.wrenches.clear();
  run_.inputs.wrenches.reserve(MostWrenches(*world_));
  run_.held_wrenches.clear();
  run_.held_wrenches.reserve(static_cast<std::size_t>(world_->link_count()));
  report_.contacts.clear();
}

void Simulation::CommandMotor(int v, const physics::MotorCommand& command) {
  run_.inputs.motors[static_cast<std::size_t>(v)] = command;
  run_.stops.OnCommand(v, command);
}

void Simulation::StartCommands(int model) {
  for (const world::InitialCommand& command : world_->model(model).initial_commands) {
    const int joint = world_->layout(model).joints.first + command.joint;
    CommandMotor(world_->joint(joint).v + command.axis, {command.mode, command.target});
  }
}

void Simulation::Start(WorldPtr world, Machinery machinery) {
  Adopt(std::move(world), std::move(machinery));
  for (int model = 0; model < world_->model_count(); ++model) StartCommands(model);
  run_.inputs.gravity_W = world_->spec().gravity_W;
  run_.radio.clear();
  run_.motions = Motions();
}

Status Simulation::ResetWithSeed(std::uint64_t seed) {
  Result<Machinery> built = Build(first_world_, seed, 0);
  if (!built.ok()) return built.error();
  options_.seed = seed;
  Start(first_world_, std::move(built).value());
  run_.step = 0;
  run_.time_ns = 0;
  // The chain begins with what the run is made of.
  run_.hash = HashBytes(&options_.seed, sizeof options_.seed, world_->content_hash());
  run_.hash = HashBytes(&step_ns_, sizeof step_ns_, run_.hash);
  run_.hash = HashString(engine_info_.name, run_.hash);
  failed_ = false;
  if (observer_ != nullptr) observer_->OnWorld(*this);
  return Status();
}

/// Replaces the world. Nothing changes when the new one is refused.
Status Simulation::Edit(Result<world::WorldSpec> spec, const Carried& carried) {
  if (!spec.ok()) return spec.error();
  Problems problems;
  Result<std::shared_ptr<const world::World>> world =
      world::MakeWorld(std::move(spec).value(), &problems);
  if (!world.ok()) return world.error();
  const Status status = Rebuild(world.value(), options_.seed, run_.time_ns, carried);
  if (status.ok() && observer_ != nullptr) observer_->OnWorld(*this);
  return status;
}

Status Simulation::Rebuild(const WorldPtr& world, std::uint64_t seed, SimTimeNs start_ns,
                           const Carried& carried) {
  const physics::State start = PresentState(*world_, run_.physics, *world);
  Result<Machinery> built = Build(world, seed, start_ns, &start);
  if (!built.ok()) return built.error();
  const WorldPtr old_world = world_;
  const RunState old_run = run_;
  const Machinery old{std::move(backend_), std::move(drives_), std::move(ground_),
                      std::move(sensors_), std::nullopt,       std::move(events_)};
  Adopt(world, std::move(built).value());
  CarryOver(*old_world, old_run, old, carried);
  return Status();
}

Status Simulation::ResetTime() {
  Carried carried;
  carried.drives = carried.sensors = carried.events = false;
  const Status status = Rebuild(world_, options_.seed, 0, carried);
  if (!status.ok()) return status;
  run_.step = 0;
  run_.time_ns = 0;
  run_.radio.clear();
  run_.motions = Motions();
  if (observer_ != nullptr) observer_->OnWorld(*this);
  return Status();
}

Status Simulation::Branch(const Snapshot& snapshot, std::uint64_t seed) {
  Status status = Restore(snapshot);
  Carried carried;
  carried.sensors = false;
  if (status.ok()) status = Rebuild(world_, seed, run_.time_ns, carried);
  if (!status.ok()) return status;
  options_.seed = seed;
  run_.hash = HashBytes(&seed, sizeof seed, run_.hash);
  if (observer_ != nullptr) observer_->OnWorld(*this);
  return Status();
}

Status Simulation::SwitchEngine(const physics::BackendFactory& engine) {
  const physics::BackendFactory old_engine = std::exchange(options_.engine, engine);
  const physics::BackendInfo old_info = std::exchange(engine_info_, engine.info());
  Carried carried;
  carried.engine_state = false;
  const Status status = Rebuild(world_, options_.seed, run_.time_ns, carried);
  if (!status.ok()) {
    options_.engine = old_engine;
    engine_info_ = old_info;
    return status;
  }
  run_.hash = HashString(engine_info_.name, run_.hash);
  failed_ = false;
  if (observer_ != nullptr) observer_->OnWorld(*this);
  return Status();
}

void Simulation::CarryMotors(const world::Range& from, const world::Range& to,
                             const RunState& old_run) {
  for (int i = 0; i < to.count; ++i) {
    const auto source = static_cast<std::size_t>(from.first + i);
    const auto target = static_cast<std::size_t>(to.first + i);
    run_.inputs.motors[target] = old_run.inputs.motors[source];
    run_.stops.Carry(old_run.stops, from.first + i, to.first + i);
    run_.physics.effort[target] = old_run.physics.effort[source];
  }
}

void Simulation::CarryModel(int old_model, int model, const RunState& old_run, const Machinery& old,
                            const Carried& carried) {
  if (!carried.engine_state) {
    // Another engine for the same world, so ids are the same.
    if (!world_->model(model).is_static) backend_->WriteModel(model, old_run.physics);
    return;
  }
  Bytes saved;
  old.backend->SaveModel(old_model, &saved);
  const Status status = backend_->RestoreModel(model, saved);
  const bool is_edited = world_->instance(model).name == carried.edited;
  if (!status.ok() && is_edited && !world_->model(model).is_static) {
    // What the engine keeps beside the state depends on what was edited. Ids are the same.
    backend_->WriteModel(model, old_run.physics);
    return;
  }
  SUREFOOT_CHECK(status.ok(), status.error().message);
}

/// Every model that is in both worlds keeps its state, bit for bit.
void Simulation::CarryOver(const world::World& old_world, const RunState& old_run,
                           const Machinery& old, const Carried& carried) {
  std::vector<std::string> same_models;
  for (int model = 0; model < world_->model_count(); ++model) {
    const std::string& name = world_->instance(model).name;
    const int old_model = old_world.FindModel(name);
    if (old_model < 0) continue;
    const bool is_same = old_world.instance(old_model).model == world_->instance(model).model;
    if (!is_same && name != carried.edited) continue;
    same_models.push_back(name);
    CarryModel(old_model, model, old_run, old, carried);
    CarryMotors(old_world.layout(old_model).v, world_->layout(model).v, old_run);
  }
  for (const HeldWrench& held : old_run.held_wrenches) {
    HeldWrench here = held;
    here.wrench.link = world_->FindLink(old_world.LinkName(held.wrench.link));
    if (here.wrench.link >= 0) run_.held_wrenches.push_back(here);
  }
  backend_->ReadState(&run_.physics);
  ground_->CarryOver(*old.ground, same_models);
  if (carried.drives) drives_->CarryOver(*old.drives, same_models);
  if (carried.sensors) sensors_->CarryOver(*old.sensors, same_models, carried.new_sensors);
  if (carried.events) events_->CarryOver(*old.events);
}

Bytes Simulation::SaveDevices() const {
  Bytes bytes;
  ByteWriter writer(&bytes);
  drives_->Save(&writer);
  ground_->Save(&writer);
  sensors_->Save(&writer);
  events_->Save(&writer);
  return bytes;
}

/// Brings drives, wheels, sensors and events into the saved state, or leaves them as they are.
Status Simulation::RestoreDevices(const Bytes& bytes) {
  const Bytes present = SaveDevices();
  for (const Bytes* source : {&bytes, &present}) {
    ByteReader reader(*source);
    if (RestoreFrom(&reader, drives_.get(), ground_.get(), sensors_.get(), events_.get())) {
      return source == &bytes ? Status() : Error{kDevicesDoNotFit};
    }
  }
  SUREFOOT_CHECK(false, "sensors, wheels, drives and events take their own state");
  return Status();
}

Snapshot Simulation::Save() const {
  Snapshot snapshot;
  snapshot.world = world_;
  ByteWriter writer(&snapshot.bytes);
  writer.Put(kSnapshotMagic);
  writer.PutString(engine_info_.name);
  writer.Put(world_->content_hash());
  writer.Put(step_ns_);
  writer.Put(options_.seed);
  SaveRunState(run_, &writer);
  for (const Bytes& saved : SaveModels(*backend_, world_->model_count())) writer.PutBytes(saved);
  writer.PutBytes(SaveDevices());
  return snapshot;
}

Result<Simulation::Frozen> Simulation::ReadSnapshot(const Bytes& bytes,
                                                    const world::World& world) const {
  ByteReader reader(bytes);
  if (reader.Get<std::uint64_t>() != kSnapshotMagic) {
    return Error{"this is not a Surefoot snapshot, or one of another version"};
  }
  const std::string engine = reader.GetString();
  if (engine != engine_info_.name) {
    return Error{"the snapshot is of engine '" + engine + "', this run uses '" + engine_info_.name +
                 "'"};
  }
  if (reader.Get<std::uint64_t>() != world.content_hash()) {
    return Error{"the snapshot is of another world than '" + world.spec().name +
                 "', or the world's files have changed since"};
  }
  const SimTimeNs step_ns = reader.Get<SimTimeNs>();
  if (step_ns != step_ns_) {
    return Error{"the snapshot was taken with a step of " + NumberText(ToSeconds(step_ns), 6) +
                 " s, this run has " + NumberText(step_size_, 6) + " s"};
  }
  Frozen frozen;
  frozen.seed = reader.Get<std::uint64_t>();
  frozen.run.physics = physics::MakeInitialState(world);
  frozen.run.inputs.motors.resize(static_cast<std::size_t>(world.v_count()));
  frozen.run.stops = Stops(world);
  const bool fits = RestoreRunState(world, &reader, &frozen.run);
  for (int model = 0; fits && model < world.model_count(); ++model) {
    frozen.models.push_back(reader.GetBytes());
  }
  frozen.devices = reader.GetBytes();
  if (!fits || !reader.ok() || reader.left() != 0) return Error{"the snapshot is damaged"};
  return frozen;
}

/// Brings the engine into the frozen state, or leaves it as it is when that fails.
Status Simulation::RestoreBackend(const WorldPtr& world, const Frozen& frozen) {
  if (world != world_ || frozen.seed != options_.seed) {
    Result<Machinery> built = Build(world, frozen.seed, frozen.run.time_ns);
    if (!built.ok()) return built.error();
    Machinery& fresh = built.value();
    const Status status = RestoreModels(frozen.models, fresh.backend.get());
    if (!status.ok()) return status;
    ByteReader reader(frozen.devices);
    if (!RestoreFrom(&reader, fresh.drives.get(), fresh.ground.get(), fresh.sensors.get(),
                     fresh.events.get())) {
      return Error{kDevicesDoNotFit};
    }
    Adopt(world, std::move(fresh));
    return Status();
  }
  const std::vector<Bytes> present = SaveModels(*backend_, world_->model_count());
  Status status = RestoreModels(frozen.models, backend_.get());
  if (status.ok()) status = RestoreDevices(frozen.devices);
  if (!status.ok()) {
    const Status undone = RestoreModels(present, backend_.get());
    SUREFOOT_CHECK(undone.ok(), undone.error().message);
  }
  return status;
}

Status Simulation::Restore(const Snapshot& snapshot) {
  const WorldPtr world = snapshot.world ? snapshot.world : world_;
  // All of it is read before anything changes, so that a damaged snapshot leaves the run alone.
  Result<Frozen> frozen = ReadSnapshot(snapshot.bytes, *world);
  if (!frozen.ok()) return frozen.error();
  const Status status = RestoreBackend(world, *frozen);
  if (!status.ok()) return status;
  run_ = std::move(frozen->run);
  run_.inputs.wrenches.reserve(MostWrenches(*world));
  run_.held_wrenches.reserve(static_cast<std::size_t>(world->link_count()));
  options_.seed = frozen->seed;
  backend_->ReadState(&run_.physics);
  failed_ = false;
  if (observer_ != nullptr) observer_->OnWorld(*this);
  return Status();
}

}  // namespace surefoot::sim
