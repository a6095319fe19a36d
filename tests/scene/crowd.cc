#include "tests/scene/crowd.h"

#include <algorithm>
#include <cstring>

namespace surefoot::conformance {
namespace {

std::size_t At(int index) { return static_cast<std::size_t>(index); }

}  // namespace

std::shared_ptr<const world::Model> MakeCart(double left, double right) {
  auto cart = std::make_shared<world::Model>();
  cart->name = "cart";
  cart->links.push_back(MakeLink("base", world::Box{Vector3d(0.6, 0.3, 0.1)}, 10.0));
  for (int i = 0; i < 4; ++i) {
    cart->links.push_back(MakeLink("wheel" + std::to_string(i), world::Cylinder{0.1, 0.05}, 0.5));
    const Vector3d p(i < 2 ? 0.25 : -0.25, i % 2 == 0 ? 0.2 : -0.2, 0.0);
    cart->links.back().X_ML = RigidTransform(QuaternionFromRpy(-1.5707963267948966, 0, 0), p);
    cart->joints.push_back(MakeJoint("axle" + std::to_string(i), world::JointType::kContinuous,
                                     *cart, 0, i + 1, p, Vector3d::UnitY()));
    cart->joints.back().axes[0].effort = 20.0;
    cart->initial_commands.push_back(
        world::InitialCommand{i, 0, world::ControlMode::kVelocity, i % 2 == 0 ? left : right});
  }
  return cart;
}

double EnergyOf(const sim::Simulation& simulation) {
  const world::World& world = simulation.world();
  double energy = 0.0;
  for (int link = 0; link < world.link_count(); ++link) {
    if (world.IsStatic(link)) continue;
    const Inertia& inertia = world.link(link).inertia;
    const RigidTransform& X_WL = simulation.state().X_WL[At(link)];
    const Twist& V_WL = simulation.state().V_WL_W[At(link)];
    const Vector3d p_LCm_W = X_WL.q * inertia.p_BBcm;
    const Vector3d v = V_WL.v + V_WL.w.cross(p_LCm_W);
    const Vector3d w_L = X_WL.q.conjugate() * V_WL.w;
    energy += 0.5 * inertia.mass * v.squaredNorm() + 0.5 * w_L.dot(inertia.I_BBcm_B * w_L) -
              inertia.mass * world.spec().gravity_W.dot(X_WL.p + p_LCm_W);
  }
  return energy;
}

Jump JumpWatch::Look(const sim::Simulation& simulation) {
  Jump jump;
  const physics::State& now = simulation.state();
  for (std::size_t i = 0; i < now.X_WL.size(); ++i) {
    const Vector3d& v0 = last_.V_WL_W[i].v;
    const Vector3d& v1 = now.V_WL_W[i].v;
    jump.velocity = std::max(jump.velocity, (v1 - v0).norm());
    // Between the ways at the old and the new velocity.
    const Vector3d way = now.X_WL[i].p - last_.X_WL[i].p;
    const double explained = simulation.step_size() * std::max(v0.norm(), v1.norm());
    jump.place = std::max(jump.place, way.norm() - explained);
  }
  last_ = now;
  return jump;
}

::testing::AssertionResult SameBits(const sim::Simulation& a, const std::string& model_a,
                                    const sim::Simulation& b, const std::string& model_b) {
  const world::ModelLayout& at_a = a.world().layout(a.world().FindModel(model_a));
  const world::ModelLayout& at_b = b.world().layout(b.world().FindModel(model_b));
  const auto same = [](const auto& left, const world::Range& from, const auto& right,
                       const world::Range& to) {
    for (int i = 0; i < from.count; ++i) {
      const auto& x = left[At(from.first + i)];
      const auto& y = right[At(to.first + i)];
      if (std::memcmp(&x, &y, sizeof x) != 0) return i;
    }
    return -1;
  };
  const auto differs = [&](const char* what, int index) {
    return ::testing::AssertionFailure()
           << what << " " << index << " of " << model_a << " differ at " << ToSeconds(a.time_ns());
  };
  int index = same(a.state().X_WL, at_a.links, b.state().X_WL, at_b.links);
  if (index >= 0) return differs("poses", index);
  index = same(a.state().V_WL_W, at_a.links, b.state().V_WL_W, at_b.links);
  if (index >= 0) return differs("velocities", index);
  index = same(a.state().q, at_a.q, b.state().q, at_b.q);
  if (index >= 0) return differs("positions of joints", index);
  index = same(a.state().v, at_a.v, b.state().v, at_b.v);
  if (index >= 0) return differs("speeds of joints", index);
  index = same(a.state().effort, at_a.v, b.state().effort, at_b.v);
  if (index >= 0) return differs("efforts", index);
  return ::testing::AssertionSuccess();
}

}  // namespace surefoot::conformance
