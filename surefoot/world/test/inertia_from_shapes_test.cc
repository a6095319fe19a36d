#include "surefoot/world/inertia_from_shapes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/world/test/build_model.h"

namespace surefoot::world {
namespace {

Collision At(const Geometry& geometry, const Vector3d& p) {
  Collision collision;
  collision.geometry = geometry;
  collision.X_LG.p = p;
  return collision;
}

std::string OnlyMessage(const Problems& problems) {
  EXPECT_EQ(problems.all().size(), 1u);
  if (problems.all().size() != 1) return "";
  EXPECT_EQ(problems.all()[0].severity, Severity::kNote);
  return ToString(problems.all()[0]);
}

TEST(FillMissingInertia, AddsCollisionShapes) {
  // Two cubes of 1 m at x = +-2: 2000 kg, Ixx = 2/6, Iyy = Izz = 2 (1/6 + 4), times 1000.
  Link link;
  link.name = "dumbbell";
  link.source = Source{"a.urdf", 12, "link"};
  link.collisions = {At(Box{}, Vector3d(2.0, 0.0, 0.0)), At(Box{}, Vector3d(-2.0, 0.0, 0.0))};
  Visual visual;
  visual.geometry = Sphere{9.0};
  link.visuals.push_back(visual);
  Problems problems;
  EXPECT_TRUE(FillMissingInertia(&link, 1000.0, &problems));
  EXPECT_TRUE(link.inertia_computed);
  EXPECT_NEAR(link.inertia.mass, 2000.0, 1e-9);
  EXPECT_NEAR(link.inertia.p_BBcm.norm(), 0.0, 1e-12);
  const Vector3d expected = 1000.0 * Vector3d(1.0 / 3.0, 25.0 / 3.0, 25.0 / 3.0);
  EXPECT_TRUE(link.inertia.I_BBcm_B.isApprox(expected.asDiagonal().toDenseMatrix(), 1e-12));
  const std::string text = OnlyMessage(problems);
  EXPECT_NE(text.find("a.urdf:12: note"), std::string::npos) << text;
  EXPECT_NE(text.find("from its collisions (2 box)"), std::string::npos) << text;
  EXPECT_NE(text.find("2000 kg"), std::string::npos) << text;
}

TEST(FillMissingInertia, TakesVisualsWhenThereAreNoCollisions) {
  Link link;
  Visual visual;
  visual.geometry = Sphere{0.5};
  visual.X_LG.p = Vector3d(0.0, 0.0, 3.0);
  link.visuals.push_back(visual);
  Problems problems;
  EXPECT_TRUE(FillMissingInertia(&link, 100.0, &problems));
  const double mass = 100.0 * 4.0 / 3.0 * M_PI * 0.125;
  EXPECT_NEAR(link.inertia.mass, mass, 1e-9);
  EXPECT_NEAR(link.inertia.p_BBcm.z(), 3.0, 1e-12);
  EXPECT_NEAR(link.inertia.I_BBcm_B(0, 0), 0.4 * mass * 0.25, 1e-9);
  EXPECT_NE(OnlyMessage(problems).find("from its visuals (1 sphere)"), std::string::npos);
}

TEST(FillMissingInertia, ClosedMeshIsExact) {
  Link link;
  const auto mesh = std::make_shared<const TriMesh>(MakeBoxMesh(Vector3d(1.0, 2.0, 3.0)));
  link.collisions = {
      At(Mesh{mesh, "b.stl", Vector3d::Ones(), "", "", false}, Vector3d(0.0, 1.0, 0.0))};
  Problems problems;
  EXPECT_TRUE(FillMissingInertia(&link, 10.0, &problems));
  EXPECT_NEAR(link.inertia.mass, 60.0, 1e-9);
  EXPECT_NEAR(link.inertia.p_BBcm.y(), 1.0, 1e-12);
  EXPECT_NEAR(link.inertia.I_BBcm_B(0, 0), 60.0 * (4.0 + 9.0) / 12.0, 1e-9);
  EXPECT_NE(OnlyMessage(problems).find("(1 mesh)"), std::string::npos);
}

TEST(FillMissingInertia, OpenMeshCountsAsItsHull) {
  TriMesh open = MakeBoxMesh(Vector3d(1.0, 2.0, 3.0));
  open.triangles.pop_back();
  Link link;
  link.collisions = {
      At(Mesh{std::make_shared<const TriMesh>(open), "b.stl", Vector3d::Ones(), "", "", false},
         Vector3d::Zero())};
  Problems problems;
  EXPECT_TRUE(FillMissingInertia(&link, 10.0, &problems));
  EXPECT_NEAR(link.inertia.mass, 60.0, 1e-6);
  EXPECT_NE(OnlyMessage(problems).find("convex hull"), std::string::npos);
}

TEST(FillMissingInertia, PureFrameStaysSilent) {
  Link link;
  Problems problems;
  EXPECT_FALSE(FillMissingInertia(&link, 1000.0, &problems));
  EXPECT_FALSE(link.inertia_computed);
  EXPECT_EQ(link.inertia.mass, 0.0);
  EXPECT_TRUE(problems.all().empty());
}

TEST(FillMissingInertia, ShapesWithoutVolumeAreNoted) {
  Link link;
  link.collisions = {At(Plane{}, Vector3d::Zero()), At(Mesh{}, Vector3d::Zero()),
                     At(Box{Vector3d(1.0, -1.0, 1.0)}, Vector3d::Zero())};
  Problems problems;
  EXPECT_FALSE(FillMissingInertia(&link, 1000.0, &problems));
  EXPECT_EQ(link.inertia.mass, 0.0);
  EXPECT_NE(OnlyMessage(problems).find("none of its shapes has a volume"), std::string::npos);
}

TEST(FillMasslessBodies, LeavesStepsBetweenTwoJointsWithoutMass) {
  // World - rail - turret - tip: the rail has a visual, the turret a collision shape, the tip mass.
  Model model = test::MakeRow(3);
  test::Connect(&model, JointType::kPrismatic, kWorldLink, 0);
  test::Connect(&model, JointType::kRevolute, 0, 1);
  test::Connect(&model, JointType::kRevolute, 1, 2);
  Visual visual;
  visual.geometry = Box{};
  model.links[0].visuals.push_back(visual);
  model.links[0].collisions.clear();
  model.links[0].inertia = model.links[1].inertia = Inertia{};
  EXPECT_TRUE(BodiesWithoutMass(*MakeTree(model)).empty());
  Problems problems;
  FillMasslessBodies(&model, 1000.0, &problems);
  EXPECT_EQ(model.links[0].inertia.mass, 0.0);
  EXPECT_NEAR(model.links[1].inertia.mass, 1000.0, 1e-9);
  // Without the joint to the world, the rail is a chassis, and its visual is used.
  model.joints.erase(model.joints.begin());
  EXPECT_EQ(BodiesWithoutMass(*MakeTree(model)), std::vector<int>{0});
  FillMasslessBodies(&model, 1000.0, &problems);
  EXPECT_NEAR(model.links[0].inertia.mass, 1000.0, 1e-9);
}

TEST(FillMasslessBodies, LeavesBodiesWithMassAlone) {
  // Chassis 0 has shapes and gets its mass from link 3; wheel 1 has no mass; wheel 2 has its own.
  Model cart = test::MakeCart();
  cart.links[0].inertia = cart.links[1].inertia = Inertia{};
  Problems problems;
  FillMasslessBodies(&cart, 1000.0, &problems);
  EXPECT_EQ(cart.links[0].inertia.mass, 0.0);
  EXPECT_NEAR(cart.links[1].inertia.mass, 1000.0, 1e-9);
  EXPECT_EQ(cart.links[2].inertia.mass, 1.0);
  EXPECT_NE(OnlyMessage(problems).find("left_wheel"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::world
