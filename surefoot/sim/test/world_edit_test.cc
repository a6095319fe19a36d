#include "surefoot/sim/world_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using test::Place;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> Names(const world::WorldSpec& spec) {
  std::vector<std::string> names;
  for (const world::ModelInstance& model : spec.models) names.push_back(model.name);
  return names;
}

world::Attachment Hook(const std::string& name, const std::string& a, const std::string& b) {
  world::Attachment attachment;
  attachment.name = name;
  attachment.model_a = a;
  attachment.link_a = "link";
  attachment.model_b = b;
  attachment.link_b = "link";
  return attachment;
}

/// Models a, b, c; hooks ab, bc; filters ac, cb.
world::WorldSpec ThreeBalls() {
  world::WorldSpec spec;
  const auto ball = test::Ball();
  spec.models = {Place("a", ball), Place("b", ball, Vector3d(1, 0, 0)), Place("c", ball)};
  spec.attachments = {Hook("ab", "a", "b"), Hook("bc", "b", "c")};
  spec.collision_filters = {world::CollisionFilter{"a", "", "c", ""},
                            world::CollisionFilter{"c", "link", "b", "link"}};
  return spec;
}

TEST(WorldEdit, SpawnAddsAtTheEnd) {
  const world::WorldSpec before = ThreeBalls();
  const auto after = WithSpawn(before, Spawn{Place("d", test::Robot(), Vector3d(0, 0, 7))});
  ASSERT_TRUE(after.ok());
  EXPECT_THAT(Names(*after), ElementsAre("a", "b", "c", "d"));
  EXPECT_EQ(after->models[3].X_WM.p, Vector3d(0, 0, 7));
  EXPECT_EQ(after->attachments.size(), 2u);
  EXPECT_THAT(Names(before), ElementsAre("a", "b", "c"));
}

TEST(WorldEdit, SpawnRefusesATakenName) {
  const auto after = WithSpawn(ThreeBalls(), Spawn{Place("b", test::Ball())});
  ASSERT_FALSE(after.ok());
  EXPECT_THAT(after.error().message, HasSubstr("'b' exists already"));
}

TEST(WorldEdit, SpawnBringsGroundsThatAreNotThereYet) {
  world::WorldSpec before = ThreeBalls();
  world::GroundMaterial ground;
  ground.name = "ice";
  ground.hard.mu = 0.1;
  before.grounds = {ground};
  ground.hard.mu = 0.2;
  world::GroundMaterial sand;
  sand.name = "sand";
  const auto after = WithSpawn(before, Spawn{Place("d", test::Robot()), {ground, sand}});
  ASSERT_TRUE(after.ok());
  ASSERT_EQ(after->grounds.size(), 2u);
  EXPECT_EQ(after->grounds[0].hard.mu, 0.1) << "the world's ground is kept";
  EXPECT_EQ(after->grounds[1].name, "sand");
}

TEST(WorldEdit, RemoveTakesWhatNamesTheModelWithIt) {
  const auto after = WithRemove(ThreeBalls(), Remove{"a"});
  ASSERT_TRUE(after.ok());
  EXPECT_THAT(Names(*after), ElementsAre("b", "c"));
  ASSERT_EQ(after->attachments.size(), 1u);
  EXPECT_EQ(after->attachments[0].name, "bc");
  ASSERT_EQ(after->collision_filters.size(), 1u);
  EXPECT_EQ(after->collision_filters[0].model_a, "c");
  const auto without_c = WithRemove(ThreeBalls(), Remove{"c"});
  ASSERT_TRUE(without_c.ok());
  ASSERT_EQ(without_c->attachments.size(), 1u);
  EXPECT_EQ(without_c->attachments[0].name, "ab");
  EXPECT_TRUE(without_c->collision_filters.empty());
  // No dangling references: each of them is a valid world.
  EXPECT_TRUE(world::MakeWorld(*after, nullptr).ok());
  EXPECT_TRUE(world::MakeWorld(*without_c, nullptr).ok());
}

TEST(WorldEdit, MoveChangesOnePoseOnly) {
  const RigidTransform X(QuaternionFromRpy(0.1, 0.2, 0.3), Vector3d(4, 5, 6));
  const auto after = WithMoved(ThreeBalls(), Teleport{"b", X});
  ASSERT_TRUE(after.ok());
  EXPECT_EQ(after->models[1].X_WM.p, X.p);
  EXPECT_EQ(after->models[1].X_WM.q.coeffs(), X.q.coeffs());
  EXPECT_EQ(after->models[0].X_WM.p, Vector3d::Zero());
}

TEST(WorldEdit, WhatIsNotThereIsNamedWithWhatIs) {
  for (const auto& result :
       {WithRemove(ThreeBalls(), Remove{"x"}), WithMoved(ThreeBalls(), Teleport{"x", {}})}) {
    ASSERT_FALSE(result.ok());
    EXPECT_THAT(result.error().message, HasSubstr("no model 'x'"));
    EXPECT_THAT(result.error().message, HasSubstr("a, b, c"));
  }
}

TEST(WorldEdit, AttachAndDetach) {
  const auto attached = WithAttachment(ThreeBalls(), Hook("ca", "c", "a"));
  ASSERT_TRUE(attached.ok());
  ASSERT_EQ(attached->attachments.size(), 3u);
  EXPECT_EQ(attached->attachments[2].name, "ca");
  const auto twice = WithAttachment(*attached, Hook("ca", "c", "b"));
  ASSERT_FALSE(twice.ok());
  EXPECT_THAT(twice.error().message, HasSubstr("'ca' exists already"));
  const auto detached = WithoutAttachment(*attached, Detach{"ab"});
  ASSERT_TRUE(detached.ok());
  ASSERT_EQ(detached->attachments.size(), 2u);
  EXPECT_EQ(detached->attachments[0].name, "bc");
  EXPECT_EQ(detached->attachments[1].name, "ca");
  const auto missing = WithoutAttachment(*detached, Detach{"ab"});
  ASSERT_FALSE(missing.ok());
  EXPECT_THAT(missing.error().message, HasSubstr("no attachment 'ab'"));
}

}  // namespace
}  // namespace surefoot::sim
