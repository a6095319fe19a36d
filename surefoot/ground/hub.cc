#include "surefoot/ground/hub.h"

#include "surefoot/world/wheels/wheel.h"

namespace surefoot::ground {

Hub::Hub(const world::World& world, const world::Wheel& wheel)
    : link_(wheel.link), q_(-1), v_(-1), p_LC_(wheel.p_LC), axle_L_(wheel.axle_L) {
  const int model = world.model_of_link(wheel.link);
  const world::Tree& tree = world.tree(model);
  const world::Model& description = world.model(model);
  const int first = world.layout(model).links.first;
  const auto local = static_cast<std::size_t>(wheel.link - first);
  int body = tree.body_of_link[local];
  const bool reversed = tree.bodies[static_cast<std::size_t>(body)].joint_reversed;
  while (tree.bodies[static_cast<std::size_t>(body)].parent >= 0) {
    body = tree.bodies[static_cast<std::size_t>(body)].parent;
  }
  const int root = tree.bodies[static_cast<std::size_t>(body)].root_link;
  root_ = first + root;
  up_R_ = description.links[static_cast<std::size_t>(root)].X_ML.q.conjugate() * Vector3d::UnitZ();
  // A plate does not roll.
  if (wheel.joint < 0) return;
  const int axis = world::RollingAxis(world.joint_spec(wheel.joint));
  q_ = world.joint(wheel.joint).q + axis;
  v_ = world.joint(wheel.joint).v + axis;
  const Vector3d axis_M = world::JointFrame(description, world.joint(wheel.joint).joint).q *
                          world.joint_spec(wheel.joint).axes[axis].axis_J;
  const Vector3d axle_M = description.links[local].X_ML.q * axle_L_;
  sign_ = axis_M.dot(axle_M) < 0.0 ? -1.0 : 1.0;
  if (reversed) sign_ = -sign_;
}

HubMotion Hub::MotionOf(const physics::State& state) const {
  const auto link = static_cast<std::size_t>(link_);
  const RigidTransform& X_WL = state.X_WL[link];
  HubMotion motion;
  motion.p_WC = X_WL * p_LC_;
  motion.axle_W = X_WL.q * axle_L_;
  const Vector3d up_W = state.X_WL[static_cast<std::size_t>(root_)].q * up_R_;
  motion.forward_W = motion.axle_W.cross(up_W);
  const double size = motion.forward_W.norm();
  // A wheel that lies flat rolls nowhere; any forward will do.
  motion.forward_W =
      size > 1e-6 ? Vector3d(motion.forward_W / size) : Vector3d(motion.axle_W.unitOrthogonal());
  motion.up_W = motion.forward_W.cross(motion.axle_W);
  if (v_ >= 0) {
    motion.spin = sign_ * state.v[static_cast<std::size_t>(v_)];
    motion.angle = sign_ * state.q[static_cast<std::size_t>(q_)];
  }
  const Twist V_WC = Shifted(state.V_WL_W[link], motion.p_WC - X_WL.p);
  motion.v_WC = V_WC.v;
  motion.w_W = V_WC.w - motion.spin * motion.axle_W;
  return motion;
}

}  // namespace surefoot::ground
