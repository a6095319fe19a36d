#pragma once

#include <cstdint>
#include <memory>

#include "surefoot/base/result.h"
#include "surefoot/sim/editor.h"
#include "surefoot/sim/machine.h"
#include "surefoot/sim/stepper.h"

namespace surefoot::sim {

/// A world in motion: one engine, one clock, one hash chain. A run is determined by world, seed and
/// inputs; nothing else enters. Not thread-safe: all of it belongs to one thread.
///
///   auto simulation = Simulation::Make(world, options).value();
///   while (simulation->time_ns() < end_ns) SUREFOOT_TRY(simulation->Step());
class Simulation {
 public:
  /// Problems with drives, sensors and events, including warnings, are added to `findings` if
  /// given.
  static Result<std::unique_ptr<Simulation>> Make(std::shared_ptr<const world::World> world,
                                                  SimulationOptions options,
                                                  Problems* findings = nullptr);

  Status Step() { return stepper_.Step(); }
  /// Applies an input immediately, between two steps; returns why it was rejected, if it was.
  Status Apply(const Input& input) { return editor_.Apply(input); }

  Stepper& stepper() { return stepper_; }
  const Stepper& stepper() const { return stepper_; }
  Machine& machine() { return machine_; }
  const Machine& machine() const { return machine_; }
  Editor& editor() { return editor_; }
  /// nullptr removes the observer. It must outlive the simulation or be removed before.
  void set_observer(Observer* observer) { rig_.observer = observer; }

  const world::World& world() const { return *rig_.world; }
  std::shared_ptr<const world::World> shared_world() const { return rig_.world; }
  const physics::State& state() const { return rig_.run.physics; }
  /// Report of the last step.
  const physics::StepReport& report() const { return rig_.report; }
  /// The present pose of a model, i.e. its frame as moved by its first movable body, and its
  /// velocity.
  RigidTransform ModelPose(int model) const { return rig_.ModelPose(model); }
  Twist ModelVelocity(int model) const { return rig_.ModelVelocity(model); }
  std::int64_t step_count() const { return rig_.run.step; }
  SimTimeNs time_ns() const { return rig_.run.time_ns; }
  double step_size() const { return rig_.step_size; }
  std::uint64_t seed() const { return rig_.options.seed; }
  std::uint64_t hash() const { return rig_.run.hash; }
  /// Topics and services of the run. Exists as long as the simulation, through edits and resets.
  graph::Graph& graph() const { return *rig_.graph; }

 private:
  Simulation(std::shared_ptr<const world::World> world, SimulationOptions options);

  Rig rig_;
  Machine machine_{&rig_};
  Editor editor_{&rig_, &machine_};
  Stepper stepper_{&rig_, &editor_};
};

}  // namespace surefoot::sim
