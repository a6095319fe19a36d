#include "surefoot/physics/collision_rules.h"

#include <gtest/gtest.h>

#include "surefoot/world/test/build_model.h"

namespace surefoot::physics {
namespace {

using world::JointType;

/// A row of four links: 0 is fixed to 1, 1 and 2 are hinged, 3 is free.
std::shared_ptr<world::Model> MakeRobot(bool self_collide) {
  auto model = std::make_shared<world::Model>(world::test::MakeRow(4));
  model->self_collide = self_collide;
  world::test::Connect(model.get(), JointType::kFixed, 0, 1);
  world::test::Connect(model.get(), JointType::kRevolute, 1, 2);
  return model;
}

world::WorldSpec MakeSpec(bool self_collide) {
  auto ground = std::make_shared<world::Model>(world::test::MakeRow(2));
  ground->is_static = true;
  world::WorldSpec spec;
  spec.models = {{"a", RigidTransform(), MakeRobot(self_collide)},
                 {"b", RigidTransform(), MakeRobot(self_collide)},
                 {"ground", RigidTransform(), ground}};
  return spec;
}

class Rules {
 public:
  explicit Rules(const world::WorldSpec& spec)
      : world_(world::MakeWorld(spec, nullptr).value()), rules_(*world_) {}
  bool May(const std::string& a, const std::string& b) const {
    const int link_a = world_->FindLink(a);
    const int link_b = world_->FindLink(b);
    EXPECT_EQ(rules_.MayTouch(link_a, 0, link_b, 0), rules_.MayTouch(link_b, 0, link_a, 0));
    return rules_.MayTouch(link_a, 0, link_b, 0);
  }

 private:
  std::shared_ptr<const world::World> world_;
  CollisionRules rules_;
};

TEST(CollisionRules, ModelsTouchEachOtherAndTheGround) {
  const Rules rules(MakeSpec(false));
  EXPECT_TRUE(rules.May("a::l0", "b::l0"));
  EXPECT_TRUE(rules.May("a::l2", "ground::l1"));
  EXPECT_FALSE(rules.May("ground::l0", "ground::l1"));
  EXPECT_FALSE(rules.May("a::l0", "a::l3"));
}

TEST(CollisionRules, AModelThatCollidesWithItselfSparesItsJoints) {
  const Rules rules(MakeSpec(true));
  EXPECT_FALSE(rules.May("a::l0", "a::l1")) << "one body";
  EXPECT_FALSE(rules.May("a::l1", "a::l2")) << "joined";
  EXPECT_FALSE(rules.May("a::l0", "a::l2")) << "joined through the body's other link";
  EXPECT_TRUE(rules.May("a::l0", "a::l3"));
  EXPECT_TRUE(rules.May("a::l2", "a::l3"));
}

TEST(CollisionRules, MasksMustShareABit) {
  world::WorldSpec spec = MakeSpec(false);
  auto ghost = MakeRobot(false);
  ghost->links[3].collisions[0].surface.collide_mask = 0x30000;
  spec.models[1].model = ghost;
  const Rules rules(spec);
  EXPECT_FALSE(rules.May("b::l3", "ground::l0"));
  EXPECT_TRUE(rules.May("b::l2", "ground::l0"));
}

TEST(CollisionRules, FiltersAndAttachments) {
  world::WorldSpec spec = MakeSpec(false);
  spec.collision_filters.push_back({"a", "l0", "ground", ""});
  spec.attachments.push_back(world::Attachment{"t", "a", "l3", "b", "l3", RigidTransform()});
  const Rules rules(spec);
  EXPECT_FALSE(rules.May("a::l0", "ground::l0"));
  EXPECT_FALSE(rules.May("a::l0", "ground::l1"));
  EXPECT_TRUE(rules.May("a::l1", "ground::l1"));
  EXPECT_FALSE(rules.May("a::l3", "b::l3"));
  EXPECT_TRUE(rules.May("a::l3", "b::l2"));
}

}  // namespace
}  // namespace surefoot::physics
