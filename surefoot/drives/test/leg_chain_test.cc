#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "surefoot/drives/legs/legs.h"
#include "surefoot/drives/test/bench.h"
#include "surefoot/drives/test/dog.h"
#include "surefoot/physics/kinematics.h"

namespace surefoot::drives::test {
namespace {

/// A world of one model, and the leg that all of its joints form.
class OneLeg {
 public:
  explicit OneLeg(world::Model model, const std::string& leg = "<leg/>") {
    world::WorldSpec spec;
    spec.models.push_back(world::ModelInstance{
        model.name, RigidTransform(), std::make_shared<const world::Model>(std::move(model))});
    world = world::MakeWorld(std::move(spec), nullptr).value();
    element = world::test::ParseMarkup(leg);
  }

  std::optional<LegChain> Chain() {
    const world::ElementReader reader(element, &problems);
    const DriveArgs args{*world, 0, "/x", "x/", reader, &graph, 0};
    std::vector<DriveJoint> joints;
    for (const world::Joint& joint : world->model(0).joints) {
      joints.push_back(*FindDriveJoint(args, reader, "joint", joint.name));
    }
    return MakeLegChain(args, reader, joints, std::vector<double>(joints.size(), 0.0), 0);
  }

  std::shared_ptr<const world::World> world;
  world::Element element;
  Problems problems;
  graph::Graph graph;
};

/// Three to six hinges with random positions and directions.
world::Model RandomLeg(std::mt19937* random, int hinges) {
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const auto vector = [&] { return Vector3d(any(*random), any(*random), any(*random)); };
  world::Model model;
  model.name = "leg";
  model.links.push_back(world::test::MakeLink("base"));
  model.links[0].X_ML = RigidTransform(QuaternionFromRpy(0.3, -0.2, 0.9), 0.1 * vector());
  std::vector<Vector3d> places;
  std::vector<Vector3d> axes;
  for (int i = 0; i <= hinges; ++i) places.push_back(0.2 * vector() - 0.1 * i * Vector3d::UnitZ());
  for (int i = 0; i < hinges; ++i) axes.push_back(vector());
  AddLeg(&model, "j", places, axes);
  return model;
}

TEST(LegChain, FindsTheFootWhereTheModelPutsIt) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(-2.0, 2.0);
  for (int trial = 0; trial < 30; ++trial) {
    const int hinges = 3 + trial % 4;
    OneLeg leg(RandomLeg(&random, hinges));
    const auto chain = leg.Chain();
    ASSERT_TRUE(chain.has_value()) << leg.problems.ErrorText();
    physics::State state = physics::MakeInitialState(*leg.world);
    for (int i = 0; i < hinges; ++i) state.q[static_cast<std::size_t>(i)] = angle(random);
    physics::ForwardKinematics(*leg.world, 0, &state);
    const world::Link& last = leg.world->model(0).links.back();
    const Vector3d p_WF = state.X_WL.back() * last.collisions[0].X_LG.p;
    const Vector3d p_BF = state.X_WL[0].Inverse() * p_WF;
    EXPECT_NEAR((chain->Foot(state.q.data()).p - p_BF).norm(), 0.0, 1e-12);
  }
}

TEST(LegChain, SolvesForPlacesThatItCanReach) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> angle(-1.0, 1.0);
  int near = 0;
  const int trials = 200;
  for (int trial = 0; trial < trials; ++trial) {
    OneLeg leg(RandomLeg(&random, 3 + trial % 2));
    const auto chain = leg.Chain();
    std::vector<double> q(static_cast<std::size_t>(chain->size()));
    for (double& x : q) x = angle(random);
    const RigidTransform X_BF = chain->Foot(q.data());
    // Starts near the solution, as a walk does.
    for (double& x : q) x += 0.2 * angle(random);
    const double missed = chain->Solve(X_BF, LegChain::Goal::kPlace, q.data());
    EXPECT_NEAR((chain->Foot(q.data()).p - X_BF.p).norm(), missed, 1e-9);
    near += missed < 1e-6 ? 1 : 0;
  }
  // Some random legs are nearly singular.
  EXPECT_GE(near, trials * 98 / 100);
}

TEST(LegChain, SolvesForWholePosesWithSixHinges) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> angle(-1.0, 1.0);
  int near = 0;
  for (int trial = 0; trial < 100; ++trial) {
    OneLeg leg(RandomLeg(&random, 6));
    const auto chain = leg.Chain();
    std::vector<double> q(6);
    for (double& x : q) x = angle(random);
    const RigidTransform X_BF = chain->Foot(q.data());
    for (double& x : q) x += 0.1 * angle(random);
    chain->Solve(X_BF, LegChain::Goal::kPose, q.data());
    const RigidTransform found = chain->Foot(q.data());
    near += (found.p - X_BF.p).norm() < 1e-6 && found.q.angularDistance(X_BF.q) < 1e-5 ? 1 : 0;
  }
  EXPECT_GE(near, 95);
}

TEST(LegChain, AnswersAsTheClosedFormOfAStraightLeg) {
  world::Model model;
  model.name = "leg";
  model.links.push_back(world::test::MakeLink("base"));
  AddLeg(&model, "j", {{0, 0, 0}, {0, 0, 0}, {0, 0, -0.2}, {0, 0, -0.4}},
         {Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitY()});
  OneLeg leg(model);
  const auto chain = leg.Chain();
  std::vector<double> q = {0.0, 0.5, -1.0};
  const Vector3d goal(0.1, 0.05, -0.28);
  EXPECT_LT(chain->Solve(RigidTransform(goal), LegChain::Goal::kPlace, q.data()), 1e-8);
  // The knee by the law of cosines, the abduction by the foot's direction seen from ahead.
  const double knee = std::acos((goal.squaredNorm() - 2 * 0.2 * 0.2) / (2 * 0.2 * 0.2));
  EXPECT_NEAR(q[2], -knee, 1e-6);
  EXPECT_NEAR(q[0], std::atan2(0.05, 0.28), 1e-6);
}

TEST(LegChain, ComesAsNearAsItCanAndStaysWithinLimits) {
  world::Model model;
  model.name = "leg";
  model.links.push_back(world::test::MakeLink("base"));
  AddLeg(&model, "j", {{0, 0, 0}, {0, 0, 0}, {0, 0, -0.2}, {0, 0, -0.4}},
         {Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitY()});
  model.joints[2].axes[0].upper = -0.3;
  OneLeg leg(model);
  const auto chain = leg.Chain();
  std::vector<double> q = {0.0, 0.5, -1.0};
  const double missed =
      chain->Solve(RigidTransform(Vector3d(0, 0, -0.6)), LegChain::Goal::kPlace, q.data());
  EXPECT_LE(q[2], -0.3);
  // Longest reach that the knee's limit allows.
  const double longest = std::sqrt(2 * 0.04 * (1 + std::cos(0.3)));
  EXPECT_NEAR(missed, 0.6 - longest, 1e-3);
}

TEST(LegChain, RefusesInvalidLegs) {
  world::Model model = MakeDog();
  OneLeg leg(model);
  // All twelve joints do not form one chain.
  EXPECT_FALSE(leg.Chain().has_value());
  EXPECT_FALSE(leg.problems.ok());
}

}  // namespace
}  // namespace surefoot::drives::test
