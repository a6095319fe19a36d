#include "surefoot/formats/write.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "surefoot/base/index.h"
#include "surefoot/formats/urdf/test/urdf_test_file.h"
#include "surefoot/world/test/build_model.h"

namespace surefoot::formats {
namespace {

using world::JointType;

/// A description that is written to a file, read again, and compared by the tests.
class UrdfWrite : public testing::Test {
 protected:
  UrdfWrite() { registry_.Add("urdf", MakeUrdfFormat()); }

  Status Write(const world::WorldSpec& spec, WriteOptions options = {}) {
    options.overwrite = true;
    lost_ = Problems();
    return WriteFile(registry_, spec, Path(), options, &lost_);
  }

  Loaded WriteAndRead(world::Model model, const WriteOptions& options = {}) {
    world::WorldSpec spec;
    spec.models.push_back({model.name, {}, std::make_shared<const world::Model>(std::move(model))});
    const Status written = Write(spec, options);
    EXPECT_TRUE(written.ok()) << written.error().message;
    std::ostringstream text;
    text << std::ifstream(Path(), std::ios::binary).rdbuf();
    text_ = text.str();
    Loaded loaded = LoadFile(Path());
    EXPECT_TRUE(loaded.read) << loaded.Text() << text_;
    return loaded;
  }

  std::string Path() const { return folder_.path() + "/robot.urdf"; }

  std::string LostText() const {
    std::string text;
    for (const Problem& problem : lost_.all()) text += ToString(problem) + "\n";
    return text;
  }

  bool Has(const std::string& part) const { return text_.find(part) != std::string::npos; }

