#pragma once

#include <memory>

#include "surefoot/base/workers.h"
#include "surefoot/drives/drive_set.h"
#include "surefoot/graph/graph.h"
#include "surefoot/ground/ground_set.h"
#include "surefoot/physics/backend.h"
#include "surefoot/sensors/sensor_set.h"
#include "surefoot/sim/ground_topics.h"
#include "surefoot/sim/observer.h"
#include "surefoot/sim/options.h"
#include "surefoot/sim/radio.h"
#include "surefoot/sim/run_state.h"
#include "surefoot/sim/state_hash.h"

namespace surefoot::events {
class EventSet;
}

namespace surefoot::sim {

/// A world and all that was built to run it: what machine, editor and stepper share. Private to
/// sim/; others see it through Simulation and Machine.
struct Rig {
  Rig(std::shared_ptr<const world::World> start, SimulationOptions chosen, const Simulation* whole);
  ~Rig();
  Rig(const Rig&) = delete;
  Rig& operator=(const Rig&) = delete;

  /// As it was loaded.
  std::shared_ptr<const world::World> first_world;
  std::shared_ptr<const world::World> world;
  SimulationOptions options;
  physics::BackendInfo engine;
  double step_size = 0.001;
  SimTimeNs step_ns = 1000000;
  /// Before those who subscribe to it.
  std::unique_ptr<graph::Graph> graph = std::make_unique<graph::Graph>();
  std::unique_ptr<physics::Backend> backend;
  std::unique_ptr<drives::DriveSet> drives;
  /// Topics that the drives listen to, sorted.
  std::vector<std::string> command_topics;
  std::unique_ptr<ground::GroundSet> ground;
  std::unique_ptr<sensors::SensorSet> sensors;
  std::unique_ptr<GroundTopics> ground_topics;
  RunState run;
  /// nullptr: the world has none.
  std::unique_ptr<Radio> radio;
  physics::StepReport report;
  std::unique_ptr<StateHash> state_hash;
  std::unique_ptr<events::EventSet> events;
  std::unique_ptr<Workers> workers;
  /// What engine instances have in common, through edits and resets.
  std::shared_ptr<physics::PartCache> parts = std::make_shared<physics::PartCache>();
  Observer* observer = nullptr;
  bool failed = false;

  /// Where a model is now: its frame as carried by its first movable body; and its velocity.
  RigidTransform ModelPose(int model) const;
  Twist ModelVelocity(int model) const;
  /// A direct command.
  void CommandMotor(int v, const physics::MotorCommand& command);
  /// The commands with which a model starts.
  void StartCommands(int model);
  /// Puts a model where `target` has it.
  void WriteModel(int model, const physics::State& target);
  /// The observer learns that there is another world.
  void ReportWorld() const;

  /// For observers.
  const Simulation* simulation;
};

}  // namespace surefoot::sim
