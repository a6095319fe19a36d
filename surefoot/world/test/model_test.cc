#include "surefoot/world/model.h"

#include <gtest/gtest.h>

#include "surefoot/world/test/build_model.h"

namespace surefoot::world {
namespace {

TEST(JointType, CountsCoordinates) {
  const struct {
    JointType type;
    const char* name;
    int q;
    int v;
  } rows[] = {
      {JointType::kFixed, "fixed", 0, 0},
      {JointType::kRevolute, "revolute", 1, 1},
      {JointType::kContinuous, "continuous", 1, 1},
      {JointType::kPrismatic, "prismatic", 1, 1},
      {JointType::kScrew, "screw", 1, 1},
      {JointType::kUniversal, "universal", 2, 2},
      {JointType::kBall, "ball", 4, 3},
      {JointType::kPlanar, "planar", 3, 3},
      {JointType::kFloating, "floating", 7, 6},
  };
  for (const auto& row : rows) {
    EXPECT_STREQ(JointTypeName(row.type), row.name);
    EXPECT_EQ(PositionCount(row.type), row.q) << row.name;
    EXPECT_EQ(VelocityCount(row.type), row.v) << row.name;
  }
}

TEST(Model, FindsByName) {
  const Model cart = test::MakeCart();
  EXPECT_EQ(cart.FindLink("mast"), 3);
  EXPECT_EQ(cart.FindLink("sail"), -1);
  EXPECT_EQ(cart.FindJoint("j1"), 1);
  EXPECT_EQ(cart.FindJoint("chassis"), -1);
}

TEST(Geometry, NamesAndStaticShapes) {
  const std::pair<Geometry, const char*> rows[] = {
      {Plane{}, "plane"},     {Box{}, "box"},
      {Sphere{}, "sphere"},   {Cylinder{}, "cylinder"},
      {Capsule{}, "capsule"}, {Ellipsoid{}, "ellipsoid"},
      {Mesh{}, "mesh"},       {HeightMap{}, "heightmap"},
  };
  for (const auto& [geometry, name] : rows) {
    EXPECT_STREQ(GeometryName(geometry), name);
    const bool is_static = std::string(name) == "plane" || std::string(name) == "heightmap";
    EXPECT_EQ(IsStaticOnly(geometry), is_static) << name;
  }
}

}  // namespace
}  // namespace surefoot::world
