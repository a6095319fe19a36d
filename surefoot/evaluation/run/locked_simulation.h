#pragma once

/// Simulations for threads. Private to this folder.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "surefoot/base/result.h"
#include "surefoot/session/parts.h"
#include "surefoot/sim/simulation.h"

namespace surefoot::experiment {

/// A simulation that is made and ended under one lock: engines are loaded when first asked for, and
/// their libraries have starts and ends of their own.
class LockedSimulation {
 public:
  static Result<LockedSimulation> Make(const Parts& parts, const std::string& engine,
                                       std::shared_ptr<const world::World> world,
                                       std::uint64_t seed);
  /// The same with an engine that is given.
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
