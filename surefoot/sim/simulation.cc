#include "surefoot/sim/simulation.h"

#include <cmath>
#include <utility>

#include "surefoot/base/hash.h"
#include "surefoot/physics/capability.h"

namespace surefoot::sim {
namespace {

/// Marks a snapshot and its layout's version.
constexpr std::uint64_t kSnapshotMagic = 0x31504e53544f4653ULL;  // "SFOTSNP1"

std::vector<int> AllModels(const world::World& world) {
  std::vector<int> models(static_cast<std::size_t>(world.model_count()));
  for (std::size_t i = 0; i < models.size(); ++i) models[i] = static_cast<int>(i);
  return models;
}

}  // namespace

Simulation::Simulation(std::shared_ptr<const world::World> world, SimulationOptions options)
    : first_world_(std::move(world)), options_(std::move(options)) {}

Result<std::unique_ptr<Simulation>> Simulation::Make(std::shared_ptr<const world::World> world,
                                                     SimulationOptions options) {
  SUREFOOT_CHECK(world != nullptr && options.engine.make != nullptr, "a world and an engine");
  std::unique_ptr<Simulation> simulation(new Simulation(std::move(world), std::move(options)));
  const double wanted = simulation->options_.step;
  const double step = wanted > 0.0 ? wanted : simulation->first_world_->spec().physics.step;
  if (!(step >= 1e-6 && step <= 1.0)) {
    return Error{"the step must lie between 1e-6 and 1 s, not " + std::to_string(step)};
  }
  simulation->step_ns_ = ToNanoseconds(step);
  simulation->step_size_ = ToSeconds(simulation->step_ns_);
  simulation->engine_info_ = simulation->options_.engine.info();
  const Status status = simulation->Reset();
  if (!status.ok()) return status.error();
  return simulation;
}

Status Simulation::Build(std::shared_ptr<const world::World> world) {
  Problems problems;
  physics::CheckSupport(*world, engine_info_, options_.engines, &problems);
  if (!problems.ok()) return Error{problems.ErrorText()};
  physics::BackendArgs args;
  args.world = world;
  args.models = AllModels(*world);
  args.seed = options_.seed;
  Result<std::unique_ptr<physics::Backend>> backend = options_.engine.make(args);
  if (!backend.ok()) return backend.error();
  world_ = std::move(world);
  backend_ = std::move(backend).value();
  state_hash_ = std::make_unique<StateHash>(*world_);
  run_.physics = physics::MakeInitialState(*world_);
  backend_->ReadState(&run_.physics);
  run_.inputs.motors.assign(static_cast<std::size_t>(world_->v_count()), physics::MotorCommand());
  run_.inputs.wrenches.reserve(static_cast<std::size_t>(world_->link_count()));
  run_.held_wrenches.clear();
  run_.held_wrenches.reserve(static_cast<std::size_t>(world_->link_count()));
  report_.contacts.clear();
  return Status();
}

void Simulation::StartCommands(int model) {
  for (const world::InitialCommand& command : world_->model(model).initial_commands) {
    const int joint = world_->layout(model).joints.first + command.joint;
    run_.inputs.motors[static_cast<std::size_t>(world_->joint(joint).v + command.axis)] =
        physics::MotorCommand{command.mode, command.target};
  }
}

Status Simulation::Reset() {
  const Status status = Build(first_world_);
  if (!status.ok()) return status;
  for (int model = 0; model < world_->model_count(); ++model) StartCommands(model);
  run_.step = 0;
  run_.time_ns = 0;
  run_.inputs.gravity_W = world_->spec().gravity_W;
  // The chain begins with what the run is made of.
  run_.hash = HashBytes(&options_.seed, sizeof options_.seed, world_->content_hash());
  run_.hash = HashBytes(&step_ns_, sizeof step_ns_, run_.hash);
  run_.hash = HashString(engine_info_.name, run_.hash);
  failed_ = false;
  if (observer_ != nullptr) observer_->OnWorld(*this);
  return Status();
}

/// Replaces the world. Nothing changes when the new one is refused.
Status Simulation::Edit(Result<world::WorldSpec> spec) {
  if (!spec.ok()) return spec.error();
  Problems problems;
  Result<std::shared_ptr<const world::World>> world =
      world::MakeWorld(std::move(spec).value(), &problems);
  if (!world.ok()) return world.error();
  const std::shared_ptr<const world::World> old_world = world_;
  const RunState old_run = run_;
  std::unique_ptr<physics::Backend> old_backend = std::move(backend_);
  const Status status = Build(std::move(world).value());
  if (!status.ok()) {
    // Build changes nothing before it succeeds, so the engine is all there is to put back.
    backend_ = std::move(old_backend);
    return status;
  }
  CarryOver(*old_world, old_run, *old_backend);
  if (observer_ != nullptr) observer_->OnWorld(*this);
  return Status();
}

/// Every model that is in both worlds keeps its state, bit for bit.
void Simulation::CarryOver(const world::World& old_world, const RunState& old_run,
                           const physics::Backend& old_backend) {
  Bytes saved;
  for (int model = 0; model < world_->model_count(); ++model) {
    const int old_model = old_world.FindModel(world_->instance(model).name);
    if (old_model < 0 || old_world.instance(old_model).model != world_->instance(model).model) {
      continue;
    }
    saved.clear();
    old_backend.SaveModel(old_model, &saved);
    const Status status = backend_->RestoreModel(model, saved);
    SUREFOOT_CHECK(status.ok(), status.error().message);
    const world::Range& from = old_world.layout(old_model).v;
    const world::Range& to = world_->layout(model).v;
    for (int i = 0; i < to.count; ++i) {
      const auto source = static_cast<std::size_t>(from.first + i);
      const auto target = static_cast<std::size_t>(to.first + i);
      run_.inputs.motors[target] = old_run.inputs.motors[source];
      run_.physics.effort[target] = old_run.physics.effort[source];
    }
  }
  for (const HeldWrench& held : old_run.held_wrenches) {
    HeldWrench carried = held;
    carried.wrench.link = world_->FindLink(old_world.LinkName(held.wrench.link));
    if (carried.wrench.link >= 0) run_.held_wrenches.push_back(carried);
  }
  backend_->ReadState(&run_.physics);
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
  Bytes saved;
  for (int model = 0; model < world_->model_count(); ++model) {
    saved.clear();
    backend_->SaveModel(model, &saved);
    writer.PutBytes(saved);
  }
  return snapshot;
}

Status Simulation::Restore(const Snapshot& snapshot) {
  ByteReader reader(snapshot.bytes);
  if (reader.Get<std::uint64_t>() != kSnapshotMagic) {
    return Error{"this is not a Surefoot snapshot, or one of another version"};
  }
  const std::string engine = reader.GetString();
  if (engine != engine_info_.name) {
    return Error{"the snapshot is of engine '" + engine + "', this run uses '" + engine_info_.name +
                 "'"};
  }
  const std::shared_ptr<const world::World> world = snapshot.world ? snapshot.world : world_;
  if (reader.Get<std::uint64_t>() != world->content_hash()) {
    return Error{"the snapshot is of another world than '" + world->spec().name +
                 "', or the world's files have changed since"};
  }
  const SimTimeNs step_ns = reader.Get<SimTimeNs>();
  if (step_ns != step_ns_) {
    return Error{"the snapshot was taken with a step of " + std::to_string(ToSeconds(step_ns)) +
                 " s, this run has " + std::to_string(step_size_) + " s"};
  }
  const std::uint64_t seed = reader.Get<std::uint64_t>();
  // All of it is read before anything changes, so that a damaged snapshot leaves the run alone.
  RunState restored;
  restored.physics = physics::MakeInitialState(*world);
  restored.inputs.motors.resize(static_cast<std::size_t>(world->v_count()));
  if (!RestoreRunState(*world, &reader, &restored)) return Error{"the snapshot is damaged"};
  std::vector<Bytes> saved_models;
  for (int model = 0; model < world->model_count(); ++model) {
    saved_models.push_back(reader.GetBytes());
  }
  if (!reader.ok() || reader.left() != 0) return Error{"the snapshot is damaged"};
  if (world != world_) {
    const Status status = Build(world);
    if (!status.ok()) return status;
  }
  for (int model = 0; model < world->model_count(); ++model) {
    const Status status =
        backend_->RestoreModel(model, saved_models[static_cast<std::size_t>(model)]);
    if (!status.ok()) return status;
  }
  run_ = std::move(restored);
  run_.inputs.wrenches.reserve(static_cast<std::size_t>(world->link_count()));
  run_.held_wrenches.reserve(static_cast<std::size_t>(world->link_count()));
  options_.seed = seed;
  backend_->ReadState(&run_.physics);
  failed_ = false;
  if (observer_ != nullptr) observer_->OnWorld(*this);
  return Status();
}

}  // namespace surefoot::sim
