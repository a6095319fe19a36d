#include "surefoot/world/tree.h"

#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <set>

#include "surefoot/base/random.h"
#include "surefoot/world/test/build_model.h"

namespace surefoot::world {
namespace {

using test::Connect;
using test::MakeRow;
using Ints = std::vector<int>;

Tree TreeOf(const Model& model) {
  Result<Tree> tree = MakeTree(model);
  EXPECT_TRUE(tree.ok()) << (tree.ok() ? "" : tree.error().message);
  return tree.ok() ? *tree : Tree{};
}

TEST(MakeTree, LumpsFixedLinks) {
  const Tree tree = TreeOf(test::MakeCart());
  ASSERT_EQ(tree.bodies.size(), 3u);
  EXPECT_EQ(tree.bodies[0].links, (Ints{0, 3}));
  EXPECT_EQ(tree.bodies[0].parent, -1);
  EXPECT_EQ(tree.bodies[0].joint, -1);
  EXPECT_FALSE(tree.bodies[0].is_static);
  EXPECT_EQ(tree.bodies[1].parent, 0);
  EXPECT_EQ(tree.bodies[1].joint, 0);
  EXPECT_EQ(tree.bodies[2].root_link, 2);
  EXPECT_EQ(tree.body_of_link, (Ints{0, 1, 2, 0}));
  EXPECT_TRUE(tree.X_BL[3].p.isApprox(Vector3d(3.0, 0.0, 0.0)));
  EXPECT_TRUE(tree.loop_joints.empty());
}

TEST(MakeTree, AddsUpInertiaOfLumpedLinks) {
  // Two boxes of 1 m and 6 kg whose centres are 2 m apart along x. About their midpoint,
  // Ixx = 2 * 1, Iyy = Izz = 2 * (1 + 6 * 1^2).
  Model model = MakeRow(3);
  for (Link& link : model.links) {
    link.inertia.mass = 6.0;
    link.inertia.I_BBcm_B = Matrix3d::Identity();
  }
  model.links[1] = Link{};
  model.links[1].name = "frame";
  Connect(&model, JointType::kFixed, 0, 1);
  Connect(&model, JointType::kFixed, 1, 2);
  const Tree tree = TreeOf(model);
  ASSERT_EQ(tree.bodies.size(), 1u);
  const Inertia& inertia = tree.bodies[0].inertia;
  EXPECT_DOUBLE_EQ(inertia.mass, 12.0);
  EXPECT_TRUE(inertia.p_BBcm.isApprox(Vector3d(1.0, 0.0, 0.0)));
  EXPECT_TRUE(inertia.I_BBcm_B.isApprox(Vector3d(2.0, 14.0, 14.0).asDiagonal().toDenseMatrix()));
}

TEST(MakeTree, StaticModelIsOneStaticBody) {
  Model model = test::MakeCart();
  model.is_static = true;
  Connect(&model, JointType::kRevolute, 1, 2);
  const Tree tree = TreeOf(model);
  ASSERT_EQ(tree.bodies.size(), 1u);
  EXPECT_TRUE(tree.bodies[0].is_static);
  EXPECT_EQ(tree.bodies[0].links, (Ints{0, 1, 2, 3}));
  EXPECT_EQ(tree.bodies[0].parent, -1);
  EXPECT_EQ(tree.bodies[0].joint, -1);
  EXPECT_TRUE(tree.X_BL[2].p.isApprox(Vector3d(2.0, 0.0, 0.0)));
  EXPECT_TRUE(tree.loop_joints.empty());
}

TEST(MakeTree, FixedToTheWorldIsStatic) {
  Model model = MakeRow(3);
  Connect(&model, JointType::kFixed, kWorldLink, 0);
  Connect(&model, JointType::kRevolute, 0, 1);
  Connect(&model, JointType::kPrismatic, kWorldLink, 2);
  const Tree tree = TreeOf(model);
  ASSERT_EQ(tree.bodies.size(), 3u);
  EXPECT_TRUE(tree.bodies[0].is_static);
  EXPECT_EQ(tree.bodies[0].joint, -1);
  EXPECT_EQ(tree.bodies[1].parent, 0);
  EXPECT_EQ(tree.bodies[1].joint, 1);
  EXPECT_EQ(tree.bodies[2].parent, -1);
  EXPECT_EQ(tree.bodies[2].joint, 2);
  EXPECT_FALSE(tree.bodies[2].is_static);
}

TEST(MakeTree, FloatingJointCutsTheTree) {
  Model model = MakeRow(3);
  Connect(&model, JointType::kFloating, kWorldLink, 2);
  Connect(&model, JointType::kFloating, 2, 0);
  Connect(&model, JointType::kRevolute, 0, 1);
  const Tree tree = TreeOf(model);
  ASSERT_EQ(tree.bodies.size(), 3u);
  // The reference link of l0's coordinates comes first.
  EXPECT_EQ(tree.bodies[0].root_link, 2);
  EXPECT_EQ(tree.bodies[0].joint, 0);
  EXPECT_EQ(tree.bodies[1].root_link, 0);
  EXPECT_EQ(tree.bodies[1].parent, -1);
  EXPECT_EQ(tree.bodies[1].joint, 1);
  EXPECT_FALSE(tree.bodies[1].is_static);
  EXPECT_EQ(tree.bodies[2].parent, 1);
}

TEST(MakeTree, SecondParentClosesALoop) {
  // Four-bar: 0 -> 1 -> 3 and 0 -> 2 -> 3.
  Model model = MakeRow(4);
  Connect(&model, JointType::kRevolute, 0, 1);
  Connect(&model, JointType::kRevolute, 0, 2);
  Connect(&model, JointType::kRevolute, 1, 3);
  Connect(&model, JointType::kRevolute, 2, 3);
  const Tree tree = TreeOf(model);
  EXPECT_EQ(tree.bodies.size(), 4u);
  EXPECT_EQ(tree.bodies[3].joint, 2);
  EXPECT_EQ(tree.loop_joints, Ints{3});
}

TEST(MakeTree, FixedLoopJointBetweenBodiesIsKept) {
  Model model = MakeRow(3);
  Connect(&model, JointType::kRevolute, 0, 1);
  Connect(&model, JointType::kRevolute, 1, 2);
  Connect(&model, JointType::kFixed, 0, 2);
  const Tree tree = TreeOf(model);
  EXPECT_EQ(tree.bodies.size(), 3u);
  EXPECT_EQ(tree.loop_joints, Ints{2});
}

TEST(MakeTree, JointsThatHoldNothingAreNoLoops) {
  Model model = MakeRow(3);
  Connect(&model, JointType::kFixed, kWorldLink, 0);
  Connect(&model, JointType::kFixed, 0, 1);
  Connect(&model, JointType::kRevolute, 0, 1);        // both in one body
  Connect(&model, JointType::kFixed, kWorldLink, 1);  // already static
  Connect(&model, JointType::kFixed, kWorldLink, 2);
  Connect(&model, JointType::kRevolute, 1, 2);  // between two static bodies
  const Tree tree = TreeOf(model);
  EXPECT_EQ(tree.bodies.size(), 2u);
  EXPECT_TRUE(tree.loop_joints.empty());
}

TEST(MakeTree, PureCycleStartsAtItsFirstLink) {
  Model model = MakeRow(3);
  Connect(&model, JointType::kRevolute, 2, 0);
  Connect(&model, JointType::kRevolute, 0, 1);
  Connect(&model, JointType::kRevolute, 1, 2);
  const Tree tree = TreeOf(model);
  ASSERT_EQ(tree.bodies.size(), 3u);
  EXPECT_EQ(tree.bodies[0].root_link, 0);
  EXPECT_EQ(tree.bodies[0].joint, -1);
  EXPECT_EQ(tree.bodies[1].joint, 1);
  EXPECT_EQ(tree.bodies[2].joint, 2);
  EXPECT_EQ(tree.loop_joints, Ints{0});
}

TEST(MakeTree, HangsALooseParentOnItsChild) {
  // The wheels are parents of the chassis: the first is the root, the second joint is reversed.
  Model model = MakeRow(3);
  Connect(&model, JointType::kRevolute, 1, 0);
  Connect(&model, JointType::kRevolute, 2, 0);
  const Tree tree = TreeOf(model);
  ASSERT_EQ(tree.bodies.size(), 3u);
  EXPECT_EQ(tree.bodies[0].root_link, 1);
  EXPECT_EQ(tree.bodies[1].root_link, 0);
  EXPECT_FALSE(tree.bodies[1].joint_reversed);
  EXPECT_EQ(tree.bodies[2].root_link, 2);
  EXPECT_EQ(tree.bodies[2].parent, 1);
  EXPECT_EQ(tree.bodies[2].joint, 1);
  EXPECT_TRUE(tree.bodies[2].joint_reversed);
  EXPECT_TRUE(tree.loop_joints.empty());
}

TEST(MakeTree, FixedJointLumpsWhicheverWayItIsWritten) {
  Model model = MakeRow(3);
  Connect(&model, JointType::kFixed, kWorldLink, 0);
  Connect(&model, JointType::kFixed, 1, 0);
  Connect(&model, JointType::kRevolute, 1, 2);
  const Tree tree = TreeOf(model);
  ASSERT_EQ(tree.bodies.size(), 2u);
  EXPECT_EQ(tree.bodies[0].links, (Ints{0, 1}));
  EXPECT_TRUE(tree.bodies[0].is_static);
  EXPECT_EQ(tree.bodies[1].parent, 0);
}

TEST(MakeTree, SeveralComponentsAreSeveralRoots) {
  Model model = MakeRow(4);
  Connect(&model, JointType::kRevolute, 2, 0);
  const Tree tree = TreeOf(model);
  Ints roots;
  for (const Body& body : tree.bodies) roots.push_back(body.root_link);
  EXPECT_EQ(roots, (Ints{1, 2, 0, 3}));
}

TEST(MakeTree, RefusesBadIndices) {
  for (const auto& [parent, child] :
       std::vector<std::pair<int, int>>{{0, 2}, {2, 0}, {-2, 0}, {0, -1}, {1, 1}}) {
    Model model = MakeRow(2);
    Connect(&model, JointType::kRevolute, 0, 1);
    model.joints[0].parent = parent;
    model.joints[0].child = child;
    EXPECT_FALSE(MakeTree(model).ok()) << parent << " " << child;
  }
}

TEST(MakeTree, LongChainsNeedNoStack) {
  const int count = 100000;
  for (const JointType type : {JointType::kRevolute, JointType::kFixed}) {
    Model model = MakeRow(count);
    // The last link is the root; this order of joints is the slowest for a naive search.
    for (int i = 0; i + 1 < count; ++i) Connect(&model, type, i + 1, i);
    const auto start = std::chrono::steady_clock::now();
    const Tree tree = TreeOf(model);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    EXPECT_EQ(tree.bodies.size(), type == JointType::kFixed ? 1u : 100000u);
    EXPECT_EQ(tree.bodies[0].root_link, count - 1);
  }
}

// --- Random trees against a brute-force reference ---

RigidTransform RandomPose(RandomStream* random) {
  const auto number = [random] { return random->Normal(); };
  Quaterniond q(number(), number(), number(), number());
  q.normalize();
  const double x = number(), y = number(), z = number();
  return RigidTransform(q, Vector3d(x, y, z));
}

int Pick(RandomStream* random, int count) { return static_cast<int>(random->Uniform() * count); }

/// Each link is attached to the world, to an earlier link in a random order, or to nothing.
Model RandomTreeModel(RandomStream* random, int count) {
  Model model = MakeRow(count);
  for (Link& link : model.links) {
    link.X_ML = RandomPose(random);
    link.inertia.mass = random->Uniform(0.0, 1.0) < 0.2 ? 0.0 : random->Uniform(0.1, 5.0);
    const Matrix3d half = Matrix3d::Random() * 0.1;
    link.inertia.I_BBcm_B = Matrix3d::Identity() + half + half.transpose();
    link.inertia.p_BBcm = RandomPose(random).p;
    if (link.inertia.mass == 0.0) link.inertia = Inertia{};
  }
  Ints order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (int i = count - 1; i > 0; --i) {
    std::swap(order[static_cast<std::size_t>(i)],
              order[static_cast<std::size_t>(Pick(random, i + 1))]);
  }
  const JointType types[] = {JointType::kFixed, JointType::kRevolute, JointType::kFixed,
                             JointType::kBall, JointType::kFloating};
  for (int i = 0; i < count; ++i) {
    const int choice = Pick(random, 10);
    if (choice == 0) continue;
    const int parent =
        choice == 1 || i == 0 ? kWorldLink : order[static_cast<std::size_t>(Pick(random, i))];
    Connect(&model, types[Pick(random, 5)], parent, order[static_cast<std::size_t>(i)]);
  }
  return model;
}

/// Returns the joint that leads to a link, or nullptr.
const Joint* JointTo(const Model& model, int link) {
  for (const Joint& joint : model.joints) {
    if (joint.child == link) return &joint;
  }
  return nullptr;
}

/// Follows fixed joints upwards; `to_world` returns whether they end at the world.
int TopLink(const Model& model, int link, bool* to_world) {
  *to_world = false;
  while (true) {
    const Joint* joint = JointTo(model, link);
    if (joint == nullptr || joint->type != JointType::kFixed) return link;
    if (joint->parent == kWorldLink) {
      *to_world = true;
      return link;
    }
    link = joint->parent;
  }
}

/// The sum of the links' masses and of their first and second moments about the model's origin.
Inertia InertiaInModel(const Model& model, const Ints& links) {
  Inertia sum;
  Vector3d first = Vector3d::Zero();
  Matrix3d about_origin = Matrix3d::Zero();
  for (const int index : links) {
    const Link& link = model.links[static_cast<std::size_t>(index)];
    const Matrix3d R = link.X_ML.R();
    const Vector3d c = link.X_ML * link.inertia.p_BBcm;
    const double m = link.inertia.mass;
    sum.mass += m;
    first += m * c;
    about_origin += R * link.inertia.I_BBcm_B * R.transpose() +
                    m * (c.dot(c) * Matrix3d::Identity() - c * c.transpose());
  }
  if (sum.mass == 0.0) return sum;
  const Vector3d c = first / sum.mass;
  sum.p_BBcm = c;
  sum.I_BBcm_B = about_origin - sum.mass * (c.dot(c) * Matrix3d::Identity() - c * c.transpose());
  return sum;
}

void ExpectSameInertia(const Inertia& in_body, const RigidTransform& X_MB,
                       const Inertia& in_model) {
  EXPECT_NEAR(in_body.mass, in_model.mass, 1e-12);
  if (in_model.mass == 0.0) return;
  EXPECT_NEAR((X_MB * in_body.p_BBcm - in_model.p_BBcm).norm(), 0.0, 1e-10);
  const Matrix3d I_M = X_MB.R() * in_body.I_BBcm_B * X_MB.R().transpose();
  EXPECT_NEAR((I_M - in_model.I_BBcm_B).norm(), 0.0, 1e-8);
}

void ExpectMatchesReference(const Model& model, const Tree& tree) {
  std::set<int> tops;
  for (int link = 0; link < static_cast<int>(model.links.size()); ++link) {
    bool to_world = false;
    const int top = TopLink(model, link, &to_world);
    tops.insert(top);
    const int index = tree.body_of_link[static_cast<std::size_t>(link)];
    const Body& body = tree.bodies[static_cast<std::size_t>(index)];
    EXPECT_EQ(body.root_link, top);
    EXPECT_EQ(body.is_static, to_world);
    EXPECT_FALSE(body.joint_reversed);
    EXPECT_EQ(std::count(body.links.begin(), body.links.end(), link), 1);
    const RigidTransform& X_MB = model.links[static_cast<std::size_t>(top)].X_ML;
    const RigidTransform X_ML = X_MB * tree.X_BL[static_cast<std::size_t>(link)];
    EXPECT_NEAR((X_ML.p - model.links[static_cast<std::size_t>(link)].X_ML.p).norm(), 0.0, 1e-12);
    if (link != top) continue;
    ExpectSameInertia(body.inertia, X_MB, InertiaInModel(model, body.links));
    const Joint* joint = JointTo(model, top);
    const bool moves_on_joint = joint != nullptr && !to_world;
    EXPECT_EQ(body.joint, moves_on_joint ? joint - model.joints.data() : -1);
    const bool hangs =
        moves_on_joint && joint->parent != kWorldLink && joint->type != JointType::kFloating;
    EXPECT_EQ(body.parent, hangs ? tree.body_of_link[static_cast<std::size_t>(joint->parent)] : -1);
    EXPECT_LT(body.parent, index);
  }
  EXPECT_EQ(tops.size(), tree.bodies.size());
  EXPECT_TRUE(tree.loop_joints.empty());
}

TEST(MakeTree, RandomTreesMatchBruteForce) {
  RandomStream random(7, "trees");
  for (int trial = 0; trial < 300; ++trial) {
    const Model model = RandomTreeModel(&random, 1 + Pick(&random, 20));
    ExpectMatchesReference(model, TreeOf(model));
    if (HasFailure()) {
      ADD_FAILURE() << "trial " << trial;
      return;
    }
  }
}

/// Arbitrary graphs of joints: properties that hold for every tree.
TEST(MakeTree, RandomGraphsGiveSoundTrees) {
  RandomStream random(8, "graphs");
  const JointType types[] = {JointType::kFixed, JointType::kRevolute, JointType::kUniversal,
                             JointType::kFloating};
  for (int trial = 0; trial < 500; ++trial) {
    const int count = 2 + Pick(&random, 8);
    Model model = MakeRow(count);
    for (int j = Pick(&random, 14); j > 0; --j) {
      const int parent = Pick(&random, count + 1) - 1;
      const int child = Pick(&random, count);
      if (parent != child) Connect(&model, types[Pick(&random, 4)], parent, child);
    }
    const Tree tree = TreeOf(model);
    std::size_t links = 0;
    std::set<int> used(tree.loop_joints.begin(), tree.loop_joints.end());
    EXPECT_EQ(used.size(), tree.loop_joints.size());
    double mass = 0.0;
    for (int b = 0; b < static_cast<int>(tree.bodies.size()); ++b) {
      const Body& body = tree.bodies[static_cast<std::size_t>(b)];
      links += body.links.size();
      mass += body.inertia.mass;
      EXPECT_EQ(body.links[0], body.root_link);
      EXPECT_LT(body.parent, b);
      if (body.joint < 0) {
        EXPECT_EQ(body.parent, -1);
        continue;
      }
      EXPECT_FALSE(body.is_static);
      EXPECT_TRUE(used.insert(body.joint).second) << "a joint is used twice";
      const Joint& joint = model.joints[static_cast<std::size_t>(body.joint)];
      EXPECT_EQ(body.joint_reversed ? joint.parent : joint.child, body.root_link);
      const int other = body.joint_reversed ? joint.child : joint.parent;
      if (joint.type == JointType::kFloating) {
        EXPECT_EQ(body.parent, -1);
        if (other != kWorldLink) {
          EXPECT_LT(tree.body_of_link[static_cast<std::size_t>(other)], b);
        }
      } else {
        EXPECT_EQ(body.parent,
                  other == kWorldLink ? -1 : tree.body_of_link[static_cast<std::size_t>(other)]);
      }
    }
    EXPECT_EQ(links, model.links.size());
    EXPECT_NEAR(mass, count, 1e-9);
    // Every movable joint must be used if at least one of its bodies can move.
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
      const Joint& joint = model.joints[static_cast<std::size_t>(j)];
      const int a = joint.parent == kWorldLink
                        ? -1
                        : tree.body_of_link[static_cast<std::size_t>(joint.parent)];
      const int b = tree.body_of_link[static_cast<std::size_t>(joint.child)];
      const auto fixed = [&](int i) {
        return i < 0 || tree.bodies[static_cast<std::size_t>(i)].is_static;
      };
      EXPECT_EQ(used.count(j) > 0, a != b && !(fixed(a) && fixed(b))) << "trial " << trial;
    }
  }
}

}  // namespace
}  // namespace surefoot::world
