// The tasks with an articulated robot. SimBenchmark uses ANYmal; here it is models/quadruped, which
// has as many joints.

#include <cmath>
#include <vector>

#include "bench/accuracy/scene.h"
#include "bench/accuracy/task.h"
#include "surefoot/session/load.h"

namespace surefoot::accuracy {
namespace {

/// The robot without commands and drives; `free`: also without limits, damping and joint friction.
Result<std::shared_ptr<world::Model>> LoadRobot(const Parts& parts, bool free) {
  const auto file = LoadModel(parts, "model://quadruped", nullptr);
  if (!file.ok()) return file.error();
  auto robot = std::make_shared<world::Model>(**file);
  robot->initial_commands.clear();
  robot->extensions.clear();
  if (!free) return robot;
  for (world::Joint& joint : robot->joints) {
    if (joint.type == world::JointType::kFixed) continue;
    joint.type = world::JointType::kContinuous;
    const Vector3d axis_J = joint.axes[0].axis_J;
    joint.axes[0] = world::JointAxis();
    joint.axes[0].axis_J = axis_J;
  }
  return robot;
}

std::size_t BaseOf(const sim::Simulation& simulation) {
  return static_cast<std::size_t>(simulation.world().FindLink("robot::base_link"));
}

// ---- PD control -----------------------------------------------------------------------------

constexpr double kP = 100.0;
constexpr double kD = 2.0;
constexpr double kSettleTime = 3.0;

Result<world::WorldSpec> MakePdWorld(const Parts& parts) {
  const auto robot = LoadRobot(parts, false);
  if (!robot.ok()) return robot.error();
  world::WorldSpec spec = EmptyWorld("pd");
  AddFloor(&spec, MakeSurface(0.8));
  Add(&spec, "robot", *robot, Vector3d(0.0, 0.0, 0.29868));
  return spec;
}

/// Torques of a PD controller that keeps the stance: the trunk should not move.
class PdRun : public TaskRun {
 public:
  Status Start(sim::Simulation* simulation) override {
    const world::World& world = simulation->world();
    for (int id = 0; id < world.joint_count(); ++id) {
      const world::JointLayout& place = world.joint(id);
      if (place.v_count != 1) continue;
      Motor motor;
      motor.q = static_cast<std::size_t>(place.q);
      motor.v = static_cast<std::size_t>(place.v);
      motor.stance = simulation->state().q[motor.q];
      motor.command.joint = world.JointName(id);
      motor.command.mode = physics::ControlMode::kEffort;
      motors_.push_back(motor);
    }
    base_ = BaseOf(*simulation);
    return Status();
  }

  Status BeforeStep(sim::Simulation* simulation) override {
    const physics::State& state = simulation->state();
    for (Motor& motor : motors_) {
      motor.command.target = kP * (motor.stance - state.q[motor.q]) - kD * state.v[motor.v];
      const Status status = simulation->Apply(motor.command);
      if (!status.ok()) return status;
    }
    return Status();
  }

  void AfterStep(const sim::Simulation& simulation) override {
    if (ToSeconds(simulation.time_ns()) < kSettleTime) return;
    const Vector3d& p = simulation.state().X_WL[base_].p;
    if (!has_error()) settled_ = p;
    AddSquaredError((p - settled_).squaredNorm());
  }

