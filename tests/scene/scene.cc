#include "tests/scene/scene.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/drives/drive.h"
#include "surefoot/engines/register.h"
#include "surefoot/game/referee/football_referee.h"
#include "surefoot/geometry/mesh/mass_properties.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::conformance {
namespace {

physics::BackendRegistry Engines() {
  physics::BackendRegistry registry;
  engines::RegisterBackends(&registry);
  return registry;
}

Inertia UnitDensityInertia(const world::Geometry& shape) {
  if (const auto* box = std::get_if<world::Box>(&shape)) return BoxInertia(1.0, box->size);
  if (const auto* sphere = std::get_if<world::Sphere>(&shape)) {
    return SphereInertia(1.0, sphere->radius);
  }
  if (const auto* cylinder = std::get_if<world::Cylinder>(&shape)) {
    return CylinderInertia(1.0, cylinder->radius, cylinder->length);
  }
  if (const auto* capsule = std::get_if<world::Capsule>(&shape)) {
    return CapsuleInertia(1.0, capsule->radius, capsule->length);
  }
  if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&shape)) {
    return EllipsoidInertia(1.0, ellipsoid->radii);
  }
  if (const auto* mesh = std::get_if<world::Mesh>(&shape)) {
    return MeshInertia(1.0, *mesh->mesh).value();
  }
  ADD_FAILURE() << "no inertia for " << world::GeometryName(shape);
  return Inertia();
}

}  // namespace

std::vector<std::string> EngineNames() {
  std::vector<std::string> names;
  const physics::BackendRegistry engines = Engines();
  for (const auto& entry : engines.entries()) {
    if (!engines::IsLight(entry.first)) names.push_back(entry.first);
  }
  return names;
}

physics::BackendInfo EngineInfo(const std::string& engine) {
  const physics::BackendRegistry engines = Engines();
  const physics::BackendFactory* factory = engines.Find(engine);
  SUREFOOT_CHECK(factory != nullptr, "no engine " + engine);
  return factory->info();
}

world::Link MakeLink(const std::string& name, const world::Geometry& shape, double mass) {
  world::Link link;
  link.name = name;
  link.inertia = UnitDensityInertia(shape);
  const double scale = mass / link.inertia.mass;
  link.inertia.mass = mass;
  link.inertia.I_BBcm_B *= scale;
  world::Collision collision;
  collision.name = "collision";
  collision.geometry = shape;
  link.collisions.push_back(collision);
  return link;
}

std::shared_ptr<world::Model> MakeBody(const std::string& name, const world::Geometry& shape,
                                       double mass, const world::Surface& surface) {
  auto model = std::make_shared<world::Model>();
  model->name = name;
  model->links.push_back(MakeLink("link", shape, mass));
  model->links[0].collisions[0].surface = surface;
  return model;
}

std::shared_ptr<world::Model> Solid(const std::string& name, const world::Geometry& shape,
                                    const std::string& ground) {
  auto solid = std::make_shared<world::Model>();
  solid->name = name;
  solid->is_static = true;
  world::Link& link = solid->links.emplace_back();
  link.name = "link";
  world::Collision& collision = link.collisions.emplace_back();
  collision.name = "collision";
  collision.geometry = shape;
  collision.surface.name = ground;
  return solid;
}

world::Joint MakeJoint(const std::string& name, world::JointType type, const world::Model& model,
                       int parent, int child, const Vector3d& p_M, const Vector3d& axis) {
  world::Joint joint;
  joint.name = name;
  joint.type = type;
  joint.parent = parent;
  joint.child = child;
  const RigidTransform X_MJ(p_M);
  RigidTransform X_MP;
  if (parent != world::kWorldLink) X_MP = model.links[static_cast<std::size_t>(parent)].X_ML;
  joint.X_PJ = X_MP.Inverse() * X_MJ;
  joint.X_CJ = model.links[static_cast<std::size_t>(child)].X_ML.Inverse() * X_MJ;
  joint.axes[0].axis_J = axis.normalized();
  return joint;
}

Scene::Scene() { spec.gravity_W = Vector3d(0.0, 0.0, -9.81); }

