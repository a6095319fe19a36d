/// Links, frames and nested models, compared with poses that were computed by hand.

#include <numbers>

#include "surefoot/formats/sdf/test/sdf_test_tools.h"

namespace surefoot::formats {
namespace {

constexpr double kQuarter = std::numbers::pi / 2.0;

const char* const kQuarterText = "1.5707963267948966";

using SdfModelTest = SdfTest;

TEST_F(SdfModelTest, RelativePosesFollowTheChain) {
  // a: at (1, 0, 0), turned left. b: 2 m along a's x, which is the model's y. c: 1 m along b's y,
  // which is the model's -x, and turned left again.
  const world::Model model =
      ReadModel(LinkText("a", std::string("<pose>1 0 0 0 0 ") + kQuarterText + "</pose>") +
                LinkText("b", "<pose relative_to=\"a\">2 0 0 0 0 0</pose>") +
                LinkText("c", std::string("<pose relative_to=\"b\">0 1 0.5 0 0 ") + kQuarterText +
                                  "</pose>"));
  ASSERT_EQ(model.links.size(), 3u);
  ExpectPose(model.links[0].X_ML, {1, 0, 0}, AboutZ(kQuarter), "a");
  ExpectPose(model.links[1].X_ML, {1, 2, 0}, AboutZ(kQuarter), "b");
  ExpectPose(model.links[2].X_ML, {0, 2, 0.5}, AboutZ(2.0 * kQuarter), "c");
  EXPECT_TRUE(problems_.all().empty()) << AllProblems();
}

TEST_F(SdfModelTest, RollPitchYawAreFixedAxes) {
  const world::Model model = ReadModel(LinkText("a", "<pose>0 0 0 0.1 0.2 0.3</pose>") +
                                       LinkText("b", "<pose degrees=\"true\">0 0 0 90 0 0</pose>"));
  const Quaterniond expected = AboutZ(0.3) *
                               Quaterniond(Eigen::AngleAxisd(0.2, Vector3d::UnitY())) *
                               Quaterniond(Eigen::AngleAxisd(0.1, Vector3d::UnitX()));
  ExpectPose(model.links[0].X_ML, Vector3d::Zero(), expected);
  ExpectPose(model.links[1].X_ML, Vector3d::Zero(),
             Quaterniond(Eigen::AngleAxisd(kQuarter, Vector3d::UnitX())));
}

TEST_F(SdfModelTest, FramesStandOnTheLinkTheyAreAttachedTo) {
  const world::Model model = ReadModel(
      LinkText("a", "<pose>1 0 0 0 0 0</pose>") +
      LinkText("b", std::string("<pose>0 3 0 0 0 ") + kQuarterText + "</pose>") +
      "<frame name=\"f\" attached_to=\"b\"><pose>1 0 0 0 0 0</pose></frame>"
      "<frame name=\"g\" attached_to=\"f\"><pose relative_to=\"a\">0 0 5 0 0 0</pose></frame>"
      "<frame name=\"h\"><pose>0 0 1 0 0 0</pose></frame>");
  ASSERT_EQ(model.frames.size(), 3u);
  EXPECT_EQ(model.frames[0].link, 1);
  ExpectPose(model.frames[0].X_LF, {1, 0, 0}, AboutZ(0.0), "f");
  // g is at (1, 0, 5) in the model; b is at (0, 3, 0) and turned left, so that the model's x is
  // b's -y: p_b = R_z(-90) ((1, 0, 5) - (0, 3, 0)) = (-3, -1, 5).
  EXPECT_EQ(model.frames[1].link, 1);
  ExpectPose(model.frames[1].X_LF, {-3, -1, 5}, AboutZ(-kQuarter), "g");
  // Without attached_to, a frame is attached to the first link.
  EXPECT_EQ(model.frames[2].link, 0);
  ExpectPose(model.frames[2].X_LF, {-1, 0, 1}, AboutZ(0.0), "h");
}

TEST_F(SdfModelTest, NestedModelsAreFlattened) {
  const world::Model model = ReadModel(
      LinkText("base") + "<frame name=\"tip\" attached_to=\"base\"><pose>0 0 2 0 0 " +
      kQuarterText +
      "</pose></frame>\n<model name=\"arm\"><pose relative_to=\"tip\">1 0 0 0 0 0</pose>" +
      LinkText("upper", "<pose>0 0 1 0 0 0</pose>") +
      "<model name=\"hand\"><pose>0 1 0 0 0 0</pose>" + LinkText("palm") +
      LinkText("thumb", "<pose>0 0 1 0 0 0</pose>") +
      "<joint name=\"knuckle\" type=\"revolute\"><parent>palm</parent><child>thumb</child>"
      "<axis><xyz>1 0 0</xyz></axis></joint></model>"
      "<joint name=\"wrist\" type=\"fixed\"><parent>upper</parent><child>hand::palm</child></joint>"
      "</model>"
      "<joint name=\"shoulder\" type=\"revolute\"><parent>base</parent><child>arm::upper</child>"
      "<axis><xyz>0 0 1</xyz></axis></joint>");
  ASSERT_EQ(model.links.size(), 4u);
  EXPECT_EQ(model.links[1].name, "arm::upper");
  // tip is 2 m up and turned left: the arm's model frame is at (0, 1, 2).
  ExpectPose(model.links[1].X_ML, {0, 1, 3}, AboutZ(kQuarter), "upper");
  const int palm = model.FindLink("arm::hand::palm");
  ASSERT_GE(palm, 0);
  // hand is 1 m along the arm's y, the model's -x.
  ExpectPose(model.links[static_cast<std::size_t>(palm)].X_ML, {-1, 1, 2}, AboutZ(kQuarter),
             "palm");
  ASSERT_EQ(model.joints.size(), 3u);
  const int wrist = model.FindJoint("arm::wrist");
  const int knuckle = model.FindJoint("arm::hand::knuckle");
  ASSERT_GE(wrist, 0);
  ASSERT_GE(knuckle, 0);
  EXPECT_EQ(model.joints[static_cast<std::size_t>(wrist)].child, palm);
  EXPECT_EQ(model.joints[static_cast<std::size_t>(knuckle)].parent, palm);
  EXPECT_EQ(model.joints[0].name, "shoulder");
  EXPECT_EQ(model.joints[0].parent, 0);
  EXPECT_EQ(model.joints[0].child, 1);
}

TEST_F(SdfModelTest, PlacementFrameMovesTheModel) {
  // The frame is placed at (10, 0, 0) and is 3 m along x in the model, so the model is at x = 7.
  const ReadResult result = Read(
      "<sdf version=\"1.9\"><world name=\"w\"><model name=\"m\" placement_frame=\"f\">"
      "<pose>10 0 0 0 0 0</pose>" +
      LinkText("a") + "<frame name=\"f\"><pose>3 0 0 0 0 0</pose></frame></model></world></sdf>");
  ASSERT_TRUE(result.ok) << AllProblems();
  ExpectPose(result.spec.models[0].X_WM, {7, 0, 0}, AboutZ(0.0));
}

TEST_F(SdfModelTest, ASingleModelKeepsItsPose) {
  const ReadResult result = Read("<sdf version=\"1.9\"><model name=\"m\"><pose>1 2 3 0 0 0</pose>" +
                                 LinkText("a") + "<self_collide>true</self_collide></model></sdf>");
  ASSERT_TRUE(result.ok) << AllProblems();
  EXPECT_TRUE(result.is_model);
  ASSERT_EQ(result.spec.models.size(), 1u);
  EXPECT_EQ(result.spec.models[0].name, "m");
  EXPECT_TRUE(result.spec.models[0].model->self_collide);
  EXPECT_FALSE(result.spec.models[0].model->is_static);
  ExpectPose(result.spec.models[0].X_WM, {1, 2, 3}, AboutZ(0.0));
}

TEST_F(SdfModelTest, InertiaIsGivenInTheLinksAxes) {
  // The inertial frame is rotated by 90 degrees about z: the moments about x and y are swapped, and
  // ixy changes its sign.
  const world::Model model =
      ReadModel(std::string("<link name=\"a\"><inertial><pose>0.1 0.2 0.3 0 0 ") + kQuarterText +
                "</pose><mass>4</mass><inertia><ixx>1</ixx><iyy>2</iyy><izz>2.5</izz><ixy>0.1</ixy>"
                "<ixz>0.2</ixz><iyz>0.3</iyz></inertia></inertial></link>");
  const Inertia& inertia = model.links[0].inertia;
  EXPECT_EQ(inertia.mass, 4.0);
  EXPECT_TRUE(inertia.p_BBcm.isApprox(Vector3d(0.1, 0.2, 0.3)));
  Matrix3d expected;
  expected << 2.0, -0.1, -0.3,  //
      -0.1, 1.0, 0.2,           //
      -0.3, 0.2, 2.5;
  EXPECT_TRUE(inertia.I_BBcm_B.isApprox(expected, 1e-12)) << inertia.I_BBcm_B;
  EXPECT_FALSE(model.links[0].inertia_computed);
}

TEST_F(SdfModelTest, MissingInertiaComesFromTheShapes) {
  const world::Model model = ReadModel(
      "<link name=\"a\"><collision name=\"c\"><geometry><box><size>1 2 3</size></box></geometry>"
      "</collision></link>");
  // Water: 1000 kg/m3 times 6 m3.
  EXPECT_DOUBLE_EQ(model.links[0].inertia.mass, 6000.0);
  EXPECT_DOUBLE_EQ(model.links[0].inertia.I_BBcm_B(0, 0), 6000.0 * (4.0 + 9.0) / 12.0);
  EXPECT_TRUE(model.links[0].inertia_computed);
  EXPECT_TRUE(Has(Severity::kNote, 3, "no inertia"));
}

TEST_F(SdfModelTest, AutomaticInertiaTakesTheDensity) {
  const world::Model model = ReadModel(
      "<link name=\"a\"><inertial auto=\"true\"><density>500</density></inertial>"
      "<collision name=\"c\"><geometry><box><size>1 2 3</size></box></geometry></collision></link>"
      "<link name=\"b\"><inertial auto=\"true\"/><collision name=\"c\"><density>250</density>"
      "<geometry><box><size>1 2 3</size></box></geometry></collision></link>",
      "1.11");
  EXPECT_DOUBLE_EQ(model.links[0].inertia.mass, 3000.0);
  EXPECT_DOUBLE_EQ(model.links[1].inertia.mass, 1500.0);
  EXPECT_TRUE(model.links[0].extensions.empty());
}

TEST_F(SdfModelTest, BodiesWithoutAnyMassGetSdfsDefault) {
  const world::Model model = ReadModel(
      LinkText("a") +
      "<link name=\"dummy\"/>\n<link name=\"loose\"/>\n<link name=\"stake\"/>\n"
      "<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>dummy</child></joint>"
      "<joint name=\"k\" type=\"fixed\"><parent>world</parent><child>stake</child></joint>");
  EXPECT_EQ(model.links[1].inertia.mass, 0.0) << "a link of a body with mass needs no mass";
  EXPECT_EQ(model.links[2].inertia.mass, 1.0);
  EXPECT_EQ(model.links[3].inertia.mass, 0.0) << "a link that is fixed to the world needs no mass";
  EXPECT_TRUE(Has(Severity::kWarning, 5, "SDF's default"));
}

TEST_F(SdfModelTest, FlagsOfLinks) {
  const world::Model model = ReadModel(
      LinkText("a", "<gravity>false</gravity><kinematic>true</kinematic>") + LinkText("b"));
  EXPECT_FALSE(model.links[0].gravity);
  EXPECT_TRUE(model.links[0].kinematic);
  EXPECT_TRUE(model.links[1].gravity);
  EXPECT_FALSE(model.links[1].kinematic);
}

TEST_F(SdfModelTest, OldVersionsAreConverted) {
  // Before SDF 1.7, a joint's axis could be expressed in the model's frame.
  const world::Model model = ReadModel(
      LinkText("a") + LinkText("b", std::string("<pose>0 0 0 0 0 ") + kQuarterText + "</pose>") +
          "<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child><axis>"
          "<xyz>1 0 0</xyz><use_parent_model_frame>true</use_parent_model_frame></axis></joint>",
      "1.5");
  ASSERT_EQ(model.joints.size(), 1u);
  // The model's x is -y in b, which is turned left.
  EXPECT_TRUE(model.joints[0].axes[0].axis_J.isApprox(Vector3d(0, -1, 0), 1e-12));
}

TEST_F(SdfModelTest, NumbersKeepEveryDigit) {
  // Two identity rotations around them, and a length that is 1 except for rounding.
  const world::Model model = ReadModel(
      "<model name=\"n\"><pose>0 0 0 0 0 0</pose>" +
      LinkText("a",
               "<pose rotation_format=\"quat_xyzw\">0.1 0.2 0.30000000000000004 "
               "0.18257418583505536 0.3651483716701107 0.5477225575051661 0.7302967433402214"
               "</pose>") +
      LinkText("b") +
      "<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child><pose>0.7 0 0 0 0 0"
      "</pose><axis><xyz expressed_in=\"b\">0.26726124191242440 0.53452248382484879 "
      "0.80178372573727319</xyz></axis></joint></model>");
  const RigidTransform& X = model.links[0].X_ML;
  EXPECT_EQ(X.p, Vector3d(0.1, 0.2, 0.30000000000000004));
  EXPECT_EQ(X.q.x(), 0.18257418583505536);
  EXPECT_EQ(X.q.y(), 0.3651483716701107);
  EXPECT_EQ(X.q.z(), 0.5477225575051661);
  EXPECT_EQ(X.q.w(), 0.7302967433402214);
  EXPECT_EQ(model.joints[0].X_CJ.p, Vector3d(0.7, 0, 0));
  EXPECT_EQ(model.joints[0].axes[0].axis_J,
            Vector3d(0.26726124191242440, 0.53452248382484879, 0.80178372573727319));
}

TEST_F(SdfModelTest, LoopsAreKept) {
  const auto joint = [](const std::string& name, const std::string& from, const std::string& to) {
    return "<joint name=\"" + name + "\" type=\"revolute\"><parent>" + from + "</parent><child>" +
           to + "</child><axis><xyz>0 0 1</xyz></axis></joint>";
  };
  const world::Model model =
      ReadModel(LinkText("a") + LinkText("b") + LinkText("c") + joint("ab", "a", "b") +
                joint("bc", "b", "c") + joint("ca", "c", "a"));
  EXPECT_EQ(model.joints.size(), 3u);
}

TEST_F(SdfModelTest, ALinkOfMassZeroIsFixedToTheWorld) {
  const world::Model model = ReadModel(
      "<link name=\"base\"><inertial><mass>0</mass><inertia><ixx>1</ixx></inertia></inertial>"
      "</link>" +
      LinkText("arm") +
      "<joint name=\"j\" type=\"revolute\"><parent>base</parent><child>arm</child><axis><xyz>0 0 "
      "1</xyz></axis></joint>");
  ASSERT_EQ(model.joints.size(), 2u);
  EXPECT_EQ(model.joints[1].type, world::JointType::kFixed);
  EXPECT_EQ(model.joints[1].parent, world::kWorldLink);
  EXPECT_EQ(model.joints[1].child, 0);
  EXPECT_TRUE(Has(Severity::kWarning, 3, "fixed to the world")) << AllProblems();
}

TEST_F(SdfModelTest, TheOldestFilesWriteValuesInAttributes) {
  const ReadResult result = Read(
      "<gazebo version=\"1.0\"><model name=\"m\" static=\"false\"><origin pose=\"1 2 3 0 0 1\"/>"
      "<link name=\"a\"><origin pose=\"0 0 1 0 0 0.5\"/><inertial mass=\"4\"><origin pose=\"1 0 0 "
      "0 0 0\"/><inertia ixx=\"1\" iyy=\"2\" izz=\"2.5\"/></inertial>"
      "<collision name=\"c\"><origin pose=\"0 1 0 0 0 0\"/><geometry><box size=\"1 2 3\"/>"
      "</geometry></collision></link><link name=\"b\"/><joint name=\"j\" type=\"revolute\">"
      "<parent link=\"a\"/><child link=\"b\"/><origin pose=\"0 0 1 0 0 0\"/>"
      "<axis xyz=\"0 1 0\"><limit lower=\"-1\" upper=\"1\"/></axis></joint></model></gazebo>");
  ASSERT_TRUE(result.ok) << AllProblems();
  ExpectPose(result.spec.models[0].X_WM, {1, 2, 3}, AboutZ(1.0));
  const world::Model& model = *result.spec.models[0].model;
  ExpectPose(model.links[0].X_ML, {0, 0, 1}, AboutZ(0.5));
  EXPECT_EQ(model.links[0].inertia.mass, 4.0);
  EXPECT_EQ(model.links[0].inertia.p_BBcm, Vector3d(1, 0, 0));
  EXPECT_EQ(model.links[0].inertia.I_BBcm_B(2, 2), 2.5);
  const world::Collision& collision = model.links[0].collisions.at(0);
  EXPECT_EQ(std::get<world::Box>(collision.geometry).size, Vector3d(1, 2, 3));
  ExpectPose(collision.X_LG, {0, 1, 0}, AboutZ(0.0));
  ASSERT_EQ(model.joints.size(), 1u);
  ExpectPose(model.joints[0].X_CJ, {0, 0, 1}, AboutZ(0.0));
  EXPECT_EQ(model.joints[0].axes[0].axis_J, Vector3d(0, 1, 0));
  EXPECT_EQ(model.joints[0].axes[0].upper, 1.0);
}

TEST_F(SdfModelTest, OldJointsMayBeCalledLikeLinks) {
  const world::Model model =
      ReadModel(LinkText("a") +
                    "<joint name=\"b\" type=\"fixed\"><parent>a</parent><child>b</child></joint>" +
                    LinkText("b", "<pose>0 0 1 0 0 0</pose>"),
                "1.6");
  ASSERT_EQ(model.joints.size(), 1u);
  EXPECT_EQ(model.joints[0].child, 1);
  ExpectPose(model.joints[0].X_PJ, {0, 0, 1}, AboutZ(0.0));
}

TEST_F(SdfModelTest, NewerVersionsAreReadAs19) {
  for (const char* version : {"1.8", "1.10", "1.11", "1.12"}) {
    EXPECT_EQ(ReadModel(LinkText("a"), version).links.size(), 1u) << version;
    EXPECT_TRUE(problems_.all().empty()) << AllProblems();
  }
}

}  // namespace
}  // namespace surefoot::formats
