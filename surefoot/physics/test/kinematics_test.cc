#include "surefoot/physics/kinematics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/physics/test/random_model.h"

namespace surefoot::physics {
namespace {

using surefoot::test::RandomPose;
using surefoot::test::RandomVector;
using world::JointType;

constexpr double kPi = 3.14159265358979323846;
constexpr JointType kAllTypes[] = {
    JointType::kFixed,     JointType::kRevolute, JointType::kContinuous,
    JointType::kPrismatic, JointType::kScrew,    JointType::kUniversal,
    JointType::kBall,      JointType::kPlanar,   JointType::kFloating};

world::Joint MakeJoint(JointType type, const Vector3d& first, const Vector3d& second) {
  world::Joint joint;
  joint.type = type;
  joint.axes[0].axis_J = first;
  joint.axes[1].axis_J = second;
  joint.screw_pitch = 0.2;
  return joint;
}

void ExpectPose(const RigidTransform& X, const Matrix3d& R, const Vector3d& p) {
  EXPECT_LT((X.R() - R).norm(), 1e-14);
  EXPECT_LT((X.p - p).norm(), 1e-14);
}

/// Columns are the images of the axes.
Matrix3d AxesTo(const Vector3d& x, const Vector3d& y, const Vector3d& z) {
  Matrix3d R;
  R << x, y, z;
  return R;
}

TEST(JointPose, IsWhatTheConventionsSay) {
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  const double quarter[] = {kPi / 2};
  ExpectPose(JointPose(MakeJoint(JointType::kFixed, z, x), nullptr), Matrix3d::Identity(),
             Vector3d::Zero());
  ExpectPose(JointPose(MakeJoint(JointType::kRevolute, z, x), quarter), AxesTo(y, -x, z),
             Vector3d::Zero());
  ExpectPose(JointPose(MakeJoint(JointType::kContinuous, -z, x), quarter), AxesTo(-y, x, z),
             Vector3d::Zero());
  ExpectPose(JointPose(MakeJoint(JointType::kPrismatic, y, x), quarter), Matrix3d::Identity(),
             kPi / 2 * y);
  // A quarter of a turn advances by a quarter of the pitch.
  ExpectPose(JointPose(MakeJoint(JointType::kScrew, z, x), quarter), AxesTo(y, -x, z), 0.05 * z);
  // First about z, then about the x axis, which has turned to y.
  const double quarters[] = {kPi / 2, kPi / 2, kPi / 2};
  ExpectPose(JointPose(MakeJoint(JointType::kUniversal, z, x), quarters), AxesTo(y, z, x),
             Vector3d::Zero());
  const double planar[] = {2.0, 3.0, kPi / 2};
  ExpectPose(JointPose(MakeJoint(JointType::kPlanar, x, y), planar), AxesTo(y, -x, z),
             Vector3d(2, 3, 0));
  const double half = std::sqrt(0.5);
  const double floating[] = {1.0, 2.0, 3.0, half, 0.0, 0.0, half};
  ExpectPose(JointPose(MakeJoint(JointType::kFloating, z, x), floating), AxesTo(y, -x, z),
             Vector3d(1, 2, 3));
  ExpectPose(JointPose(MakeJoint(JointType::kBall, z, x), floating + 3), AxesTo(y, -x, z),
             Vector3d::Zero());
}

TEST(JointTwist, IsTheDerivativeOfJointPose) {
  RandomStream random(1, "twist");
  const double h = 1e-5;
  for (const JointType type : kAllTypes) {
    for (int i = 0; i < 200; ++i) {
      world::Joint joint;
      joint.type = type;
      test::SetRandomAxes(&joint, &random);
      double q[7] = {}, before[7] = {}, after[7] = {}, v[6] = {};
      test::SetRandomPosition(type, &random, q);
      for (double& value : v) value = random.Uniform(-2.0, 2.0);
      std::copy(q, q + 7, before);
      std::copy(q, q + 7, after);
      test::Advance(type, -h, v, before);
      test::Advance(type, h, v, after);
      const Twist expected =
          test::TwistBetween(JointPose(joint, before), JointPose(joint, after), 2 * h);
      const Twist twist = JointTwist(joint, q, v);
      ASSERT_LT((twist.w - expected.w).norm(), 1e-7) << world::JointTypeName(type);
      ASSERT_LT((twist.v - expected.v).norm(), 1e-7) << world::JointTypeName(type);
    }
  }
}

/// Two instances of a random model in a random state.
struct Case {
  std::shared_ptr<const world::World> world;
  State state;
};

bool IsFreeRoot(const world::Body& body) { return !body.is_static && body.joint < 0; }

Case RandomCase(RandomStream* random) {
  const auto model =
      std::make_shared<world::Model>(test::RandomModel(random, 1 + test::RandomIndex(random, 9)));
  world::WorldSpec spec;
  spec.models.push_back(world::ModelInstance{"a", RandomPose(random, 5.0), model});
  spec.models.push_back(world::ModelInstance{"b", RandomPose(random, 5.0), model});
  const auto made = world::MakeWorld(spec, nullptr);
  EXPECT_TRUE(made.ok()) << made.error().message;
  Case out{made.value(), MakeInitialState(*made.value())};
  for (int j = 0; j < out.world->joint_count(); ++j) {
    const world::JointLayout& layout = out.world->joint(j);
    test::SetRandomPosition(out.world->joint_spec(j).type, random, out.state.q.data() + layout.q);
  }
  for (double& v : out.state.v) v = random->Uniform(-1.0, 1.0);
  for (int m = 0; m < 2; ++m) {
    for (const world::Body& body : out.world->tree(m).bodies) {
      if (!IsFreeRoot(body)) continue;
      const std::size_t root = At(out.world->layout(m).links.first + body.root_link);
      out.state.X_WL[root] = RandomPose(random, 5.0);
      out.state.V_WL_W[root] = Twist{RandomVector(random), RandomVector(random)};
    }
  }
  return out;
}

void UpdateAll(Case* c) {
  for (int m = 0; m < c->world->model_count(); ++m) ForwardKinematics(*c->world, m, &c->state);
}

/// The same case a moment later, integrated coordinate by coordinate.
Case Later(const Case& c, double t) {
  Case later = c;
  for (int j = 0; j < c.world->joint_count(); ++j) {
    const world::JointLayout& layout = c.world->joint(j);
    test::Advance(c.world->joint_spec(j).type, t, c.state.v.data() + layout.v,
                  later.state.q.data() + layout.q);
  }
  for (int m = 0; m < c.world->model_count(); ++m) {
    for (const world::Body& body : c.world->tree(m).bodies) {
      if (!IsFreeRoot(body)) continue;
      const std::size_t root = At(c.world->layout(m).links.first + body.root_link);
      const Twist& V = c.state.V_WL_W[root];
      later.state.X_WL[root].p += t * V.v;
      later.state.X_WL[root].q = test::RotationBy(t * V.w) * c.state.X_WL[root].q;
    }
  }
  UpdateAll(&later);
  return later;
}

/// The frames of both sides of each joint, computed from their own links, are as far apart as the
/// joint has moved. Together with the roots this determines every link, in whichever direction the
/// tree is traversed.
void ExpectJointsHold(const Case& c, int model) {
  const world::Model& description = c.world->model(model);
  const std::vector<int>& loops = c.world->tree(model).loop_joints;
  const world::ModelLayout& layout = c.world->layout(model);
  for (int j = 0; j < layout.joints.count; ++j) {
    if (std::find(loops.begin(), loops.end(), j) != loops.end()) continue;
    const world::Joint& joint = description.joints[At(j)];
    const auto link = [&](int index) { return c.state.X_WL[At(layout.links.first + index)]; };
    const RigidTransform X_WP =
        joint.parent == world::kWorldLink ? c.world->instance(model).X_WM : link(joint.parent);
    const double* q = c.state.q.data() + c.world->joint(layout.joints.first + j).q;
    const RigidTransform X_WJc = X_WP * joint.X_PJ * JointPose(joint, q);
    const RigidTransform X_WJc_by_child = link(joint.child) * joint.X_CJ;
    ASSERT_LT((X_WJc.p - X_WJc_by_child.p).norm(), 1e-12) << joint.name;
    ASSERT_LT((X_WJc.R() - X_WJc_by_child.R()).norm(), 1e-12) << joint.name;
  }
}

TEST(ForwardKinematics, PutsEveryLinkWhereItsJointSays) {
  RandomStream random(2, "poses");
  int reversed = 0, floating = 0, lumped = 0, welded = 0;
  for (int i = 0; i < 400; ++i) {
    Case c = RandomCase(&random);
    const State given = c.state;
    UpdateAll(&c);
    for (int m = 0; m < 2; ++m) {
      ASSERT_NO_FATAL_FAILURE(ExpectJointsHold(c, m));
      for (const world::Body& body : c.world->tree(m).bodies) {
        const std::size_t root = At(c.world->layout(m).links.first + body.root_link);
        if (IsFreeRoot(body)) {
          EXPECT_EQ(c.state.X_WL[root].p, given.X_WL[root].p);
        }
        if (body.is_static) {
          const world::Link& link = c.world->model(m).links[At(body.root_link)];
          const RigidTransform X_WL = c.world->instance(m).X_WM * link.X_ML;
          EXPECT_LT((c.state.X_WL[root].p - X_WL.p).norm(), 1e-12);
          EXPECT_EQ(c.state.V_WL_W[root].v, Vector3d::Zero());
        }
        reversed += body.joint_reversed ? 1 : 0;
        lumped += body.links.size() > 1 ? 1 : 0;
        welded += body.is_static ? 1 : 0;
        floating +=
            body.joint >= 0 && c.world->model(m).joints[At(body.joint)].type == JointType::kFloating
                ? 1
                : 0;
      }
    }
  }
  // The random cases contain what they are meant to test.
  EXPECT_GT(reversed, 50);
  EXPECT_GT(floating, 50);
  EXPECT_GT(lumped, 50);
  EXPECT_GT(welded, 20);
}

TEST(ForwardKinematics, VelocitiesAreTheDerivativesOfPoses) {
  RandomStream random(3, "velocities");
  const double h = 1e-5;
  for (int i = 0; i < 200; ++i) {
    Case c = RandomCase(&random);
    UpdateAll(&c);
    const Case before = Later(c, -h);
    const Case after = Later(c, h);
    for (std::size_t link = 0; link < c.state.X_WL.size(); ++link) {
      const Twist expected =
          test::TwistBetween(before.state.X_WL[link], after.state.X_WL[link], 2 * h);
      const double size = 1.0 + expected.v.norm() + expected.w.norm();
      ASSERT_LT((c.state.V_WL_W[link].w - expected.w).norm(), 1e-6 * size) << i;
      ASSERT_LT((c.state.V_WL_W[link].v - expected.v).norm(), 1e-6 * size) << i;
    }
  }
}

TEST(ForwardKinematics, LeavesOtherModelsAlone) {
  RandomStream random(4, "others");
  Case c = RandomCase(&random);
  UpdateAll(&c);
  const State before = c.state;
  const world::Range& links = c.world->layout(1).links;
  for (int l = links.first; l < links.end(); ++l) c.state.X_WL[At(l)].p.setConstant(99.0);
  ForwardKinematics(*c.world, 0, &c.state);
  for (int l = 0; l < c.world->link_count(); ++l) {
    const bool other = l >= links.first;
    EXPECT_EQ(c.state.X_WL[At(l)].p, other ? Vector3d(99, 99, 99) : before.X_WL[At(l)].p);
  }
}

}  // namespace
}  // namespace surefoot::physics