Scene& Scene::Floor(double mu, double slope, double restitution) {
  auto floor = std::make_shared<world::Model>();
  floor->name = "floor";
  floor->is_static = true;
  world::Link link;
  link.name = "link";
  world::Collision collision;
  collision.name = "collision";
  collision.geometry = world::Plane();
  collision.surface.mu = collision.surface.mu2 = mu;
  collision.surface.restitution = restitution;
  link.collisions.push_back(collision);
  floor->links.push_back(link);
  return Add(floor, RigidTransform(QuaternionFromRpy(0.0, slope, 0.0), Vector3d::Zero()));
}

Scene& Scene::Add(std::shared_ptr<const world::Model> model, const RigidTransform& X_WM,
                  const std::string& name) {
  world::ModelInstance instance;
  instance.name = name.empty() ? model->name : name;
  instance.X_WM = X_WM;
  instance.model = std::move(model);
  spec.models.push_back(std::move(instance));
  return *this;
}

Scene& Scene::Gravity(const Vector3d& gravity_W) {
  spec.gravity_W = gravity_W;
  return *this;
}

std::shared_ptr<const world::World> Scene::Make() const {
  Problems problems;
  auto world = world::MakeWorld(spec, &problems);
  EXPECT_TRUE(world.ok()) << problems.ErrorText();
  return world.ok() ? world.value() : nullptr;
}

Result<std::unique_ptr<sim::Simulation>> Scene::TryRun(const std::string& engine,
                                                       double step) const {
  Problems problems;
  auto world = world::MakeWorld(spec, &problems);
  if (!world.ok()) return Error{problems.ErrorText()};
  sim::SimulationOptions options;
  const physics::BackendRegistry engines = Engines();
  const physics::BackendFactory* factory = engines.Find(engine);
  if (factory == nullptr) return Error{"no engine " + engine};
  options.engine = *factory;
  options.sensors = sensors::BuiltinSensors();
  options.step = step;
  options.drives = drives::BuiltinDrives();
  options.referee = game::FootballReferees();
  options.islands = islands;
  options.threads = threads;
  return sim::Simulation::Make(world.value(), options);
}

std::unique_ptr<sim::Simulation> Scene::Run(const std::string& engine, double step) const {
  auto simulation = TryRun(engine, step);
  EXPECT_TRUE(simulation.ok()) << (simulation.ok() ? "" : simulation.error().message);
  return simulation.ok() ? std::move(simulation).value() : nullptr;
}

void Advance(sim::Simulation* simulation, double seconds) {
  const auto steps = std::llround(seconds / simulation->step_size());
  for (long long i = 0; i < steps; ++i) {
    const Status status = simulation->Step();
    ASSERT_TRUE(status.ok()) << status.error().message;
  }
}

std::uint64_t HashAfter(sim::Simulation* simulation, double seconds) {
  Advance(simulation, seconds);
  return simulation->hash();
}

const RigidTransform& PoseOf(const sim::Simulation& simulation, const std::string& link) {
  const int id = simulation.world().FindLink(link);
  SUREFOOT_CHECK(id >= 0, "no link " + link);
  return simulation.state().X_WL[static_cast<std::size_t>(id)];
}

const Twist& VelocityOf(const sim::Simulation& simulation, const std::string& link) {
  const int id = simulation.world().FindLink(link);
  SUREFOOT_CHECK(id >= 0, "no link " + link);
  return simulation.state().V_WL_W[static_cast<std::size_t>(id)];
}

namespace {

const world::JointLayout& LayoutOf(const sim::Simulation& simulation, const std::string& joint) {
  const int id = simulation.world().FindJoint(joint);
  SUREFOOT_CHECK(id >= 0, "no joint " + joint);
  return simulation.world().joint(id);
}

}  // namespace

double PositionOf(const sim::Simulation& simulation, const std::string& joint, int axis) {
  return simulation.state().q[static_cast<std::size_t>(LayoutOf(simulation, joint).q + axis)];
}

double SpeedOf(const sim::Simulation& simulation, const std::string& joint, int axis) {
  return simulation.state().v[static_cast<std::size_t>(LayoutOf(simulation, joint).v + axis)];
}

double EffortOf(const sim::Simulation& simulation, const std::string& joint, int axis) {
  return simulation.state().effort[static_cast<std::size_t>(LayoutOf(simulation, joint).v + axis)];
}

}  // namespace surefoot::conformance
