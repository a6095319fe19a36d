#include "surefoot/sim/machine.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/hash.h"
#include "surefoot/events/event_set.h"
#include "surefoot/physics/capability.h"
#include "surefoot/physics/islands/island_backend.h"

namespace surefoot::sim {
namespace {

constexpr bool kIslandsByDefault = true;

std::vector<int> AllModels(const world::World& world) {
  std::vector<int> models(static_cast<std::size_t>(world.model_count()));
  for (std::size_t i = 0; i < models.size(); ++i) models[i] = static_cast<int>(i);
  return models;
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

}  // namespace

Result<Machine::BackendPtr> Machine::MakeBackend(const WorldPtr& world, std::uint64_t seed,
                                                 const physics::State* start) const {
  Problems problems;
  physics::CheckSupport(*world, rig_.engine, rig_.options.engines, &problems);
  if (!problems.ok()) return Error{problems.ErrorText()};
  physics::BackendArgs args;
  args.world = world;
  args.models = AllModels(*world);
  args.seed = seed;
  if (!rig_.options.islands.value_or(kIslandsByDefault)) return rig_.options.engine.make(args);
  args.parts = rig_.parts;
  Result<std::unique_ptr<islands::IslandBackend>> made =
      islands::MakeIslandBackend(rig_.options.engine, args, rig_.workers.get(), start);
  if (!made.ok()) return made.error();
  return BackendPtr(std::move(made).value());
}

Result<Machine::Built> Machine::Build(const WorldPtr& world, std::uint64_t seed, SimTimeNs start_ns,
                                      const physics::State* start, Problems* findings) const {
  Result<BackendPtr> backend = MakeBackend(world, seed, start);
  if (!backend.ok()) return backend.error();
  Result<std::unique_ptr<ground::GroundSet>> ground = ground::GroundSet::Make(*world, seed);
  if (!ground.ok()) return ground.error();
  Built built;
  built.backend = std::move(backend).value();
  built.ground = std::move(ground).value();
  graph::Graph* graph = rig_.graph.get();
  Problems problems;
  Problems* devices = findings != nullptr ? findings : &problems;
  const int first = graph->next_subscription();
  built.drives =
      std::make_unique<drives::DriveSet>(*world, rig_.options.drives, seed, graph, devices);
  built.command_topics = graph->ListenedTopics(first);
  built.sensors = std::make_unique<sensors::SensorSet>(*world, rig_.options.sensors, seed, start_ns,
                                                       graph, devices);
  built.events =
      std::make_unique<events::EventSet>(*world, rig_.options.referee, seed, start_ns, devices);
  if (!devices->ok()) return Error{devices->ErrorText()};
  built.radio = ReadRadio(*world, &problems);
  CheckContactEvents(built.events->spec(), rig_.engine, &problems);
  if (!problems.ok()) return Error{problems.ErrorText()};
  return built;
}

islands::IslandCounts Machine::island_counts() const {
  const auto* backend = dynamic_cast<const islands::IslandBackend*>(rig_.backend.get());
  return backend != nullptr ? backend->counts() : islands::IslandCounts();
}

/// Goes over to another world and what was built for it, with nothing commanded yet.
void Machine::Adopt(WorldPtr world, Built built) {
  // The old ones look at the old world, so they go first.
  rig_.ground_topics.reset();
  rig_.radio.reset();
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
}

void Machine::Start(WorldPtr world, Built built) {
  Adopt(std::move(world), std::move(built));
  for (int model = 0; model < rig_.world->model_count(); ++model) rig_.StartCommands(model);
  rig_.run.inputs.gravity_W = rig_.world->spec().gravity_W;
  rig_.run.radio.clear();
  rig_.run.motions = Motions();
}

Status Machine::ResetWithSeed(std::uint64_t seed, Problems* findings) {
  Result<Built> built = Build(rig_.first_world, seed, 0, nullptr, findings);
  if (!built.ok()) return built.error();
  rig_.options.seed = seed;
  Start(rig_.first_world, std::move(built).value());
  rig_.run.step = 0;
  rig_.run.time_ns = 0;
  // The chain begins with what the run is made of.
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
  Result<std::shared_ptr<const world::World>> world =
      world::MakeWorld(std::move(spec).value(), &problems);
  if (!world.ok()) return world.error();
  Carried carried;
  carried.changed = changed;
  const Status status = Rebuild(world.value(), rig_.options.seed, rig_.run.time_ns, carried);
  if (status.ok()) rig_.ReportWorld();
  return status;
}

Status Machine::Rebuild(const WorldPtr& world, std::uint64_t seed, SimTimeNs start_ns,
                        const Carried& carried) {
  const physics::State start = PresentState(*rig_.world, rig_.run.physics, *world);
  Result<Built> built = Build(world, seed, start_ns, &start);
  if (!built.ok()) return built.error();
  const WorldPtr old_world = rig_.world;
  const RunState old_run = rig_.run;
  const Built old{std::move(rig_.backend), std::move(rig_.drives),  std::move(rig_.command_topics),
                  std::move(rig_.ground),  std::move(rig_.sensors), std::nullopt,
                  std::move(rig_.events)};
  Adopt(world, std::move(built).value());
  CarryOver(*old_world, old_run, old, carried);
  return Status();
}

Status Machine::RestartIn(Result<WorldPtr> world) {
  if (!world.ok()) return world.error();
  Result<Built> built = Build(world.value(), rig_.options.seed, rig_.run.time_ns);
  if (!built.ok()) return built.error();
  Start(std::move(world).value(), std::move(built).value());
  rig_.ReportWorld();
  return Status();
}

Status Machine::ResetTime() {
  Carried carried;
  carried.drives = carried.sensors = carried.events = false;
  const Status status = Rebuild(rig_.world, rig_.options.seed, 0, carried);
  if (!status.ok()) return status;
  rig_.run.step = 0;
  rig_.run.time_ns = 0;
  rig_.run.radio.clear();
  rig_.run.motions = Motions();
  rig_.ReportWorld();
  return Status();
}

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

}  // namespace surefoot::sim
