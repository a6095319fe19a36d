#include "surefoot/evaluation/run/locked_simulation.h"

#include <mutex>

#include "surefoot/base/try.h"

// One mutex for all engines, because engines share libraries (collision detection, linear algebra)
// with global initialization. Only creation and destruction are serialized; steps run in parallel.

namespace surefoot::experiment {
namespace {

/// A function-local static, so that it exists whenever the first simulation is created.
std::mutex& EngineLock() {
  static std::mutex lock;
  return lock;
}

}  // namespace

Result<LockedSimulation> LockedSimulation::Make(const Parts& parts, const std::string& engine,
                                                std::shared_ptr<const world::World> world,
                                                std::uint64_t seed) {
  const physics::BackendFactory* factory = parts.FindEngine(engine);
  if (factory == nullptr) return parts.NoSuchEngine(engine);
  return Make(parts, *factory, std::move(world), seed);
}

Result<LockedSimulation> LockedSimulation::Make(const Parts& parts,
                                                const physics::BackendFactory& engine,
                                                std::shared_ptr<const world::World> world,
                                                std::uint64_t seed) {
  sim::SimulationOptions options;
  options.engine = engine;
  options.engines = parts.Choice();
  options.sensors = parts.sensors;
  options.drives = parts.drives;
  options.referee = parts.referee;
  options.seed = seed;
  const std::lock_guard<std::mutex> lock(EngineLock());
  std::unique_ptr<sim::Simulation> made =
      SUREFOOT_TRY(sim::Simulation::Make(std::move(world), std::move(options)));
  return LockedSimulation(std::move(made));
}

LockedSimulation::~LockedSimulation() {
  if (simulation_ == nullptr) return;
  const std::lock_guard<std::mutex> lock(EngineLock());
  simulation_.reset();
}

}  // namespace surefoot::experiment
