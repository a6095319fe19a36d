#include "surefoot/sim/rig.h"

#include <utility>

#include "surefoot/base/index.h"
#include "surefoot/events/event_set.h"

namespace surefoot::sim {
namespace {

/// Index into Model::links of the root of the first movable body; -1 if nothing can move.
int CarryingLink(const world::World& world, int model) {
  for (const world::Body& body : world.tree(model).bodies) {
    if (!body.is_static) return body.root_link;
  }
  return -1;
}

}  // namespace

Rig::Rig(std::shared_ptr<const world::World> start, SimulationOptions chosen,
         const Simulation* whole)
    : first_world(std::move(start)),
      options(std::move(chosen)),
      engine(options.engine.info()),
      workers(std::make_unique<Workers>(options.threads)),
      simulation(whole) {}

Rig::~Rig() = default;

RigidTransform Rig::ModelPose(int model) const {
  const int link = CarryingLink(*world, model);
  if (link < 0) return world->instance(model).X_WM;
  return run.physics.X_WL[static_cast<std::size_t>(world->layout(model).links.first + link)] *
         world->model(model).links[At(link)].X_ML.Inverse();
}

Twist Rig::ModelVelocity(int model) const {
  const int link = CarryingLink(*world, model);
  if (link < 0) return Twist();
  const auto id = static_cast<std::size_t>(world->layout(model).links.first + link);
  Twist V_WM_W = run.physics.V_WL_W[id];
  V_WM_W.v += V_WM_W.w.cross(ModelPose(model).p - run.physics.X_WL[id].p);
  return V_WM_W;
}

void Rig::CommandMotor(int v, const physics::MotorCommand& command) {
  run.inputs.motors[At(v)] = command;
  run.stops.OnCommand(v, command);
}

void Rig::StartCommands(int model) {
  for (const world::InitialCommand& command : world->model(model).initial_commands) {
    const int joint = world->layout(model).joints.first + command.joint;
    CommandMotor(world->joint(joint).v + command.axis, {command.mode, command.target});
  }
}

void Rig::WriteModel(int model, const physics::State& target) {
  if (!world->model(model).is_static) backend->WriteModel(model, target);
  backend->ReadState(&run.physics);
  ground->OnMoved(model);
  sensors->OnMoved(model, run.physics);
}

void Rig::ReportWorld() const {
  if (observer != nullptr) observer->OnWorld(*simulation);
}

}  // namespace surefoot::sim
