#pragma once

/// Random models for the tests of kinematics: every type of joint, including unusual orders in
/// files.

#include <algorithm>
#include <string>
#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/math/test/random_pose.h"
#include "surefoot/world/model.h"
#include "surefoot/world/test/build_model.h"

namespace surefoot::physics::test {

inline int RandomIndex(RandomStream* random, int count) {
  return static_cast<int>(random->Uniform() * count);
}

inline void SetRandomAxes(world::Joint* joint, RandomStream* random) {
  const Quaterniond q = surefoot::test::RandomRotation(random);
  joint->axes[0].axis_J = q * Vector3d::UnitX();
  joint->axes[1].axis_J = q * Vector3d::UnitY();
  joint->screw_pitch = random->Uniform(0.1, 0.5);
}

/// A joint with random frames that are consistent with the links' poses.
inline world::Joint RandomJoint(const world::Model& model, const std::string& name,
                                world::JointType type, int parent, int child,
                                RandomStream* random) {
  world::Joint joint = world::test::MakeJoint(model, name, type, parent, child);
  joint.X_CJ = surefoot::test::RandomPose(random);
  joint.X_PJ = joint.X_PJ * joint.X_CJ;
  SetRandomAxes(&joint, random);
  return joint;
}

/// Types by which a link with one parent may be attached; the last three cannot be reversed.
inline world::JointType RandomType(RandomStream* random, bool reversible_only) {
  using world::JointType;
  constexpr JointType kTypes[] = {
      JointType::kFixed,     JointType::kRevolute, JointType::kContinuous,
      JointType::kPrismatic, JointType::kScrew,    JointType::kBall,
      JointType::kUniversal, JointType::kPlanar,   JointType::kFloating};
  return kTypes[RandomIndex(random, reversible_only ? 6 : 9)];
}

/// Links joined without loops, in random order. Some joints are written from child to parent, and
/// link 0 may be attached to the world.
inline world::Model RandomModel(RandomStream* random, int link_count) {
  world::Model model;
  model.name = "random";
  for (int i = 0; i < link_count; ++i) {
    model.links.push_back(world::test::MakeLink("l" + std::to_string(i)));
    model.links.back().X_ML = surefoot::test::RandomPose(random, 2.0);
  }
  struct Edge {
    int parent;
    int child;
  };
  std::vector<Edge> edges;
  if (random->Uniform() < 0.5) edges.push_back(Edge{world::kWorldLink, 0});
  for (int i = 1; i < link_count; ++i) {
    const int other = RandomIndex(random, i);
    const bool inwards = random->Uniform() < 0.3;
    edges.push_back(inwards ? Edge{i, other} : Edge{other, i});
  }
  for (std::size_t i = edges.size(); i > 1; --i) {
    std::swap(edges[i - 1],
              edges[static_cast<std::size_t>(RandomIndex(random, static_cast<int>(i)))]);
  }
  for (const Edge& edge : edges) {
    const auto same_child = [&](const Edge& e) { return e.child == edge.child; };
    const bool several = std::count_if(edges.begin(), edges.end(), same_child) > 1;
    const std::string name = "j" + std::to_string(model.joints.size());
    const world::JointType type = RandomType(random, several);
    model.joints.push_back(RandomJoint(model, name, type, edge.parent, edge.child, random));
  }
  return model;
}

/// Random position coordinates of a joint: unit quaternions where it has one.
inline void SetRandomPosition(world::JointType type, RandomStream* random, double* q) {
  const int count = world::PositionCount(type);
  for (int i = 0; i < count; ++i) q[i] = random->Uniform(-3.0, 3.0);
  if (type != world::JointType::kBall && type != world::JointType::kFloating) return;
  const Quaterniond turn = surefoot::test::RandomRotation(random);
  double* first = q + count - 4;
  first[0] = turn.w();
  first[1] = turn.x();
  first[2] = turn.y();
  first[3] = turn.z();
}

/// Rotation by the vector w: its length is the angle, its direction the axis.
inline Quaterniond RotationBy(const Vector3d& w) {
  const double angle = w.norm();
  if (angle == 0.0) return Quaterniond::Identity();
  return Quaterniond(Eigen::AngleAxisd(angle, w / angle));
}

/// Coordinates of a joint after time t at constant v, by the conventions of world/model.h.
inline void Advance(world::JointType type, double t, const double* v, double* q) {
  const int count = world::PositionCount(type);
  const bool has_quaternion =
      type == world::JointType::kBall || type == world::JointType::kFloating;
  const int scalars = has_quaternion ? count - 4 : count;
  for (int i = 0; i < scalars; ++i) q[i] += t * v[i];
  if (!has_quaternion) return;
  double* first = q + scalars;
  const Vector3d w_Jc(v[scalars], v[scalars + 1], v[scalars + 2]);
  const Quaterniond turned =
      Quaterniond(first[0], first[1], first[2], first[3]) * RotationBy(t * w_Jc);
  first[0] = turned.w();
  first[1] = turned.x();
  first[2] = turned.y();
  first[3] = turned.z();
}

/// Velocity between two poses of a frame, `time` apart; exact in the limit of small steps.
inline Twist TwistBetween(const RigidTransform& X_before, const RigidTransform& X_after,
                          double time) {
  const Eigen::AngleAxisd turn(X_after.q * X_before.q.conjugate());
  Twist V;
  V.w = turn.angle() / time * turn.axis();
  // The shorter way round.
  if (turn.angle() > 3.0) V.w = -(6.283185307179586 - turn.angle()) / time * turn.axis();
  V.v = (X_after.p - X_before.p) / time;
  return V;
}

}  // namespace surefoot::physics::test
