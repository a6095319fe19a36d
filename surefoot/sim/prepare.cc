#include "surefoot/sim/prepare.h"

#include <algorithm>

#include "surefoot/base/try.h"
#include "surefoot/physics/islands/composition.h"
#include "surefoot/physics/islands/island_backend.h"

namespace surefoot::sim {
namespace {

/// On, because many small instances step faster than one large one, and on several threads.
constexpr bool kIslandsByDefault = true;

/// Static models first, as in islands: engines that process pairs of shapes in the order of the
/// models then give bit-equal results with and without islands.
std::vector<int> AllModels(const world::World& world) {
  std::vector<int> models;
  for (const bool movable : {false, true}) {
    for (int model = 0; model < world.model_count(); ++model) {
      if (islands::IsMovable(world, model) == movable) models.push_back(model);
    }
  }
  return models;
}

}  // namespace

physics::State PresentState(const world::World& old_world, const physics::State& now,
                            const world::World& world) {
  physics::State state = physics::MakeInitialState(world);
  for (int model = 0; model < world.model_count(); ++model) {
    const int old_model = old_world.FindModel(world.instance(model).name);
    if (old_model < 0) continue;
    const world::ModelLayout& from = old_world.layout(old_model);
    const world::ModelLayout& to = world.layout(model);
    // Layouts differ only if a model was replaced by another one with the same name.
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

Result<std::unique_ptr<physics::Backend>> MakeEngine(
    const EnginePlan& plan, const std::shared_ptr<const world::World>& world,
    const physics::State* start) {
  Problems problems;
  physics::CheckSupport(*world, plan.engine.info(), plan.engines, &problems);
  if (!problems.ok()) return Error{problems.ErrorText()};
  physics::BackendArgs args;
  args.world = world;
  args.models = AllModels(*world);
  args.seed = plan.seed;
  if (!plan.islands.value_or(kIslandsByDefault)) return plan.engine.make(args);
  args.parts = plan.parts;
  return std::unique_ptr<physics::Backend>(
      SUREFOOT_TRY(islands::MakeIslandBackend(plan.engine, args, plan.workers, start)));
}

Result<std::unique_ptr<PreparedEdit>> PrepareEdit(const EditPlan& plan, world::WorldSpec spec) {
  auto prepared = std::make_unique<PreparedEdit>();
  prepared->base = plan.base;
  prepared->engine = plan.engine.engine.info().name;
  prepared->seed = plan.engine.seed;
  Problems problems;
  prepared->world = SUREFOOT_TRY(world::MakeWorld(std::move(spec), &problems));
  const physics::State start = PresentState(*plan.base, plan.state, *prepared->world);
  prepared->backend = SUREFOOT_TRY(MakeEngine(plan.engine, prepared->world, &start));
  prepared->ground = SUREFOOT_TRY(ground::GroundSet::Make(*prepared->world, plan.engine.seed));
  return prepared;
}

}  // namespace surefoot::sim
