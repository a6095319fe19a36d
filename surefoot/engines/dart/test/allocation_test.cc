// DART allocates in every step, in assertions that Debian leaves enabled. Surefoot's code around it
// does not: a step with contacts and motors allocates as many blocks as DART alone.

#include <gtest/gtest.h>

#include <cstddef>

#include "surefoot/engines/dart/backend.h"
#include "surefoot/engines/dart/build.h"
#include "surefoot/engines/dart/dynamics.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SUREFOOT_MALLOC_IS_TAKEN 1
#endif

namespace {

bool counting = false;
long allocations = 0;

}  // namespace

#ifndef SUREFOOT_MALLOC_IS_TAKEN
extern "C" {
void* __libc_malloc(std::size_t size);
void* malloc(std::size_t size) {
  if (counting) ++allocations;
  return __libc_malloc(size);
}
}
#endif

namespace surefoot::engines::dart {
namespace {

world::Link MakeLink(const std::string& name, const world::Geometry& shape) {
  world::Link link;
  link.name = name;
  link.inertia.mass = 1.0;
  link.inertia.I_BBcm_B = 0.01 * Matrix3d::Identity();
  world::Collision collision;
  collision.name = "collision";
  collision.geometry = shape;
  link.collisions.push_back(collision);
  return link;
}

/// A box on the floor with a driven arm.
physics::BackendArgs MakeArgs() {
  auto robot = std::make_shared<world::Model>();
  robot->name = "robot";
  robot->links.push_back(MakeLink("base", world::Box{Vector3d(0.4, 0.4, 0.2)}));
  robot->links.push_back(MakeLink("arm", world::Sphere{0.05}));
  robot->links[1].X_ML.p = Vector3d(0, 0, 0.4);
  world::Joint joint;
  joint.name = "joint";
  joint.type = world::JointType::kRevolute;
  joint.parent = 0;
  joint.child = 1;
  joint.X_PJ.p = Vector3d(0, 0, 0.2);
  joint.X_CJ.p = Vector3d(0, 0, -0.2);
  joint.axes[0].axis_J = Vector3d::UnitY();
  joint.axes[0].friction = 0.1;
  robot->joints.push_back(joint);
  auto floor = std::make_shared<world::Model>();
  floor->name = "floor";
  floor->is_static = true;
  floor->links.push_back(MakeLink("link", world::Plane{}));
  world::WorldSpec spec;
  for (const std::shared_ptr<world::Model>& model : {floor, robot}) {
    world::ModelInstance instance;
    instance.name = model->name;
    instance.model = model;
    instance.X_WM.p = Vector3d(0, 0, model == robot ? 0.1 : 0.0);
    spec.models.push_back(instance);
  }
  physics::BackendArgs args;
  args.world = world::MakeWorld(spec, nullptr).value();
  args.models = {0, 1};
  return args;
}

TEST(DartAllocation, IsThatOfDart) {
  const physics::BackendArgs args = MakeArgs();
  const auto backend = MakeFactory().make(args).value();
  physics::State state = physics::MakeInitialState(*args.world);
  physics::StepReport report;
  physics::Inputs inputs;
  inputs.motors = {physics::MotorCommand{physics::ControlMode::kVelocity, 0.5}};
  const double dt = 0.001;
  const auto step = [&] {
    report.contacts.clear();
    backend->Step(inputs, dt, &state, &report);
  };
  for (int i = 0; i < 200; ++i) step();
  allocations = 0;
  counting = true;
  for (int i = 0; i < 100; ++i) step();
  counting = false;
  const long ours = allocations;
  EXPECT_EQ(report.flags, physics::kStepOk);
  EXPECT_GE(report.contacts.size(), 4u);

  const Built built = Build(args).value();
  Dynamics dynamics(built);
  std::vector<double> v(built.forces.size());
  std::vector<double> force(v.size());
  // DART does not update bodies that do not move.
  force[static_cast<std::size_t>(built.tables.dof_of_u[6])] = 0.01;
  const auto move = [&] {
    dynamics.Begin(dt, Vector3d(0, 0, -9.8));
    dynamics.Accelerate(force, &v);
    dynamics.Move(v, v);
  };
  for (int i = 0; i < 10; ++i) move();
  allocations = 0;
  counting = true;
  for (int i = 0; i < 100; ++i) move();
  counting = false;
  EXPECT_LE(ours, allocations);
}

}  // namespace
}  // namespace surefoot::engines::dart
