#include "tests/scene/crowd.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "surefoot/base/index.h"

namespace surefoot::conformance {
namespace {

/// The axis of the rotation from one to the other, with its angle as length.
Vector3d TurnBetween(const Quaterniond& from, const Quaterniond& to) {
  Quaterniond turn = to * from.conjugate();
  if (turn.w() < 0.0) turn.coeffs() = -turn.coeffs();
  const double half_sine = turn.vec().norm();
  if (half_sine == 0.0) return Vector3d::Zero();
  return 2.0 * std::atan2(half_sine, turn.w()) / half_sine * turn.vec();
}

/// Distance of a displacement from all between a and b: engines integrate with the old velocity,
/// the new one or their mean.
double Unexplained(const Vector3d& way, const Vector3d& a, const Vector3d& b) {
  const double length = (b - a).squaredNorm();
  const double share = length > 0.0 ? std::clamp((way - a).dot(b - a) / length, 0.0, 1.0) : 0.0;
  return (way - a - share * (b - a)).norm();
}

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

void Jump::Extend(const Jump& other) {
  velocity = std::max(velocity, other.velocity);
  spin = std::max(spin, other.spin);
  place = std::max(place, other.place);
  turn = std::max(turn, other.turn);
}

Jump JumpWatch::Look(const sim::Simulation& simulation) {
  Jump jump;
  const double dt = simulation.step_size();
  const physics::State& now = simulation.state();
  for (std::size_t i = 0; i < now.X_WL.size(); ++i) {
    const Twist& V0 = last_.V_WL_W[i];
    const Twist& V1 = now.V_WL_W[i];
    const Vector3d way = now.X_WL[i].p - last_.X_WL[i].p;
    const Vector3d turn = TurnBetween(last_.X_WL[i].q, now.X_WL[i].q);
    jump.Extend({(V1.v - V0.v).norm(), (V1.w - V0.w).norm(), Unexplained(way, dt * V0.v, dt * V1.v),
                 Unexplained(turn, dt * V0.w, dt * V1.w)});
  }
  last_ = now;
  return jump;
}

bool MoversTouch(const sim::Simulation& simulation) {
  const world::World& world = simulation.world();
  const auto& contacts = simulation.report().contacts;
  return std::any_of(contacts.begin(), contacts.end(), [&](const physics::Contact& contact) {
    return world.model_of_link(contact.link_a) != world.model_of_link(contact.link_b) &&
           !world.IsStatic(contact.link_a) && !world.IsStatic(contact.link_b);
  });
}

void Difference::Extend(const Difference& other) {
  place = std::max(place, other.place);
  turn = std::max(turn, other.turn);
  velocity = std::max(velocity, other.velocity);
  spin = std::max(spin, other.spin);
  q = std::max(q, other.q);
  v = std::max(v, other.v);
}

Difference DifferenceOf(const sim::Simulation& a, const sim::Simulation& b,
                        const std::string& model) {
  const world::ModelLayout& at_a = a.world().layout(a.world().FindModel(model));
  const world::ModelLayout& at_b = b.world().layout(b.world().FindModel(model));
  Difference difference;
  const auto largest = [](double* max, double value) { *max = std::max(*max, value); };
  for (int i = 0; i < at_a.links.count; ++i) {
    const RigidTransform& X_a = a.state().X_WL[At(at_a.links.first + i)];
    const RigidTransform& X_b = b.state().X_WL[At(at_b.links.first + i)];
    const Twist& V_a = a.state().V_WL_W[At(at_a.links.first + i)];
    const Twist& V_b = b.state().V_WL_W[At(at_b.links.first + i)];
    largest(&difference.place, (X_a.p - X_b.p).norm());
    largest(&difference.turn, TurnBetween(X_a.q, X_b.q).norm());
    largest(&difference.velocity, (V_a.v - V_b.v).norm());
    largest(&difference.spin, (V_a.w - V_b.w).norm());
  }
  for (int i = 0; i < at_a.q.count; ++i) {
    largest(&difference.q,
            std::abs(a.state().q[At(at_a.q.first + i)] - b.state().q[At(at_b.q.first + i)]));
  }
  for (int i = 0; i < at_a.v.count; ++i) {
    largest(&difference.v,
            std::abs(a.state().v[At(at_a.v.first + i)] - b.state().v[At(at_b.v.first + i)]));
  }
  return difference;
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
