#include <gtest/gtest.h>

#include "surefoot/physics/backend_common.h"

namespace surefoot::physics {
namespace {

world::Model ThreeLinks() {
  world::Model model;
  model.name = "model";
  for (int i = 0; i < 3; ++i) {
    world::Link link;
    link.name = "l" + std::to_string(i);
    link.X_ML.p = Vector3d(1.0 * i, 0, 0);
    link.inertia.mass = 1.0 + i;
    link.inertia.I_BBcm_B = Matrix3d::Identity();
    model.links.push_back(link);
    if (i == 0) continue;
    world::Joint weld;
    weld.name = "j" + std::to_string(i);
    weld.parent = 0;
    weld.child = i;
    weld.X_PJ.p = link.X_ML.p;
    model.joints.push_back(weld);
  }
  return model;
}

TEST(WeightlessPart, SumsTheLinksWithoutGravity) {
  world::Model model = ThreeLinks();
  auto tree = world::MakeTree(model);
  ASSERT_TRUE(tree.ok());
  ASSERT_EQ(tree->bodies.size(), 1u);
  EXPECT_EQ(WeightlessPart(model, *tree, tree->bodies[0]).mass, 0.0);
  model.links[1].gravity = model.links[2].gravity = false;
  const Weightless part = WeightlessPart(model, *tree, tree->bodies[0]);
  EXPECT_DOUBLE_EQ(part.mass, 5.0);
  EXPECT_DOUBLE_EQ(part.p_BCm.x(), (2.0 * 1.0 + 3.0 * 2.0) / 5.0);
  model.links[0].gravity = false;
  EXPECT_DOUBLE_EQ(WeightlessPart(model, *tree, tree->bodies[0]).mass, 6.0);
}

}  // namespace
}  // namespace surefoot::physics