 private:
  struct Motor {
    std::size_t q = 0;
    std::size_t v = 0;
    double stance = 0.0;
    sim::JointCommand command;
  };
  std::vector<Motor> motors_;
  std::size_t base_ = 0;
  Vector3d settled_ = Vector3d::Zero();
};

// ---- Momentum -------------------------------------------------------------------------------

constexpr double kBallMass = 10.0;
constexpr double kBallSpeed = 5.0;
constexpr double kPushTime = 0.1;

Result<world::WorldSpec> MakeMomentumWorld(const Parts& parts) {
  const auto robot = LoadRobot(parts, true);
  if (!robot.ok()) return robot.error();
  const world::Surface smooth = MakeSurface(0.0);
  for (world::Link& link : (*robot)->links) {
    for (world::Collision& collision : link.collisions) collision.surface = smooth;
  }
  (*robot)->self_collide = true;
  world::WorldSpec spec = EmptyWorld("momentum", 0.0);
  Add(&spec, "robot", *robot, Vector3d(0.0, 0.0, 2.0));
  Add(&spec, "ball", MakeBall(0.2, kBallMass, smooth), Vector3d(0.0, -5.0, 2.0));
  return spec;
}

/// A ball is pushed to its speed and hits the robot; their total momentum should stay constant.
class MomentumRun : public TaskRun {
 public:
  Status Start(sim::Simulation* simulation) override {
    push_steps_ = std::llround(kPushTime / simulation->step_size());
    sim::LinkWrench push;
    push.link = "ball::link";
    push.steps = push_steps_;
    push.F_L_W.force.y() =
        kBallMass * kBallSpeed / (static_cast<double>(push_steps_) * simulation->step_size());
    return simulation->Apply(push);
  }
  void AfterStep(const sim::Simulation& simulation) override {
    if (simulation.step_count() < push_steps_) return;
    const Vector3d exact(0.0, kBallMass * kBallSpeed, 0.0);
    AddSquaredError((TotalMomentum(simulation.world(), simulation.state()) - exact).squaredNorm());
  }

 private:
  std::int64_t push_steps_ = 0;
};

// ---- Energy ---------------------------------------------------------------------------------

constexpr double kLiftTime = 1.0;

Result<world::WorldSpec> MakeEnergyWorld(const Parts& parts) {
  const auto robot = LoadRobot(parts, true);
  if (!robot.ok()) return robot.error();
  for (world::Link& link : (*robot)->links) link.collisions.clear();
  world::WorldSpec spec = EmptyWorld("energy");
  Add(&spec, "robot", *robot, Vector3d(0.0, 0.0, 2.0));
  return spec;
}

/// A force on the trunk lifts the robot with its legs hanging; then it flies, and its energy should
/// stay constant.
class EnergyRun : public TaskRun {
 public:
  Status Start(sim::Simulation* simulation) override {
    lift_steps_ = std::llround(kLiftTime / simulation->step_size());
    sim::LinkWrench lift;
    lift.link = "robot::base_link";
    lift.steps = lift_steps_;
    lift.F_L_W.force.z() = 2.0 * TotalMass(simulation->world()) * kGravity;
    return simulation->Apply(lift);
  }
  void AfterStep(const sim::Simulation& simulation) override {
    if (simulation.step_count() < lift_steps_) return;
    const double energy = TotalEnergy(simulation.world(), simulation.state(), kGravity);
    if (!has_error()) start_ = energy;
    AddSquaredError((energy - start_) * (energy - start_));
  }

 private:
  std::int64_t lift_steps_ = 0;
  double start_ = 0.0;
};

}  // namespace

Task PdTask() {
  Task task;
  task.name = "pd";
  task.title = "Quadruped, PD control";
  task.measure = "squared drift of the trunk";
  task.unit = "m²";
  task.duration = 10.0;
  task.quick_duration = 5.0;
  task.steps = {0.005, 0.002, 0.001, 0.0004};
  task.make_world = MakePdWorld;
  task.make_run = [] { return std::make_unique<PdRun>(); };
  return task;
}

Task MomentumTask() {
  Task task;
  task.name = "momentum";
  task.title = "Quadruped, momentum";
  task.measure = "squared momentum error";
  task.unit = "(kg m/s)²";
  task.duration = 10.0;
  task.quick_duration = 3.0;
  task.steps = UsualSteps();
  task.make_world = MakeMomentumWorld;
  task.make_run = [] { return std::make_unique<MomentumRun>(); };
  return task;
}

Task EnergyTask() {
  Task task;
  task.name = "energy";
  task.title = "Quadruped, energy";
  task.measure = "squared energy error";
  task.unit = "J²";
  task.duration = 3.0;
  task.quick_duration = 3.0;
  task.steps = UsualSteps();
  task.make_world = MakeEnergyWorld;
  task.make_run = [] { return std::make_unique<EnergyRun>(); };
  return task;
}

std::vector<Task> AllTasks() {
  return {RollingTask(), BouncingTask(), BallsTask(), ElasticBallsTask(),
          PdTask(),      MomentumTask(), EnergyTask()};
}

}  // namespace surefoot::accuracy
