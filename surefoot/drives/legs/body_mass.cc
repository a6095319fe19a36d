#include "surefoot/drives/legs/body_mass.h"

#include "surefoot/physics/kinematics.h"

namespace surefoot::drives {

BodyMass::BodyMass(const DriveArgs& args)
    : model_(args.world.model(args.model)),
      tree_(args.world.tree(args.model)),
      q_start_(model_.joints.size(), 0.0),
      X_BaseB_(tree_.bodies.size()) {
  for (const world::InitialPosition& initial : model_.initial_positions) {
    if (initial.axis == 0) q_start_[static_cast<std::size_t>(initial.joint)] = initial.position;
  }
  for (const world::Body& body : tree_.bodies) mass_ += body.inertia.mass;
}

Vector3d BodyMass::Centre(const std::vector<double>& q) {
  Vector3d sum = Vector3d::Zero();
  for (std::size_t i = 0; i < tree_.bodies.size(); ++i) {
    const world::Body& body = tree_.bodies[i];
    RigidTransform& X = X_BaseB_[i];
    X = RigidTransform();
    if (body.parent >= 0 && body.joint >= 0) {
      const world::Joint& joint = model_.joints[static_cast<std::size_t>(body.joint)];
      double angle[7] = {};  // A floating joint has most coordinates.
      angle[0] = joint.mimic
                     ? joint.mimic->multiplier * q[static_cast<std::size_t>(joint.mimic->leader)] +
                           joint.mimic->offset
                     : q[static_cast<std::size_t>(body.joint)];
      const bool back = body.joint_reversed;
      const int near = back ? joint.child : joint.parent;
      const RigidTransform X_JpJc = physics::JointPose(joint, angle);
      X = X_BaseB_[static_cast<std::size_t>(body.parent)] *
          tree_.X_BL[static_cast<std::size_t>(near)] *
          (back ? joint.X_CJ * X_JpJc.Inverse() * joint.X_PJ.Inverse()
                : joint.X_PJ * X_JpJc * joint.X_CJ.Inverse());
      const int far = back ? joint.parent : joint.child;
      X = X * tree_.X_BL[static_cast<std::size_t>(far)].Inverse();
    }
    sum += body.inertia.mass * (X * body.inertia.p_BBcm);
  }
  return mass_ > 0.0 ? Vector3d(sum / mass_) : Vector3d::Zero();
}

}  // namespace surefoot::drives
