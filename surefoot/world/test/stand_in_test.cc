#include "surefoot/world/stand_in.h"

#include <gtest/gtest.h>

#include "surefoot/world/test/build_model.h"

namespace surefoot::world {
namespace {

using test::Connect;
using test::MakeRow;

/// A chain of links on revolute joints about the given axes, attached to the world. Links in
/// `massless` have no mass.
Model MakeChain(const std::vector<Vector3d>& axes, const std::vector<int>& massless) {
  Model model = MakeRow(static_cast<int>(axes.size()));
  for (std::size_t i = 0; i < axes.size(); ++i) {
    Connect(&model, JointType::kRevolute, static_cast<int>(i) - 1, static_cast<int>(i));
    model.joints.back().axes[0].axis_J = axes[i];
  }
  for (const int link : massless) model.links[static_cast<std::size_t>(link)].inertia = Inertia{};
  return model;
}

std::vector<StandInKind> Kinds(const Model& model) {
  std::vector<StandInKind> kinds;
  const Result<Tree> tree = MakeTree(model);
  for (const Body& body : tree->bodies) kinds.push_back(body.stand_in_kind);
  return kinds;
}

const Vector3d kX = Vector3d::UnitX();
const Vector3d kY = Vector3d::UnitY();
const Vector3d kZ = Vector3d::UnitZ();

TEST(StandIn, BodiesWithMassNeedNone) {
  const Model model = MakeChain({kZ, kX, kY}, {});
  const Result<Tree> tree = MakeTree(model);
  for (const Body& body : tree->bodies) {
    EXPECT_EQ(body.stand_in_kind, StandInKind::kNone);
    EXPECT_EQ(body.stand_in.mass, 0.0);
    EXPECT_EQ(body.moved_inertia().mass, 1.0);
  }
}

TEST(StandIn, StepsBetweenJointsTakeAMillionthOfWhatHangsBelow) {
  Model model = MakeChain({kZ, kX, kY, kZ}, {0, 1});
  model.links[3].inertia.mass = 2.0;
  const Result<Tree> tree = MakeTree(model);
  for (const std::size_t i : {0u, 1u}) {
    EXPECT_EQ(tree->bodies[i].stand_in_kind, StandInKind::kShare);
    EXPECT_NEAR(tree->bodies[i].stand_in.mass, 3e-6, 1e-11);
  }
  // Boxes at x = 2 and 3 with masses 1 and 2, seen from link 1 at x = 1.
  EXPECT_NEAR(tree->bodies[1].stand_in.p_BBcm.x(), 5.0 / 3.0, 1e-9);
  EXPECT_EQ(tree->bodies[1].inertia.mass, 0.0);
  EXPECT_EQ(tree->bodies[2].stand_in_kind, StandInKind::kNone);
}

TEST(StandIn, TwoHingesAboutOneLineAreLoose) {
  // All axes are parallel to the chain, so that no force determines the position of link 0.
  EXPECT_EQ(Kinds(MakeChain({kX, kX}, {0}))[0], StandInKind::kLoose);
  // Parallel axes a metre apart move the far mass differently.
  EXPECT_EQ(Kinds(MakeChain({kZ, kZ}, {0}))[0], StandInKind::kShare);
  // A rotor has the same effect.
  Model model = MakeChain({kX, kX}, {0});
  model.joints[0].axes[0].armature = 0.1;
  EXPECT_EQ(Kinds(model)[0], StandInKind::kShare);
}

TEST(StandIn, AFreeRootIsHeldByTwoChildrenNotByOne) {
  Model model = MakeRow(3);
  Connect(&model, JointType::kRevolute, 0, 1);
  model.links[0].inertia = Inertia{};
  model.links.pop_back();
  EXPECT_EQ(Kinds(model)[0], StandInKind::kLoose);
  EXPECT_NEAR(MakeTree(model)->bodies[0].stand_in.mass, 0.01, 1e-12);
  model.links.push_back(test::MakeLink("l2"));
  model.links[2].X_ML.p = Vector3d(0.0, 1.0, 0.0);
  Connect(&model, JointType::kRevolute, 0, 2);
  EXPECT_EQ(Kinds(model)[0], StandInKind::kShare);
}

TEST(StandIn, PointMassesMustNotTurnAboutThemselves) {
  Model model = MakeChain({kZ}, {});
  model.links[0].inertia.I_BBcm_B.setZero();
  EXPECT_EQ(Kinds(model)[0], StandInKind::kPoint);
  EXPECT_NEAR(MakeTree(model)->bodies[0].moved_inertia().I_BBcm_B(2, 2), 0.4 * 1e-4, 1e-12);
  EXPECT_EQ(MakeTree(model)->bodies[0].moved_inertia().mass, 1.0);
  model.links[0].inertia.p_BBcm = Vector3d(0.5, 0.0, 0.0);
  EXPECT_EQ(Kinds(model)[0], StandInKind::kNone);
  model.joints.clear();
  EXPECT_EQ(Kinds(model)[0], StandInKind::kPoint);
}

TEST(StandIn, EmptyLeavesAreSmallSpheres) {
  Model model = MakeChain({kZ, kX, kY, kZ}, {2, 3});
  model.links[0].inertia.mass = 50.0;
  model.links[1].inertia.mass = 20.0;
  const Result<Tree> tree = MakeTree(model);
  EXPECT_EQ(tree->bodies[3].stand_in_kind, StandInKind::kEmpty);
  EXPECT_NEAR(tree->bodies[3].stand_in.mass, 0.02, 1e-12);
  EXPECT_EQ(tree->bodies[2].stand_in_kind, StandInKind::kShare);
  EXPECT_NEAR(MakeTree(MakeChain({kZ}, {0}))->bodies[0].stand_in.mass, 1e-3, 1e-15);
  // A minimum mass of a gram would be too heavy for a tiny model.
  Model tiny = MakeChain({kZ, kX}, {1});
  tiny.links[0].inertia.mass = 1e-6;
  EXPECT_NEAR(MakeTree(tiny)->bodies[1].stand_in.mass, 1e-9, 1e-15);
}

}  // namespace
}  // namespace surefoot::world