  TempFolder folder_;
  FormatRegistry registry_;
  Problems lost_;
  std::string text_;
};

world::Model RowWith(JointType type) {
  world::Model model = world::test::MakeRow(2);
  world::test::Connect(&model, type, 0, 1);
  return model;
}

TEST_F(UrdfWrite, SingleAxesNeedNoAddedLinks) {
  for (const JointType type : {JointType::kFixed, JointType::kRevolute, JointType::kContinuous,
                               JointType::kPrismatic, JointType::kFloating}) {
    world::Model model = RowWith(type);
    model.joints[0].axes[0].lower = -1.0;
    model.joints[0].axes[0].upper = 2.0;
    const Loaded loaded = WriteAndRead(model);
    ASSERT_EQ(loaded.model().links.size(), 2u) << text_;
    ASSERT_EQ(loaded.model().joints.size(), 1u) << text_;
    const JointType expected = type == JointType::kContinuous ? JointType::kRevolute : type;
    EXPECT_EQ(loaded.model().joints[0].type, expected);
    EXPECT_EQ(loaded.model().joints[0].name, model.joints[0].name);
  }
}

TEST_F(UrdfWrite, AFrameBesideTheAxisBecomesALink) {
  world::Model model = RowWith(JointType::kRevolute);
  // The axis is z; the child's frame is 0.3 m beside it, and 0.2 m above the joint's frame.
  model.joints[0].X_CJ = RigidTransform(Vector3d(0.3, 0.0, -0.2));
  model.joints[0].X_PJ = model.joints[0].X_PJ * model.joints[0].X_CJ;
  EXPECT_GE(WriteAndRead(model).model().FindLink("j0_frame"), 0) << text_;
  // On the axis nothing is added.
  model = RowWith(JointType::kRevolute);
  model.joints[0].X_CJ = RigidTransform(Vector3d(0.0, 0.0, -0.2));
  model.joints[0].X_PJ = model.joints[0].X_PJ * model.joints[0].X_CJ;
  EXPECT_EQ(WriteAndRead(model).model().links.size(), 2u) << text_;
}

TEST_F(UrdfWrite, SeveralAxesBecomeChains) {
  world::Model model = RowWith(JointType::kUniversal);
  model.joints[0].axes[0].lower = -0.5;
  model.joints[0].axes[0].upper = 0.5;
  model.joints[0].axes[1].damping = 0.3;
  const Loaded universal = WriteAndRead(model);
  ASSERT_EQ(universal.model().joints.size(), 2u) << text_;
  EXPECT_EQ(universal.joint("j0_0").axes[0].lower, -0.5);
  EXPECT_EQ(universal.joint("j0_1").axes[0].damping, 0.3);
  EXPECT_EQ(universal.joint("j0_1").type, JointType::kContinuous);
  EXPECT_EQ(universal.link("j0_1_link").inertia.mass, 0.0);
  EXPECT_EQ(WriteAndRead(RowWith(JointType::kBall)).model().joints.size(), 3u) << text_;

  world::Model screw = RowWith(JointType::kScrew);
  screw.joints[0].screw_pitch = 0.01;
  const Loaded loaded = WriteAndRead(screw);
  const world::Joint& advance = loaded.joint("j0_advance");
  ASSERT_TRUE(advance.mimic.has_value()) << text_;
  EXPECT_EQ(advance.type, JointType::kPrismatic);
  EXPECT_NEAR(advance.mimic->multiplier, 0.01 / (2.0 * M_PI), 1e-15);
  EXPECT_TRUE(lost_.all().empty()) << LostText();
}

/// The axes that Surefoot's reader derives from the normal give a planar joint; others a chain.
TEST_F(UrdfWrite, PlanarJoints) {
  world::Model model = RowWith(JointType::kPlanar);
  model.joints[0].axes[0].axis_J = Vector3d::UnitX();
  model.joints[0].axes[1].axis_J = Vector3d::UnitY();
  EXPECT_EQ(WriteAndRead(model).joint("j0").type, JointType::kPlanar) << text_;
  model.joints[0].axes[0].axis_J = Vector3d::UnitY();
  model.joints[0].axes[1].axis_J = -Vector3d::UnitX();
  EXPECT_EQ(WriteAndRead(model).model().joints.size(), 3u) << text_;
}

TEST_F(UrdfWrite, ReportsLoops) {
  world::Model model = world::test::MakeRow(3);
  world::test::Connect(&model, JointType::kRevolute, 0, 1);
  world::test::Connect(&model, JointType::kRevolute, 1, 2);
  world::test::Connect(&model, JointType::kRevolute, 0, 2);
  const Loaded loaded = WriteAndRead(model);
  EXPECT_EQ(loaded.model().joints.size(), 2u) << text_;
  EXPECT_NE(LostText().find("closed loops"), std::string::npos) << LostText();
}

TEST_F(UrdfWrite, SeveralRootsHangFromTheWorld) {
  const Loaded loaded = WriteAndRead(world::test::MakeRow(3));
  ASSERT_EQ(loaded.model().joints.size(), 3u) << text_;
  for (const world::Joint& joint : loaded.model().joints) {
    EXPECT_EQ(joint.type, JointType::kFloating);
    EXPECT_EQ(joint.parent, world::kWorldLink);
  }
  EXPECT_EQ(loaded.link("l2").X_ML.p, Vector3d(2.0, 0.0, 0.0));
}

TEST_F(UrdfWrite, AStaticModelIsFixedToTheWorld) {
  world::Model model = RowWith(JointType::kRevolute);
  model.is_static = true;
  const Loaded loaded = WriteAndRead(model);
  for (const world::Joint& joint : loaded.model().joints) {
    EXPECT_EQ(joint.type, JointType::kFixed) << joint.name;
  }
  EXPECT_NE(LostText().find("nothing moves in a static model"), std::string::npos) << LostText();
}

/// Names that would clash or be changed by readers of XML and xacro.
TEST_F(UrdfWrite, NamesAreUniqueAndPlain) {
  world::Model model = world::test::MakeRow(4);
  model.links[1].name = "arm::hand";
  model.links[2].name = " arm::hand";
  model.links[3].name = "a${b}<&\"\n";
  for (int i = 1; i < 4; ++i) world::test::Connect(&model, JointType::kFixed, 0, i);
  const Loaded loaded = WriteAndRead(model);
  EXPECT_EQ(loaded.model().links[1].name, "arm::hand");
  EXPECT_EQ(loaded.model().links[2].name, "arm::hand_2");
  EXPECT_EQ(loaded.model().links[3].name, "a_{b}<&\"_");
}

TEST_F(UrdfWrite, ShapesThatUrdfLacks) {
  world::Model model = world::test::MakeRow(1);
  std::vector<world::Collision>& collisions = model.links[0].collisions;
  collisions[0].geometry = world::Capsule{0.1, 0.4};
  collisions.push_back(collisions[0]);
  collisions[1].name = "egg";
  collisions[1].geometry = world::Ellipsoid{Vector3d(0.1, 0.2, 0.3)};
  const Loaded loaded = WriteAndRead(model);
  const std::vector<world::Collision>& read = loaded.model().links[0].collisions;
  ASSERT_EQ(read.size(), 4u) << text_;
  ASSERT_TRUE(std::holds_alternative<world::Cylinder>(read[0].geometry));
  EXPECT_EQ(std::get<world::Cylinder>(read[0].geometry).length, 0.4);
  EXPECT_EQ(read[1].X_LG.p.z(), -0.2);
  EXPECT_EQ(read[2].X_LG.p.z(), 0.2);
  ASSERT_TRUE(std::holds_alternative<world::Mesh>(read[3].geometry));
  const Eigen::AlignedBox3d box = std::get<world::Mesh>(read[3].geometry).mesh->Bounds();
  EXPECT_LT((box.max() - Vector3d(0.1, 0.2, 0.3)).norm(), 1e-6);
  EXPECT_NE(LostText().find("ellipsoids"), std::string::npos) << LostText();
}

TEST_F(UrdfWrite, MaterialsAreDefinedOnce) {
  world::Model model = world::test::MakeRow(1);
  world::Visual visual;
  visual.name = "a";
  visual.geometry = world::Box{};
  visual.material = world::Material{};
  visual.material->diffuse = Eigen::Vector4d(0.1, 0.2, 0.3, 1.0);
  model.links[0].visuals = {visual, visual, visual};
  model.links[0].visuals[1].name = "b";
  model.links[0].visuals[2].name = "c";
  model.links[0].visuals[2].transparency = 0.5;
  const Loaded loaded = WriteAndRead(model);
  const std::vector<world::Visual>& read = loaded.model().links[0].visuals;
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].material->diffuse, Eigen::Vector4d(0.1, 0.2, 0.3, 1.0));
  EXPECT_EQ(read[0].material->name, read[1].material->name);
  EXPECT_EQ(read[2].material->diffuse[3], 0.5);
}

