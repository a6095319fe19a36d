#include "surefoot/session/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "surefoot/base/random.h"
#include "surefoot/math/test/random_pose.h"
#include "surefoot/session/test/toy_format.h"

namespace surefoot {
namespace {

using test::ToyParts;
using test::WriteText;
using testing::HasSubstr;

world::Model WithShape(const world::Geometry& geometry, const RigidTransform& X_LG) {
  world::Model model;
  model.name = "shape";
  model.links.push_back(world::test::MakeLink("link"));
  model.links[0].collisions[0].geometry = geometry;
  model.links[0].collisions[0].X_LG = X_LG;
  model.is_static = world::IsStaticOnly(geometry);
  return model;
}

/// The lowest of many points on the shape's surface, an upper bound of the true lowest point:
/// `surface` maps the unit square to it.
double LowestOf(const std::function<Vector3d(double, double)>& surface, const RigidTransform& X) {
  double lowest = 1e9;
  constexpr int kCount = 400;
  for (int i = 0; i <= kCount; ++i) {
    for (int k = 0; k <= kCount; ++k) {
      const Vector3d p = surface(static_cast<double>(i) / kCount, static_cast<double>(k) / kCount);
      lowest = std::min(lowest, (X * p).z());
    }
  }
  return lowest;
}

constexpr double kTwoPi = 6.283185307179586;

Vector3d OnSphere(double s, double t) {
  const double polar = 0.5 * kTwoPi * s;
  return Vector3d(std::sin(polar) * std::cos(kTwoPi * t), std::sin(polar) * std::sin(kTwoPi * t),
                  std::cos(polar));
}

void ExpectLowest(const world::Geometry& geometry,
                  const std::function<Vector3d(double, double)>& surface) {
  RandomStream random(1, world::GeometryName(geometry));
  for (int i = 0; i < 20; ++i) {
    const RigidTransform X = test::RandomPose(&random, 2.0);
    const double sampled = LowestOf(surface, X);
    const double lowest = LowestPoint(WithShape(geometry, X));
    EXPECT_LE(lowest, sampled + 1e-12) << world::GeometryName(geometry);
    EXPECT_NEAR(lowest, sampled, 1e-3) << world::GeometryName(geometry);
  }
}

TEST(LowestPoint, OfBoxesIsThatOfACorner) {
  const world::Box box{Vector3d(0.5, 1.0, 2.0)};
  RandomStream random(3, "box");
  for (int i = 0; i < 50; ++i) {
    const RigidTransform X = test::RandomPose(&random, 2.0);
    double expected = 1e9;
    for (const Vector3d& corner : MakeBoxMesh(box.size).vertices) {
      expected = std::min(expected, (X * corner).z());
    }
    ASSERT_NEAR(LowestPoint(WithShape(box, X)), expected, 1e-12);
  }
}

TEST(LowestPoint, OfRoundShapes) {
  ExpectLowest(world::Sphere{0.7},
               [](double s, double t) { return Vector3d(0.7 * OnSphere(s, t)); });
  const Vector3d radii(0.3, 0.8, 1.2);
  ExpectLowest(world::Ellipsoid{radii},
               [&](double s, double t) { return Vector3d(radii.cwiseProduct(OnSphere(s, t))); });
  ExpectLowest(world::Cylinder{0.4, 1.5}, [](double s, double t) {
    return Vector3d(0.4 * std::cos(kTwoPi * t), 0.4 * std::sin(kTwoPi * t), 1.5 * (s - 0.5));
  });
  ExpectLowest(world::Capsule{0.4, 1.5}, [](double s, double t) {
    const Vector3d p = 0.4 * OnSphere(s, t);
    return Vector3d(p + Vector3d(0, 0, s < 0.5 ? 0.75 : -0.75));
  });
}

TEST(LowestPoint, OfMeshesIsThatOfAVertex) {
  RandomStream random(2, "mesh");
  for (int i = 0; i < 50; ++i) {
    // Far from its origin, so that the origin does not contribute.
    const RigidTransform X_away(Vector3d(test::RandomVector(&random, 5.0)));
    const auto mesh = std::make_shared<TriMesh>(Transformed(X_away, MakeSphereMesh(0.5, 16)));
    const RigidTransform X = test::RandomPose(&random);
    double expected = 1e9;
    for (const Vector3d& vertex : mesh->vertices) expected = std::min(expected, (X * vertex).z());
    ASSERT_NEAR(LowestPoint(WithShape(world::Mesh{mesh, "", Vector3d::Ones(), "", "", false}, X)),
                expected, 1e-12);
  }
}

TEST(LowestPoint, OfHeightMapsIsThatOfASample) {
  HeightField field;
  field.rows = 2;
  field.cols = 3;
  field.size_x = 4.0;
  field.size_y = 2.0;
  field.heights = {1, 2, 3, 1, -5, 2};
  const world::HeightMap map{std::make_shared<HeightField>(field), "", ""};
  EXPECT_NEAR(LowestPoint(WithShape(map, RigidTransform(Vector3d(0, 0, 1)))), -4.0, 1e-12);
}

TEST(LowestPoint, LooksAtAllLinksWhereTheJointsStart) {
  world::Model model = *sim::test::Robot();
  EXPECT_NEAR(LowestPoint(model), -0.5, 1e-12);
  // A quarter turn of the motor about y points the rest of the arm straight down.
  model.joints[0].axes[0].axis_J = Vector3d::UnitY();
  model.initial_positions.push_back(world::InitialPosition{0, 0, kTwoPi / 4});
  EXPECT_NEAR(LowestPoint(model), -2.5, 1e-12);
}

TEST(LowestPoint, IsZeroWithoutShapesOrSense) {
  world::Model model = *sim::test::Ball();
  model.links[0].collisions.clear();
  EXPECT_EQ(LowestPoint(model), 0.0);
  EXPECT_EQ(LowestPoint(world::Model()), 0.0);
}

class Load : public testing::Test {
 protected:
  std::string WorldError(const std::string& file) {
    const auto world = LoadWorld(parts_, file, nullptr);
    return world.ok() ? std::string() : world.error().message;
  }
  std::string ModelError(const std::string& file) {
    const auto model = LoadModel(parts_, file, nullptr);
    return model.ok() ? std::string() : model.error().message;
  }

