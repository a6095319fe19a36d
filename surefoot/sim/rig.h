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

/// A world and everything built to run it; shared by machine, editor and stepper. Private to sim/;
/// others access it through Simulation and Machine.
struct Rig {
  Rig(std::shared_ptr<const world::World> start, SimulationOptions chosen, const Simulation* whole);
  ~Rig();
  Rig(const Rig&) = delete;
  Rig& operator=(const Rig&) = delete;

  /// The world as it was loaded.
  std::shared_ptr<const world::World> first_world;
  std::shared_ptr<const world::World> world;
  SimulationOptions options;
  physics::BackendInfo engine;
  double step_size = 0.001;
  SimTimeNs step_ns = 1000000;
  /// Declared before its subscribers, so that it is destroyed after them.
  std::unique_ptr<graph::Graph> graph = std::make_unique<graph::Graph>();
  std::unique_ptr<physics::Backend> backend;
  std::unique_ptr<drives::DriveSet> drives;
  /// Topics that the drives subscribe to, sorted.
  std::vector<std::string> command_topics;
  std::unique_ptr<ground::GroundSet> ground;
  std::unique_ptr<sensors::SensorSet> sensors;
  std::unique_ptr<GroundTopics> ground_topics;
  RunState run;
  /// nullptr if the world has no radio.
  std::unique_ptr<Radio> radio;
  physics::StepReport report;
  std::unique_ptr<StateHash> state_hash;
  std::unique_ptr<events::EventSet> events;
  std::unique_ptr<Workers> workers;
  /// Data shared by engine instances, kept through edits and resets.
  std::shared_ptr<physics::PartCache> parts = std::make_shared<physics::PartCache>();
  sensors::SharedParts sensor_parts;
  Observer* observer = nullptr;
  bool failed = false;

  /// The present pose of a model, i.e. its frame as moved by its first movable body, and its
  /// velocity.
  RigidTransform ModelPose(int model) const;
  Twist ModelVelocity(int model) const;
  /// Applies a direct command; unlike drives, it also affects Stops.
  void CommandMotor(int v, const physics::MotorCommand& command);
  /// Applies the initial commands of a model.
  void StartCommands(int model);
  /// Puts a model into the state `target`, and notifies ground and sensors, whose memory of the old
  /// place becomes invalid.
  void WriteModel(int model, const physics::State& target);
  /// Notifies the observer of the new world.
  void ReportWorld() const;

  /// Passed to observers.
  const Simulation* simulation;
};

}  // namespace surefoot::sim
