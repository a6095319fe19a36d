#include "tests/scene/measure.h"

#include <algorithm>

#include "surefoot/physics/kinematics.h"

namespace surefoot::conformance {
namespace {

/// A movable link: its centre of mass and velocity there, its spin, and its inertia in W.
struct Moving {
  double mass = 0.0;
  bool gravity = true;
  Vector3d p_WCm = Vector3d::Zero();
  Vector3d v = Vector3d::Zero();
  Vector3d w = Vector3d::Zero();
  Vector3d spin = Vector3d::Zero();
};

template <typename Visit>
void ForEachMoving(const sim::Simulation& simulation, const Visit& visit) {
  const world::World& world = simulation.world();
  for (int id = 0; id < world.link_count(); ++id) {
    if (world.model(world.model_of_link(id)).is_static) continue;
    const world::Link& link = world.link(id);
    const auto index = static_cast<std::size_t>(id);
    const RigidTransform& X_WL = simulation.state().X_WL[index];
    const Matrix3d R = X_WL.R();
    const Vector3d p_LCm_W = R * link.inertia.p_BBcm;
    const Twist V = Shifted(simulation.state().V_WL_W[index], p_LCm_W);
    Moving moving;
    moving.mass = link.inertia.mass;
    moving.gravity = link.gravity;
    moving.p_WCm = X_WL.p + p_LCm_W;
    moving.v = V.v;
    moving.w = V.w;
    moving.spin = R * link.inertia.I_BBcm_B * R.transpose() * V.w;
    visit(moving);
  }
}

template <typename Visit>
void ForEachAxis(const sim::Simulation& simulation, const Visit& visit) {
  const world::World& world = simulation.world();
  for (int id = 0; id < world.joint_count(); ++id) {
    const world::Joint& joint = world.joint_spec(id);
    for (int k = 0; k < world::LimitedAxisCount(joint.type); ++k) {
      if (k < 2) visit(joint.axes[k], world.joint(id).q + k, world.joint(id).v + k);
    }
  }
}

}  // namespace

double KineticEnergy(const sim::Simulation& simulation) {
  double sum = 0.0;
  ForEachMoving(simulation, [&](const Moving& link) {
    sum += 0.5 * link.mass * link.v.squaredNorm() + 0.5 * link.w.dot(link.spin);
  });
  ForEachAxis(simulation, [&](const world::JointAxis& axis, int, int v) {
    const double speed = simulation.state().v[static_cast<std::size_t>(v)];
    sum += 0.5 * axis.armature * speed * speed;
  });
  return sum;
}

double PotentialEnergy(const sim::Simulation& simulation) {
  double sum = 0.0;
  ForEachMoving(simulation, [&](const Moving& link) {
    if (link.gravity) sum -= link.mass * simulation.machine().inputs().gravity_W.dot(link.p_WCm);
  });
  return sum;
}

double SpringEnergy(const sim::Simulation& simulation) {
  double sum = 0.0;
  ForEachAxis(simulation, [&](const world::JointAxis& axis, int q, int) {
    const double bent = simulation.state().q[static_cast<std::size_t>(q)] - axis.spring_reference;
    sum += 0.5 * axis.spring_stiffness * bent * bent;
  });
  return sum;
}

Vector3d Momentum(const sim::Simulation& simulation) {
  Vector3d sum = Vector3d::Zero();
  ForEachMoving(simulation, [&](const Moving& link) { sum += link.mass * link.v; });
  return sum;
}

Vector3d AngularMomentum(const sim::Simulation& simulation) {
  Vector3d sum = Vector3d::Zero();
  ForEachMoving(simulation, [&](const Moving& link) {
    sum += link.spin + link.mass * link.p_WCm.cross(link.v);
  });
  return sum;
}

Vector3d ContactForceOn(const sim::Simulation& simulation, const std::string& link) {
  const int id = simulation.world().FindLink(link);
  Vector3d sum = Vector3d::Zero();
  for (const physics::Contact& contact : simulation.report().contacts) {
    if (contact.link_b == id) sum += contact.f_B_W;
    if (contact.link_a == id) sum -= contact.f_B_W;
  }
  return sum;
}

double WidestJointGap(const sim::Simulation& simulation) {
  const world::World& world = simulation.world();
  const physics::State& state = simulation.state();
  double widest = 0.0;
  for (int id = 0; id < world.joint_count(); ++id) {
    const world::JointLayout& layout = world.joint(id);
    const world::Joint& joint = world.joint_spec(id);
    const int first = world.layout(layout.model).links.first;
    const RigidTransform X_WP = joint.parent == world::kWorldLink
                                    ? world.instance(layout.model).X_WM
                                    : state.X_WL[static_cast<std::size_t>(first + joint.parent)];
    const RigidTransform X_WC = state.X_WL[static_cast<std::size_t>(first + joint.child)];
    const RigidTransform X_JpJc =
        physics::JointPose(joint, state.q.data() + static_cast<std::size_t>(layout.q));
    const RigidTransform X_WJp = X_WP * joint.X_PJ * X_JpJc;
    widest = std::max(widest, (X_WJp.p - (X_WC * joint.X_CJ).p).norm());
  }
  return widest;
}

}  // namespace surefoot::conformance