  record::TempDir dir_;
  Parts parts_ = ToyParts();
};

TEST_F(Load, AWorldAsItIs) {
  Problems problems;
  const auto world = LoadWorld(parts_, test::WriteWorld(dir_), &problems);
  ASSERT_TRUE(world.ok()) << world.error().message;
  EXPECT_EQ(world.value()->model_count(), 4);
  EXPECT_TRUE(world.value()->spec().lights.empty());
  EXPECT_EQ(world.value()->instance(1).X_WM.p, Vector3d(0, 0, 5));
}

TEST_F(Load, AModelOntoAFloor) {
  const auto world =
      LoadWorld(parts_, WriteText(dir_, "m.toy", "model\nball box 1 2 0\n"), nullptr);
  ASSERT_TRUE(world.ok()) << world.error().message;
  ASSERT_EQ(world.value()->model_count(), 2);
  // The box of 1 m stands on the floor.
  EXPECT_EQ(world.value()->instance(0).X_WM.p, Vector3d(1, 2, 0.5));
  EXPECT_TRUE(world.value()->model(1).is_static);
  EXPECT_EQ(world.value()->instance(1).name, "floor");
  EXPECT_EQ(world.value()->spec().lights.size(), 1u);
}

TEST_F(Load, AModelThatIsCalledFloorOntoAFloor) {
  const auto world =
      LoadWorld(parts_, WriteText(dir_, "m.toy", "model\nball floor 0 0 0\n"), nullptr);
  ASSERT_TRUE(world.ok()) << world.error().message;
  EXPECT_EQ(world.value()->instance(1).name, "floor_");
}

TEST_F(Load, AModelInTheAirStaysThere) {
  const auto world =
      LoadWorld(parts_, WriteText(dir_, "m.toy", "model\nball box 1 2 3\n"), nullptr);
  ASSERT_TRUE(world.ok()) << world.error().message;
  EXPECT_EQ(world.value()->instance(0).X_WM.p, Vector3d(1, 2, 3));
}

/// A rod whose shape is 0.7 m above the model's origin; attached to the world in `tied.lifted`.
bool ReadLifted(const std::string& path, const formats::ReadContext&, world::WorldSpec* spec,
                bool* is_model) {
  auto model = std::make_shared<world::Model>(*sim::test::Ball());
  model->links[0].collisions[0].geometry = world::Box{Vector3d(0.2, 0.2, 0.6)};
  model->links[0].collisions[0].X_LG.p = Vector3d(0, 0, 1);
  if (path.find("tied") != std::string::npos) {
    world::Joint joint;
    joint.name = "rail";
    joint.type = world::JointType::kPrismatic;
    model->joints.push_back(joint);
  }
  spec->models.push_back(world::ModelInstance{"rod", RigidTransform(), model});
  *is_model = true;
  return true;
}

TEST_F(Load, AFreeModelWithoutAHeightIsPutOnTheFloor) {
  formats::Format format;
  format.endings = {"lifted"};
  format.read = ReadLifted;
  parts_.formats.Add("lifted", format);
  const auto free = LoadWorld(parts_, WriteText(dir_, "free.lifted", "x"), nullptr);
  ASSERT_TRUE(free.ok()) << free.error().message;
  EXPECT_NEAR(free.value()->instance(0).X_WM.p.z(), -0.7, 1e-12);
  const auto tied = LoadWorld(parts_, WriteText(dir_, "tied.lifted", "x"), nullptr);
  ASSERT_TRUE(tied.ok()) << tied.error().message;
  EXPECT_EQ(tied.value()->instance(0).X_WM.p.z(), 0.0);
}

bool ReadTurned(const std::string&, const formats::ReadContext&, world::WorldSpec* spec,
                bool* is_model) {
  // A rod of 2 m, laid down by the model's pose in the file.
  auto model = std::make_shared<world::Model>(*sim::test::Ball());
  model->links[0].collisions[0].geometry = world::Box{Vector3d(0.2, 0.2, 2.0)};
  const RigidTransform X_WM(QuaternionFromRpy(kTwoPi / 4, 0, 0), Vector3d::Zero());
  spec->models.push_back(world::ModelInstance{"rod", X_WM, model});
  *is_model = true;
  return true;
}

TEST_F(Load, AModelThatLiesOnItsSideOntoAFloor) {
  formats::Format turned;
  turned.endings = {"turned"};
  turned.read = ReadTurned;
  parts_.formats.Add("turned", turned);
  const auto world = LoadWorld(parts_, WriteText(dir_, "rod.turned", ""), nullptr);
  ASSERT_TRUE(world.ok()) << world.error().message;
  EXPECT_NEAR(world.value()->instance(0).X_WM.p.z(), 0.1, 1e-12);
}

TEST_F(Load, FindingsReachTheCaller) {
  const std::string file = WriteText(dir_, "w.toy", "ball b 0 0 1\nwarning something is odd\n");
  Problems problems;
  ASSERT_TRUE(LoadWorld(parts_, file, &problems).ok());
  ASSERT_FALSE(problems.all().empty());
  EXPECT_THAT(ToString(problems.all()[0]), HasSubstr("w.toy:2: warning"));
}

TEST_F(Load, ErrorsStopItAndNameTheFile) {
  const std::string bad = WriteText(dir_, "bad.toy", "ball b 0 0 1\nerror no such thing\n");
  EXPECT_THAT(WorldError(bad), HasSubstr("cannot load '" + bad));
  EXPECT_THAT(WorldError(bad), HasSubstr("bad.toy:2: error: error: error no such thing"));
  EXPECT_THAT(ModelError(bad), HasSubstr("error no such thing"));
  // Problems that only World's own rules find.
  const std::string twice = WriteText(dir_, "twice.toy", "ball b 0 0 1\nball b 0 0 2\n");
  EXPECT_THAT(WorldError(twice), HasSubstr("cannot load '" + twice));
  EXPECT_THAT(WorldError(dir_.File("missing.toy")), HasSubstr("missing.toy"));
  EXPECT_THAT(WorldError(WriteText(dir_, "w.unknown", "x")), HasSubstr("toy (.toy)"));
}

TEST_F(Load, FindsFilesInTheDataFolders) {
  WriteText(dir_, "m.toy", "model\nball box 0 0 0\n");
  EXPECT_NE(WorldError("m.toy"), "");
  parts_.data_folders.push_back(dir_.File(""));
  EXPECT_EQ(WorldError("m.toy"), "");
  EXPECT_EQ(ModelError("m.toy"), "");
}

TEST_F(Load, TheOneMovableModelOfAFile) {
  const auto model =
      LoadModel(parts_, WriteText(dir_, "one.toy", "floor f 0 0 0\nrobot r 0 0 0\n"), nullptr);
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ(model.value()->name, "robot");
  EXPECT_THAT(ModelError(test::WriteWorld(dir_)), HasSubstr("contains 3 movable models"));
  EXPECT_THAT(ModelError(WriteText(dir_, "none.toy", "floor f 0 0 0\n")),
              HasSubstr("contains 0 movable models"));
  // A static model in a model file is what was requested.
  EXPECT_EQ(ModelError(WriteText(dir_, "wall.toy", "model\nfloor f 0 0 0\n")), "");
}

TEST_F(Load, WhoCarriesWheelsMayBeChosenFromOutside) {
  const std::string file = test::WriteWorld(dir_);
  EXPECT_FALSE(LoadWorld(parts_, file, nullptr).value()->spec().wheel_contact.has_value());
  const auto tyre = LoadWorld(parts_, file, nullptr, "", "tyre");
  ASSERT_TRUE(tyre.ok());
  EXPECT_EQ(tyre.value()->spec().wheel_contact, world::WheelContact::kTyre);
  const auto wrong = LoadWorld(parts_, file, nullptr, "", "rubber");
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().message.find("engine, tyre, soil"), std::string::npos);
}

}  // namespace
}  // namespace surefoot
