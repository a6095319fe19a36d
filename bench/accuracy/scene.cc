#include "bench/accuracy/scene.h"

#include "surefoot/geometry/mesh/mass_properties.h"

namespace surefoot::accuracy {
namespace {

std::shared_ptr<const world::Model> MakeBody(const world::Geometry& shape, Inertia inertia,
                                             double mass, const world::Surface& surface) {
  inertia.I_BBcm_B *= mass / inertia.mass;
  inertia.mass = mass;
  world::Collision collision;
  collision.name = "collision";
  collision.geometry = shape;
  collision.surface = surface;
  world::Link link;
  link.name = "link";
  link.inertia = inertia;
  link.collisions.push_back(collision);
  auto model = std::make_shared<world::Model>();
  model->name = "body";
  model->links.push_back(link);
  return model;
}

/// Calls use(link, pose, velocity) for every link that can move.
template <typename Use>
void ForMovingLinks(const world::World& world, const physics::State& state, const Use& use) {
  for (int id = 0; id < world.link_count(); ++id) {
    if (world.model(world.model_of_link(id)).is_static) continue;
    const auto i = static_cast<std::size_t>(id);
    use(world.link(id), state.X_WL[i], state.V_WL_W[i]);
  }
}

}  // namespace

world::Surface MakeSurface(double mu, double restitution) {
  world::Surface surface;
  surface.mu = surface.mu2 = mu;
  surface.restitution = restitution;
  return surface;
}

world::WorldSpec EmptyWorld(const std::string& name, double gravity) {
  world::WorldSpec spec;
  spec.name = name;
  spec.gravity_W = Vector3d(0.0, 0.0, -gravity);
  return spec;
}

void AddFloor(world::WorldSpec* spec, const world::Surface& surface) {
  auto floor = std::make_shared<world::Model>();
  floor->name = "floor";
  floor->is_static = true;
  world::Collision collision;
  collision.name = "collision";
  collision.geometry = world::Plane();
  collision.surface = surface;
  world::Link link;
  link.name = "link";
  link.collisions.push_back(collision);
  floor->links.push_back(link);
  Add(spec, "floor", floor, Vector3d::Zero());
}

std::shared_ptr<const world::Model> MakeBall(double radius, double mass,
                                             const world::Surface& surface) {
  return MakeBody(world::Sphere{radius}, SphereInertia(1.0, radius), mass, surface);
}

std::shared_ptr<const world::Model> MakeBox(const Vector3d& size, double mass,
                                            const world::Surface& surface) {
  return MakeBody(world::Box{size}, BoxInertia(1.0, size), mass, surface);
}

void Add(world::WorldSpec* spec, const std::string& name, std::shared_ptr<const world::Model> model,
         const Vector3d& p_W) {
  spec->models.push_back({name, RigidTransform(p_W), std::move(model)});
}

double TotalMass(const world::World& world) {
  double mass = 0.0;
  for (int id = 0; id < world.link_count(); ++id) {
    if (!world.model(world.model_of_link(id)).is_static) mass += world.link(id).inertia.mass;
  }
  return mass;
}

double TotalEnergy(const world::World& world, const physics::State& state, double gravity) {
  double energy = 0.0;
  ForMovingLinks(world, state,
                 [&](const world::Link& link, const RigidTransform& X_WL, const Twist& V_WL_W) {
                   const Inertia& inertia = link.inertia;
                   const Vector3d p_LLcm_W = X_WL.q * inertia.p_BBcm;
                   const Vector3d v_WLcm = Shifted(V_WL_W, p_LLcm_W).v;
                   const Vector3d w_L = X_WL.q.conjugate() * V_WL_W.w;
                   energy += 0.5 * inertia.mass * v_WLcm.squaredNorm() +
                             0.5 * w_L.dot(inertia.I_BBcm_B * w_L) +
                             inertia.mass * gravity * (X_WL.p + p_LLcm_W).z();
                 });
  return energy;
}

Vector3d TotalMomentum(const world::World& world, const physics::State& state) {
  Vector3d momentum = Vector3d::Zero();
  ForMovingLinks(world, state,
                 [&](const world::Link& link, const RigidTransform& X_WL, const Twist& V_WL_W) {
                   momentum += link.inertia.mass * Shifted(V_WL_W, X_WL.q * link.inertia.p_BBcm).v;
                 });
  return momentum;
}

}  // namespace surefoot::accuracy
