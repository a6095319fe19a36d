#include "surefoot/world/plate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/world/test/build_model.h"
#include "surefoot/world/test/markup.h"

namespace surefoot::world {
namespace {

constexpr int kFloor = 0;
constexpr int kFoot = 1;

/// A foot with this shape and element over a static floor of sand.
std::shared_ptr<const World> Make(const Geometry& shape, const std::string& markup,
                                  const RigidTransform& X_LG, Problems* problems) {
  Model foot;
  foot.name = "foot";
  foot.links.push_back(test::MakeLink("foot", 2.0));
  foot.links[0].collisions[0].geometry = shape;
  foot.links[0].collisions[0].X_LG = X_LG;
  foot.links[0].extensions.push_back(test::ParseMarkup(markup));
  Model floor;
  floor.name = "floor";
  floor.is_static = true;
  floor.links.push_back(test::MakeLink("floor"));
  floor.links[0].collisions[0].surface.name = "sand";
  WorldSpec spec;
  spec.models.push_back({"floor", RigidTransform(), std::make_shared<const Model>(floor)});
  spec.models.push_back({"foot", RigidTransform(), std::make_shared<const Model>(foot)});
  GroundMaterial sand;
  sand.name = "sand";
  sand.has_soil = true;
  sand.soil.frictional_modulus = 1e6;
  sand.soil.shear_modulus_x = sand.soil.shear_modulus_y = 0.01;
  sand.soil.density = 1500.0;
  spec.grounds.push_back(sand);
  const auto world = MakeWorld(spec, problems);
  return world.ok() ? world.value() : nullptr;
}

Plate Read(const Geometry& shape, const std::string& markup, const RigidTransform& X_LG = {}) {
  Problems problems;
  const auto world = Make(shape, markup, X_LG, &problems);
  EXPECT_NE(world, nullptr) << problems.ErrorText();
  if (world == nullptr) return Plate();
  const std::vector<Plate> plates = FindPlates(*world, &problems);
  EXPECT_EQ(plates.size(), 1u);
  EXPECT_TRUE(world->has_own_contacts());
  EXPECT_EQ(world->ContactOn(kFoot, kFloor, 0),
            plates[0].contact == WheelContact::kSoil ? WheelContact::kSoil : WheelContact::kEngine);
  return plates[0];
}

std::string ErrorsOf(const Geometry& shape, const std::string& markup) {
  Problems problems;
  Make(shape, markup, {}, &problems);
  return problems.ErrorText();
}

TEST(Plate, TakesTheLowerFaceOfItsShape) {
  const Plate disc =
      Read(Cylinder{0.05, 0.02}, "<surefoot:plate/>", RigidTransform(Vector3d(0.1, 0.0, 0.3)));
  EXPECT_NEAR(disc.area(), M_PI * 0.0025, 1e-12);
  EXPECT_EQ(disc.size(), 0.05);
  EXPECT_TRUE(disc.X_LP.p.isApprox(Vector3d(0.1, 0.0, 0.29)));
  // Upside down, the other face is the lower one.
  const RigidTransform turned(QuaternionFromRpy(3.14159265358979, 0, 0), Vector3d(0, 0, 0.3));
  const Plate upside = Read(Cylinder{0.05, 0.02}, "<surefoot:plate/>", turned);
  EXPECT_NEAR(upside.X_LP.p.z(), 0.29, 1e-9);
  EXPECT_NEAR((upside.X_LP.q * Vector3d::UnitZ()).z(), 1.0, 1e-9);
  // A box that stands on its side.
  const RigidTransform lying(QuaternionFromRpy(1.5707963267948966, 0, 0), Vector3d::Zero());
  const Plate box = Read(Box{Vector3d(0.3, 0.1, 0.2)}, "<surefoot:plate/>", lying);
  EXPECT_NEAR(box.area(), 0.3 * 0.2, 1e-9);
  EXPECT_NEAR(box.size(), 0.2, 1e-9);
  EXPECT_NEAR(box.X_LP.p.z(), -0.05, 1e-9);
}

TEST(Plate, SaysItsOwnSize) {
  const Plate ring =
      Read(Cylinder{0.09, 0.02}, "<surefoot:plate inner_radius=\"0.05\" grip=\"0.4\"/>");
  EXPECT_NEAR(ring.area(), M_PI * (0.0081 - 0.0025), 1e-12);
  EXPECT_NEAR(ring.size(), 0.04, 1e-12);
  EXPECT_EQ(ring.grip, 0.4);
  const Plate pad = Read(Sphere{0.1}, "<surefoot:plate length=\"0.3\" width=\"0.1\"/>");
  EXPECT_NEAR(pad.area(), 0.03, 1e-12);
  EXPECT_EQ(pad.collision, -1);
  EXPECT_TRUE(pad.X_LP.p.isZero());
  const Plate left = Read(Cylinder{0.09, 0.02}, "<surefoot:plate contact=\"engine\"/>");
  EXPECT_EQ(left.contact, WheelContact::kEngine);
}

TEST(Plate, SaysWhatIsWrong) {
  const Cylinder disc{0.05, 0.02};
  EXPECT_NE(ErrorsOf(disc, "<surefoot:plate inner_radius=\"0.05\"/>").find("below the radius"),
            std::string::npos);
  EXPECT_NE(ErrorsOf(disc, "<surefoot:plate radius=\"-1\"/>").find("radius"), std::string::npos);
  EXPECT_NE(ErrorsOf(disc, "<surefoot:plate raduis=\"1\"/>").find("raduis"), std::string::npos);
  EXPECT_NE(
      ErrorsOf(disc, "<surefoot:plate radius=\"1\" width=\"1\"/>").find("round or rectangular"),
      std::string::npos);
  EXPECT_NE(ErrorsOf(Sphere{0.1}, "<surefoot:plate/>").find("size is unknown"), std::string::npos);
  EXPECT_NE(ErrorsOf(disc, "<surefoot:plate grip=\"2\"/>").find("grip"), std::string::npos);
  EXPECT_NE(ErrorsOf(disc, "<surefoot:plate contact=\"mud\"/>").find("soil"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::world
