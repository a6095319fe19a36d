#include "surefoot/engines/dart/joints.h"

#include <algorithm>
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PlanarJoint.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/ScrewJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/UniversalJoint.hpp>

namespace surefoot::engines::dart {
namespace {

namespace dd = ::dart::dynamics;

/// Least moment of inertia of a body of 1 kg.
constexpr double kLeastMoment = 1e-15;

Eigen::Isometry3d ToIsometry(const RigidTransform& X) {
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  T.linear() = X.R();
  T.translation() = X.p;
  return T;
}

template <typename JointType>
JointType* Add(dd::BodyNode* parent, const std::string& name, dd::Skeleton* skeleton,
               dd::BodyNode** node) {
  typename JointType::Properties joint;
  joint.mName = "j" + name;
  // DART prints a message for every name that it has to change.
  for (std::size_t i = 0; i < joint.mDofNames.size(); ++i) {
    joint.mDofNames[i] = "d" + name + "_" + std::to_string(i);
    joint.mPreserveDofNames[i] = true;
  }
  const auto made = skeleton->createJointAndBodyNodePair<JointType>(
      parent, joint, dd::BodyNode::AspectProperties("b" + name));
  *node = made.second;
  return made.first;
}

}  // namespace

std::pair<dd::Joint*, dd::BodyNode*> AddBody(const JointPlan& plan, const Inertia& inertia,
                                             bool gravity, const std::string& name,
                                             dd::BodyNode* parent, dd::Skeleton* skeleton) {
  dd::BodyNode* node = nullptr;
  dd::Joint* joint = nullptr;
  switch (plan.kind) {
    case JointKind::kHinge: {
      auto* made = Add<dd::RevoluteJoint>(parent, name, skeleton, &node);
      made->setAxis(plan.axis);
      joint = made;
      break;
    }
    case JointKind::kSlide: {
      auto* made = Add<dd::PrismaticJoint>(parent, name, skeleton, &node);
      made->setAxis(plan.axis);
      joint = made;
      break;
    }
    case JointKind::kScrew: {
      auto* made = Add<dd::ScrewJoint>(parent, name, skeleton, &node);
      made->setAxis(plan.axis);
      made->setPitch(plan.pitch);
      joint = made;
      break;
    }
    case JointKind::kUniversal: {
      auto* made = Add<dd::UniversalJoint>(parent, name, skeleton, &node);
      made->setAxis1(plan.axis);
      made->setAxis2(plan.second_axis);
      joint = made;
      break;
    }
    case JointKind::kBall:
      joint = Add<dd::BallJoint>(parent, name, skeleton, &node);
      break;
    case JointKind::kPlanar: {
      auto* made = Add<dd::PlanarJoint>(parent, name, skeleton, &node);
      made->setArbitraryPlane(plan.axis, plan.second_axis, false);
      joint = made;
      break;
    }
    case JointKind::kFree:
      joint = Add<dd::FreeJoint>(parent, name, skeleton, &node);
      break;
  }
  joint->setTransformFromParentBodyNode(ToIsometry(plan.X_PJ));
  joint->setTransformFromChildBodyNode(ToIsometry(plan.X_BJ));
  // DART complains of moments that are zero, those of a point mass.
  Matrix3d I = inertia.I_BBcm_B;
  for (int i = 0; i < 3; ++i) I(i, i) = std::max(I(i, i), kLeastMoment * inertia.mass);
  node->setInertia(dd::Inertia(inertia.mass, inertia.p_BBcm, I));
  node->setGravityMode(gravity);
  return {joint, node};
}

}  // namespace surefoot::engines::dart
