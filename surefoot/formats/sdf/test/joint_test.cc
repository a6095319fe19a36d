#include <numbers>

#include "surefoot/formats/sdf/test/sdf_test_tools.h"

namespace surefoot::formats {
namespace {

constexpr double kQuarter = std::numbers::pi / 2.0;
const char* const kQuarterText = "1.5707963267948966";

class SdfJointTest : public SdfTest {
 protected:
  /// A joint between link a at the origin and link b at (0, 0, 1), which is rotated 90 degrees
  /// left.
  world::Joint ReadJoint(const std::string& type, const std::string& inside,
                         const std::string& version = "1.9") {
    model_ = ReadModel(
        LinkText("a") + LinkText("b", std::string("<pose>0 0 1 0 0 ") + kQuarterText + "</pose>") +
            "<joint name=\"j\" type=\"" + type + "\"><parent>a</parent><child>b</child>" + inside +
            "</joint>",
        version);
    return model_.joints.empty() ? world::Joint() : model_.joints[0];
  }

  world::Model model_;
};

TEST_F(SdfJointTest, TheJointFrameIsInTheChild) {
  const world::Joint joint =
      ReadJoint("revolute", "<pose>1 0 0 0 0 0</pose><axis><xyz>0 0 2</xyz></axis>");
  EXPECT_EQ(joint.type, world::JointType::kRevolute);
  ExpectPose(joint.X_CJ, {1, 0, 0}, AboutZ(0.0));
  // The child's x is the parent's y.
  ExpectPose(joint.X_PJ, {0, 1, 1}, AboutZ(kQuarter));
  EXPECT_EQ(joint.axes[0].axis_J, Vector3d(0, 0, 1)) << "normalised";
}

TEST_F(SdfJointTest, ItsPoseMayBeGivenElsewhere) {
  const world::Joint joint = ReadJoint(
      "revolute", "<pose relative_to=\"a\">1 0 0 0 0 0</pose><axis><xyz>0 0 1</xyz></axis>");
  ExpectPose(joint.X_PJ, {1, 0, 0}, AboutZ(0.0));
  // (1, 0, 0) - (0, 0, 1), expressed in b, whose x axis is the model's y axis.
  ExpectPose(joint.X_CJ, {0, -1, -1}, AboutZ(-kQuarter));
}

TEST_F(SdfJointTest, TheAxisMayBeExpressedInAnyFrame) {
  const world::Joint in_model =
      ReadJoint("revolute", "<axis><xyz expressed_in=\"__model__\">1 0 0</xyz></axis>");
  EXPECT_TRUE(in_model.axes[0].axis_J.isApprox(Vector3d(0, -1, 0), 1e-12));
  const world::Joint in_parent =
      ReadJoint("prismatic", "<axis><xyz expressed_in=\"a\">0 1 0</xyz></axis>");
  EXPECT_TRUE(in_parent.axes[0].axis_J.isApprox(Vector3d(1, 0, 0), 1e-12));
  const world::Joint plain = ReadJoint("revolute", "<axis><xyz>0 1 0</xyz></axis>");
  EXPECT_TRUE(plain.axes[0].axis_J.isApprox(Vector3d(0, 1, 0), 1e-12));
}

TEST_F(SdfJointTest, LimitsAndDynamics) {
  const world::Joint joint = ReadJoint(
      "prismatic",
      "<axis><xyz>1 0 0</xyz><limit><lower>-0.5</lower><upper>2</upper><effort>30</effort>"
      "<velocity>4</velocity></limit><dynamics><damping>0.1</damping><friction>0.2</friction>"
      "<spring_reference>0.3</spring_reference><spring_stiffness>40</spring_stiffness></dynamics>"
      "</axis>");
  const world::JointAxis& axis = joint.axes[0];
  EXPECT_EQ(axis.lower, -0.5);
  EXPECT_EQ(axis.upper, 2.0);
  EXPECT_EQ(axis.effort, 30.0);
  EXPECT_EQ(axis.velocity, 4.0);
  EXPECT_EQ(axis.damping, 0.1);
  EXPECT_EQ(axis.friction, 0.2);
  EXPECT_EQ(axis.spring_reference, 0.3);
  EXPECT_EQ(axis.spring_stiffness, 40.0);
}

TEST_F(SdfJointTest, NoLimitIsInfinite) {
  for (const char* limit :
       {"",
        "<limit><lower>-1e16</lower><upper>1e16</upper><effort>-1</effort>"
        "<velocity>-1</velocity></limit>",
        "<limit><lower>-inf</lower><upper>inf</upper><effort>inf</effort></limit>"}) {
    const world::Joint joint =
        ReadJoint("revolute", std::string("<axis><xyz>0 0 1</xyz>") + limit + "</axis>");
    EXPECT_EQ(joint.axes[0].lower, -world::kInfinity) << limit;
    EXPECT_EQ(joint.axes[0].upper, world::kInfinity) << limit;
    EXPECT_EQ(joint.axes[0].effort, world::kInfinity) << limit;
    EXPECT_EQ(joint.axes[0].velocity, world::kInfinity) << limit;
  }
  const world::Joint continuous =
      ReadJoint("continuous",
                "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>");
  EXPECT_EQ(continuous.type, world::JointType::kContinuous);
  EXPECT_EQ(continuous.axes[0].upper, world::kInfinity);
}

TEST_F(SdfJointTest, Types) {
  EXPECT_EQ(ReadJoint("fixed", "").type, world::JointType::kFixed);
  EXPECT_EQ(ReadJoint("ball", "").type, world::JointType::kBall);
  const std::string two_axes = "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>";
  const world::Joint universal = ReadJoint("universal", two_axes);
  EXPECT_EQ(universal.type, world::JointType::kUniversal);
  EXPECT_EQ(universal.axes[0].axis_J, Vector3d(1, 0, 0));
  EXPECT_EQ(universal.axes[1].axis_J, Vector3d(0, 1, 0));
  EXPECT_EQ(ReadJoint("revolute2", two_axes).type, world::JointType::kUniversal);
  EXPECT_TRUE(problems_.all().empty()) << AllProblems();
  EXPECT_EQ(ReadJoint("gearbox", two_axes).type, world::JointType::kRevolute);
  EXPECT_TRUE(Has(Severity::kWarning, 5, "gear"));
}

TEST_F(SdfJointTest, ScrewPitchIsInMetresPerRevolution) {
  const std::string axis = "<axis><xyz>0 0 1</xyz></axis>";
  // thread_pitch counts rad per m of a left-handed thread: 1000 rad/m is -2 pi / 1000 m each turn.
  EXPECT_DOUBLE_EQ(ReadJoint("screw", axis + "<thread_pitch>1000</thread_pitch>").screw_pitch,
                   -2.0 * std::numbers::pi / 1000.0);
  EXPECT_DOUBLE_EQ(ReadJoint("screw", axis + "<thread_pitch>-1000</thread_pitch>").screw_pitch,
                   2.0 * std::numbers::pi / 1000.0);
  EXPECT_DOUBLE_EQ(
      ReadJoint("screw", axis + "<screw_thread_pitch>0.004</screw_thread_pitch>", "1.11")
          .screw_pitch,
      0.004);
  EXPECT_TRUE(problems_.all().empty()) << AllProblems();
}

TEST_F(SdfJointTest, PlanarAndFloatingByExtension) {
  const world::Joint planar =
      ReadJoint("fixed",
                "<surefoot:type>planar</surefoot:type><axis><xyz>0 1 0</xyz></axis>"
                "<axis2><xyz>0 0 1</xyz></axis2>");
  EXPECT_EQ(planar.type, world::JointType::kPlanar);
  EXPECT_EQ(planar.axes[0].axis_J, Vector3d(0, 1, 0));
  EXPECT_EQ(planar.axes[1].axis_J, Vector3d(0, 0, 1));
  EXPECT_EQ(ReadJoint("fixed", "<surefoot:type>floating</surefoot:type>").type,
            world::JointType::kFloating);
  EXPECT_EQ(ReadJoint("fixed", "<surefoot:type>planar</surefoot:type>").axes[1].axis_J,
            Vector3d(0, 1, 0));
}

TEST_F(SdfJointTest, WorldAsParent) {
  const world::Model model =
      ReadModel("<pose>9 9 9 0 0 0</pose>" + LinkText("a", "<pose>1 2 3 0 0 0</pose>") +
                "<joint name=\"j\" type=\"fixed\"><parent>world</parent><child>a</child></joint>");
  EXPECT_EQ(model.joints[0].parent, world::kWorldLink);
  // For a model's joint, the world frame is at the model's origin.
  ExpectPose(model.joints[0].X_PJ, {1, 2, 3}, AboutZ(0.0));
  ExpectPose(model.joints[0].X_CJ, {0, 0, 0}, AboutZ(0.0));
}

TEST_F(SdfJointTest, EndsMayBeFrames) {
  const world::Model model =
      ReadModel(LinkText("a") + LinkText("b") +
                "<frame name=\"f\" attached_to=\"b\"/>"
                "<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>f</child></joint>");
  EXPECT_EQ(model.joints[0].child, 1);
}

TEST_F(SdfJointTest, Mimic) {
  const std::string joints =
      LinkText("a") + LinkText("b") + LinkText("c") +
      "<joint name=\"lead\" type=\"revolute\"><parent>a</parent><child>b</child>"
      "<axis><xyz>0 0 1</xyz></axis></joint>"
      "<joint name=\"follow\" type=\"revolute\"><parent>a</parent><child>c</child>";
  const world::Model ours =
      ReadModel(joints +
                "<axis><xyz>0 0 1</xyz></axis>"
                "<surefoot:mimic joint=\"lead\" multiplier=\"-2\" offset=\"0.5\"/></joint>");
  ASSERT_TRUE(ours.joints[1].mimic);
  EXPECT_EQ(ours.joints[1].mimic->leader, 0);
  EXPECT_EQ(ours.joints[1].mimic->multiplier, -2.0);
  EXPECT_EQ(ours.joints[1].mimic->offset, 0.5);
  // q = multiplier (q_leader - reference) + offset: 3 (q - 0.2) + 1 = 3 q + 0.4.
  const world::Model newer =
      ReadModel(joints +
                    "<axis><xyz>0 0 1</xyz><mimic joint=\"lead\"><multiplier>3</multiplier>"
                    "<offset>1</offset><reference>0.2</reference></mimic></axis></joint>",
                "1.11");
  ASSERT_TRUE(newer.joints[1].mimic);
  EXPECT_EQ(newer.joints[1].mimic->multiplier, 3.0);
  EXPECT_NEAR(newer.joints[1].mimic->offset, 0.4, 1e-15);
  EXPECT_TRUE(problems_.all().empty()) << AllProblems();
}

TEST_F(SdfJointTest, SensorsOfJointsStandOnTheChild) {
  const world::Joint joint =
      ReadJoint("revolute",
                "<pose>1 0 0 0 0 0</pose><axis><xyz>0 0 1</xyz></axis>"
                "<sensor name=\"ft\" type=\"force_torque\"><pose>0 0 0.5 0 0 0</pose>"
                "<update_rate>50</update_rate></sensor>");
  ASSERT_EQ(joint.sensors.size(), 1u);
  EXPECT_EQ(joint.sensors[0].type, "force_torque");
  EXPECT_EQ(joint.sensors[0].update_rate, 50.0);
  ExpectPose(joint.sensors[0].X_LS, {1, 0, 0.5}, AboutZ(0.0));
}

}  // namespace
}  // namespace surefoot::formats
