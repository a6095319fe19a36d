#include "surefoot/physics/state.h"

#include <gtest/gtest.h>

#include <limits>

#include "surefoot/base/index.h"
#include "surefoot/physics/kinematics.h"
#include "surefoot/physics/test/random_model.h"

namespace surefoot::physics {
namespace {

using world::JointType;

std::shared_ptr<const world::World> MakeWorld(std::vector<world::Model> models) {
  world::WorldSpec spec;
  for (world::Model& model : models) {
    const std::string name = "m" + std::to_string(spec.models.size());
    const RigidTransform X_WM(QuaternionFromRpy(0, 0, 1.5707963267948966), Vector3d(1, 2, 3));
    spec.models.push_back(
        world::ModelInstance{name, X_WM, std::make_shared<world::Model>(std::move(model))});
  }
  const auto world = world::MakeWorld(spec, nullptr);
  EXPECT_TRUE(world.ok()) << world.error().message;
  return world.value();
}

/// A row of links, 1 m apart along x, with a joint each.
world::Model Chain(std::initializer_list<JointType> types) {
  world::Model model = world::test::MakeRow(static_cast<int>(types.size()) + 1);
  int parent = 0;
  for (const JointType type : types) {
    world::test::Connect(&model, type, parent, parent + 1);
    ++parent;
  }
  return model;
}

TEST(MakeInitialState, HasTheSizesOfTheWorld) {
  const auto world = MakeWorld({Chain({JointType::kBall, JointType::kPlanar}),
                                Chain({JointType::kRevolute}), Chain({JointType::kUniversal})});
  const State state = MakeInitialState(*world);
  EXPECT_EQ(state.X_WL.size(), 3u + 2u + 2u);
  EXPECT_EQ(state.V_WL_W.size(), 7u);
  EXPECT_EQ(state.q.size(), 4u + 3u + 1u + 2u);
  EXPECT_EQ(state.v.size(), 3u + 3u + 1u + 2u);
  EXPECT_EQ(state.effort.size(), state.v.size());
}

TEST(MakeInitialState, PutsModelsWhereTheyStandAtRest) {
  const auto world = MakeWorld(
      {Chain({JointType::kFixed, JointType::kBall, JointType::kFloating, JointType::kScrew})});
  const State state = MakeInitialState(*world);
  for (int link = 0; link < world->link_count(); ++link) {
    // Rotated by a quarter about z, the row extends along y.
    EXPECT_LT((state.X_WL[At(link)].p - Vector3d(1, 2 + link, 3)).norm(), 1e-14);
    EXPECT_EQ(state.V_WL_W[At(link)].v, Vector3d::Zero());
    EXPECT_EQ(state.V_WL_W[At(link)].w, Vector3d::Zero());
  }
  // Quaternions are the identity, all other coordinates zero.
  EXPECT_EQ(state.q, (std::vector<double>{1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0}));
}

TEST(MakeInitialState, HonoursInitialPositions) {
  world::Model model = Chain({JointType::kPrismatic, JointType::kPlanar});
  model.joints[0].axes[0].axis_J = Vector3d::UnitZ();
  model.joints[1].axes[0].axis_J = Vector3d::UnitX();
  model.joints[1].axes[1].axis_J = Vector3d::UnitY();
  model.initial_positions = {{0, 0, 0.25}, {1, 1, 0.5}, {1, 2, 0.75}};
  const auto world = MakeWorld({model});
  const State state = MakeInitialState(*world);
  EXPECT_EQ(state.q, (std::vector<double>{0.25, 0.0, 0.5, 0.75}));
  EXPECT_LT((state.X_WL[1].p - Vector3d(1, 3, 3.25)).norm(), 1e-14);
  // The plane's y is the world's -x, after the model's quarter turn.
  EXPECT_LT((state.X_WL[2].p - Vector3d(0.5, 4, 3.25)).norm(), 1e-14);
  EXPECT_NEAR(RpyFromQuaternion(state.X_WL[2].q).z(), 1.5707963267948966 + 0.75, 1e-14);
}

TEST(SetInitialState, ForgetsWhatWasThere) {
  RandomStream random(1, "forget");
  for (int i = 0; i < 20; ++i) {
    const auto world = MakeWorld({test::RandomModel(&random, 6), test::RandomModel(&random, 6)});
    const State start = MakeInitialState(*world);
    State state = start;
    for (auto* values : {&state.q, &state.v, &state.effort}) {
      for (double& value : *values) value = random.Uniform(-1.0, 1.0);
    }
    for (RigidTransform& X : state.X_WL) X = surefoot::test::RandomPose(&random);
    for (Twist& V : state.V_WL_W) V.v = surefoot::test::RandomVector(&random);
    for (int m = 0; m < 2; ++m) SetInitialState(*world, m, &state);
    EXPECT_EQ(state.q, start.q);
    EXPECT_EQ(state.v, start.v);
    EXPECT_EQ(state.effort, start.effort);
    for (std::size_t l = 0; l < start.X_WL.size(); ++l) {
      EXPECT_EQ(state.X_WL[l].p, start.X_WL[l].p);
      EXPECT_EQ(state.X_WL[l].q.coeffs(), start.X_WL[l].q.coeffs());
      EXPECT_EQ(state.V_WL_W[l].v, Vector3d::Zero());
    }
  }
}

TEST(IsFinite, FindsEveryBadNumberOfItsModelOnly) {
  const auto world = MakeWorld({Chain({JointType::kBall}), Chain({JointType::kRevolute})});
  const State good = MakeInitialState(*world);
  EXPECT_TRUE(IsFinite(*world, 0, good));
  EXPECT_TRUE(IsFinite(*world, 1, good));
  const auto expect_bad = [&](const State& state, bool first) {
    EXPECT_EQ(IsFinite(*world, 0, state), !first);
    EXPECT_EQ(IsFinite(*world, 1, state), first);
  };
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
    for (std::size_t link = 0; link < 4; ++link) {
      for (int i = 0; i < 13; ++i) {
        State state = good;
        double& number = i < 4    ? state.X_WL[link].q.coeffs()[i]
                         : i < 7  ? state.X_WL[link].p[i - 4]
                         : i < 10 ? state.V_WL_W[link].w[i - 7]
                                  : state.V_WL_W[link].v[i - 10];
        number = bad;
        expect_bad(state, link < 2);
      }
    }
    for (std::size_t i = 0; i < 5; ++i) {
      State state = good;
      state.q[i] = bad;
      expect_bad(state, i < 4);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      State state = good;
      state.v[i] = bad;
      expect_bad(state, i < 3);
    }
  }
}

}  // namespace
}  // namespace surefoot::physics
