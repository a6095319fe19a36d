#include "surefoot/sim/state_hash.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "surefoot/base/random.h"
#include "surefoot/math/test/random_pose.h"
#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using test::MakeWorld;
using test::Place;

/// floor (static), ball, robot with a mast fixed to its base.
std::shared_ptr<const world::World> World() {
  auto robot = std::make_shared<world::Model>(*test::Robot());
  robot->links.push_back(world::test::MakeLink("mast"));
  world::test::Connect(robot.get(), world::JointType::kFixed, 0, 4);
  robot->joints.back().name = "weld";
  robot->joints.back().X_PJ = robot->links[4].X_ML;
  world::WorldSpec spec;
  spec.models = {Place("floor", test::Floor()), Place("ball", test::Ball()), Place("robot", robot)};
  return MakeWorld(spec);
}

physics::State RandomState(const world::World& world) {
  RandomStream random(1, "hash");
  physics::State state = physics::MakeInitialState(world);
  for (RigidTransform& X : state.X_WL) X = surefoot::test::RandomPose(&random);
  for (Twist& V : state.V_WL_W) {
    V = Twist{surefoot::test::RandomVector(&random), surefoot::test::RandomVector(&random)};
  }
  for (double& q : state.q) q = random.Normal();
  for (double& v : state.v) v = random.Normal();
  return state;
}

/// The i-th of a link's 13 numbers.
double* NumberOf(physics::State* state, int link, int i) {
  const auto l = static_cast<std::size_t>(link);
  if (i < 4) return state->X_WL[l].q.coeffs().data() + i;
  if (i < 7) return state->X_WL[l].p.data() + (i - 4);
  if (i < 10) return state->V_WL_W[l].w.data() + (i - 7);
  return state->V_WL_W[l].v.data() + (i - 10);
}

/// The smallest possible change.
void Nudge(double* number) { *number = std::nextafter(*number, 10.0); }

TEST(StateHash, KnowsTheMovableBodies) {
  const auto world = World();
  const StateHash hash(*world);
  std::vector<std::string> names;
  for (int link : hash.body_links()) names.push_back(world->LinkName(link));
  EXPECT_EQ(names, (std::vector<std::string>{"ball::link", "robot::base", "robot::l1", "robot::l2",
                                             "robot::l3"}));
}

TEST(StateHash, IsTheSameForTheSameState) {
  const auto world = World();
  StateHash a(*world), b(*world);
  physics::State state = RandomState(*world);
  EXPECT_EQ(a.Extend(5, 1, state), b.Extend(5, 1, state));
  EXPECT_EQ(a.Extend(5, 1, state), b.Extend(5, 1, state));
  EXPECT_EQ(a.body_hashes(), b.body_hashes());
}

TEST(StateHash, ChangesWithEveryNumberOfEveryBodyAndNamesTheBody) {
  const auto world = World();
  StateHash hash(*world);
  const physics::State state = RandomState(*world);
  const std::uint64_t before = hash.Extend(5, 1, state);
  const std::vector<std::uint64_t> bodies_before = hash.body_hashes();
  std::set<std::uint64_t> seen = {before};
  for (std::size_t body = 0; body < hash.body_links().size(); ++body) {
    for (int i = 0; i < 13; ++i) {
      physics::State other = state;
      Nudge(NumberOf(&other, hash.body_links()[body], i));
      EXPECT_TRUE(seen.insert(hash.Extend(5, 1, other)).second) << body << " " << i;
      for (std::size_t k = 0; k < bodies_before.size(); ++k) {
        EXPECT_EQ(hash.body_hashes()[k] != bodies_before[k], k == body) << body << " " << i;
      }
    }
  }
}

TEST(StateHash, ChangesWithEveryJointCoordinate) {
  const auto world = World();
  StateHash hash(*world);
  const physics::State state = RandomState(*world);
  std::set<std::uint64_t> seen = {hash.Extend(5, 1, state)};
  const std::vector<std::uint64_t> bodies_before = hash.body_hashes();
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    physics::State other = state;
    Nudge(&other.q[i]);
    EXPECT_TRUE(seen.insert(hash.Extend(5, 1, other)).second) << i;
  }
  for (std::size_t i = 0; i < state.v.size(); ++i) {
    physics::State other = state;
    Nudge(&other.v[i]);
    EXPECT_TRUE(seen.insert(hash.Extend(5, 1, other)).second) << i;
  }
  EXPECT_EQ(seen.size(), 1 + state.q.size() + state.v.size());
  EXPECT_EQ(hash.body_hashes(), bodies_before);
}

TEST(StateHash, ChangesWithTheStepAndThePast) {
  const auto world = World();
  StateHash hash(*world);
  const physics::State state = RandomState(*world);
  const std::uint64_t reference = hash.Extend(5, 1, state);
  EXPECT_NE(hash.Extend(6, 1, state), reference);
  EXPECT_NE(hash.Extend(5, 2, state), reference);
}

TEST(StateHash, DoesNotMixUpBodiesThatChangePlaces) {
  world::WorldSpec spec;
  const auto ball = test::Ball();
  spec.models = {Place("a", ball), Place("b", ball)};
  const auto world = MakeWorld(spec);
  StateHash hash(*world);
  physics::State state = RandomState(*world);
  const std::uint64_t reference = hash.Extend(5, 1, state);
  std::swap(state.X_WL[0], state.X_WL[1]);
  std::swap(state.V_WL_W[0], state.V_WL_W[1]);
  EXPECT_NE(hash.Extend(5, 1, state), reference);
}

TEST(StateHash, OfAWorldWithoutBodiesStillCountsSteps) {
  world::WorldSpec spec;
  spec.models = {Place("floor", test::Floor())};
  const auto world = MakeWorld(spec);
  StateHash hash(*world);
  const physics::State state = physics::MakeInitialState(*world);
  EXPECT_TRUE(hash.body_links().empty());
  EXPECT_NE(hash.Extend(5, 1, state), hash.Extend(5, 2, state));
}

}  // namespace
}  // namespace surefoot::sim