TEST_F(UrdfWrite, RotationsAreAccurateAtAPitchOf90Degrees) {
  for (const double pitch : {M_PI_2, -M_PI_2, M_PI_2 - 1e-9, M_PI_2 - 1e-5}) {
    world::Model model = RowWith(JointType::kFixed);
    const Quaterniond q = QuaternionFromRpy(0.7, pitch, -0.4);
    model.joints[0].X_PJ.q = q;
    model.links[1].X_ML.q = q;
    const Loaded loaded = WriteAndRead(model);
    EXPECT_LT((loaded.joint("j0").X_PJ.R() - q.toRotationMatrix()).norm(), 1e-15) << pitch;
  }
}

TEST_F(UrdfWrite, FramesAreLinks) {
  world::Model model = world::test::MakeRow(1);
  model.frames.push_back({"tool", 0, RigidTransform(Vector3d(0.1, 0.0, 0.0))});
  model.frames.push_back({"l0", 0, RigidTransform(Vector3d(0.2, 0.0, 0.0))});
  const Loaded loaded = WriteAndRead(model);
  ASSERT_EQ(loaded.model().links.size(), 2u) << text_;
  EXPECT_EQ(loaded.link("tool").X_ML.p.x(), 0.1);
}

TEST_F(UrdfWrite, MeshesAreNamedByTheGivenUris) {
  folder_.Write("wheel 1.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 3 4\n");
  const Loaded first = LoadFile(folder_.Write(
      "in.urdf", "<robot name=\"r\">" +
                     LinkText("a",
                              "<visual><geometry><mesh filename=\"wheel 1.obj\" scale=\"1 2 3\"/>"
                              "</geometry></visual>") +
                     "</robot>"));
  WriteAndRead(first.model());
  EXPECT_TRUE(Has("filename=\"wheel 1.obj\" scale=\"1 2 3\"")) << text_;
  WriteOptions options;
  options.uri_of = FileUri;
  const Loaded again = WriteAndRead(first.model(), options);
  EXPECT_TRUE(Has("filename=\"file:///")) << text_;
  EXPECT_TRUE(Has("/wheel%201.obj\"")) << text_;
  ASSERT_EQ(again.model().links[0].visuals.size(), 1u);
  EXPECT_EQ(std::get<world::Mesh>(again.model().links[0].visuals[0].geometry).mesh->vertices,
            std::get<world::Mesh>(first.model().links[0].visuals[0].geometry).mesh->vertices);
}

TEST_F(UrdfWrite, ReportsWhatIsLost) {
  world::Model model = RowWith(JointType::kRevolute);
  world::Sensor sensor;
  sensor.name = "gyro";
  model.links[0].sensors.push_back(sensor);
  model.links[0].collisions[0].surface.mu = 0.3;
  model.joints[0].axes[0].spring_stiffness = 2.0;
  model.self_collide = true;
  model.initial_positions.push_back({0, 0, 0.4});
  WriteAndRead(model);
  for (const char* part : {"no sensors", "gyro", "friction", "springs", "collide with themselves",
                           "start positions"}) {
    EXPECT_NE(LostText().find(part), std::string::npos) << part << "\n" << LostText();
  }
}

TEST_F(UrdfWrite, RefusesSeveralModels) {
  world::WorldSpec spec;
  const auto model = std::make_shared<const world::Model>(world::test::MakeRow(1));
  spec.models = {{"a", {}, model}, {"b", {}, model}};
  const Status written = Write(spec);
  ASSERT_FALSE(written.ok());
  EXPECT_NE(written.error().message.find("2 models: a, b"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::formats
