#pragma once

/// Simulations in several threads of one process. Private to the evaluation.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "surefoot/base/result.h"
#include "surefoot/session/parts.h"
#include "surefoot/sim/simulation.h"

namespace surefoot::experiment {

/// A simulation that is created and destroyed under one global lock; between these it runs without
/// a lock. Engines are loaded on first use, and their libraries have global state (ODE's dInitODE).
class LockedSimulation {
 public:
  static Result<LockedSimulation> Make(const Parts& parts, const std::string& engine,
                                       std::shared_ptr<const world::World> world,
                                       std::uint64_t seed);
  /// The same with a given engine.
  static Result<LockedSimulation> Make(const Parts& parts, const physics::BackendFactory& engine,
                                       std::shared_ptr<const world::World> world,
                                       std::uint64_t seed);
  LockedSimulation(LockedSimulation&&) = default;
  LockedSimulation& operator=(LockedSimulation&&) = delete;
  ~LockedSimulation();

  sim::Simulation* operator->() const { return simulation_.get(); }
  sim::Simulation* get() const { return simulation_.get(); }

 private:
  explicit LockedSimulation(std::unique_ptr<sim::Simulation> simulation)
      : simulation_(std::move(simulation)) {}

  std::unique_ptr<sim::Simulation> simulation_;
};

}  // namespace surefoot::experiment
