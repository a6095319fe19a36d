#include "surefoot/sim/simulation.h"

#include <utility>

#include "surefoot/base/text.h"

// The three parts of a simulation (machine, stepper, editor) share one run.

namespace surefoot::sim {

Simulation::Simulation(std::shared_ptr<const world::World> world, SimulationOptions options)
    : rig_(std::move(world), std::move(options), this) {}

Result<std::unique_ptr<Simulation>> Simulation::Make(std::shared_ptr<const world::World> world,
                                                     SimulationOptions options,
                                                     Problems* findings) {
  SUREFOOT_CHECK(world != nullptr && options.engine.make != nullptr, "a world and an engine");
  std::unique_ptr<Simulation> simulation(new Simulation(std::move(world), std::move(options)));
  Rig& rig = simulation->rig_;
  const double step =
      rig.options.step != 0.0 ? rig.options.step : rig.first_world->spec().physics.step;
  if (!(step >= 1e-6 && step <= 1.0)) {
    return Error{"the step must lie between 1e-6 and 1 s, not " + NumberText(step, 6)};
  }
  rig.step_ns = ToNanoseconds(step);
  rig.step_size = ToSeconds(rig.step_ns);
  Status status = simulation->machine().Reset(findings);
  if (status.ok()) status = simulation->editor().CheckEvents();
  if (!status.ok()) return status.error();
  return simulation;
}

}  // namespace surefoot::sim
