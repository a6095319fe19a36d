#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/formats/urdf/test/urdf_test_file.h"
#include "surefoot/world/world.h"

namespace surefoot::formats {
namespace {

using world::JointType;

/// One joint "j" from a to b, on line 4; its inside starts on line 5.
Loaded LoadJoint(const std::string& type, const std::string& inside) {
  return LoadBody(LinkText("a") + LinkText("b") + JointText("j", type, "a", "b", "\n" + inside));
}

TEST(UrdfJoint, RevoluteWithEverything) {
  const Loaded loaded = LoadJoint("revolute", R"(<origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/>
<axis xyz="0 0 -2"/>
<limit lower="-1.5" upper="0.5" effort="30" velocity="4"/>
<dynamics damping="0.7" friction="0.2"/>
<calibration rising="0.1"/>
<safety_controller k_velocity="10"/>)");
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_TRUE(loaded.problems.all().empty()) << loaded.Text();
  const world::Joint& joint = loaded.joint("j");
  EXPECT_EQ(joint.type, JointType::kRevolute);
  EXPECT_EQ(joint.parent, 0);
  EXPECT_EQ(joint.child, 1);
  EXPECT_EQ(joint.source.line, 4);
  EXPECT_TRUE(joint.X_PJ.p.isApprox(Vector3d(1.0, 2.0, 3.0)));
  EXPECT_TRUE((joint.X_PJ.q * Vector3d::UnitX()).isApprox(Vector3d::UnitY(), 1e-12));
  EXPECT_TRUE(joint.X_CJ.p.isZero());
  EXPECT_TRUE(joint.axes[0].axis_J.isApprox(-Vector3d::UnitZ()));
  EXPECT_EQ(joint.axes[0].lower, -1.5);
  EXPECT_EQ(joint.axes[0].upper, 0.5);
  EXPECT_EQ(joint.axes[0].effort, 30.0);
  EXPECT_EQ(joint.axes[0].velocity, 4.0);
  EXPECT_EQ(joint.axes[0].damping, 0.7);
  EXPECT_EQ(joint.axes[0].friction, 0.2);
  ASSERT_EQ(joint.extensions.size(), 2u);
  EXPECT_EQ(joint.extensions[0].name, "calibration");
  EXPECT_EQ(*joint.extensions[1].Attribute("k_velocity"), "10");
  EXPECT_EQ(joint.extensions[1].source.line, 10);
}

TEST(UrdfJoint, Types) {
  const std::string limit = "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>";
  const struct {
    const char* name;
    JointType type;
    std::string inside;
  } rows[] = {
      {"fixed", JointType::kFixed, ""},
      {"revolute", JointType::kRevolute, limit},
      {"continuous", JointType::kContinuous, ""},
      {"prismatic", JointType::kPrismatic, limit},
      {"planar", JointType::kPlanar, ""},
      {"floating", JointType::kFloating, ""},
      {"ball", JointType::kBall, ""},
      {"spherical", JointType::kBall, ""},
      {"universal", JointType::kUniversal, ""},
      {"screw", JointType::kScrew, "<screw_thread_pitch>0.004</screw_thread_pitch>"},
  };
  for (const auto& row : rows) {
    const Loaded loaded = LoadJoint(row.name, row.inside);
    EXPECT_TRUE(loaded.read && loaded.problems.all().empty()) << row.name << "\n" << loaded.Text();
    EXPECT_EQ(loaded.joint("j").type, row.type) << row.name;
    Problems problems;
    EXPECT_TRUE(world::MakeWorld(loaded.spec, &problems).ok()) << row.name << "\n"
                                                               << problems.ErrorText();
  }
}

TEST(UrdfJoint, DefaultAxisIsX) {
  EXPECT_TRUE(LoadJoint("continuous", "").joint("j").axes[0].axis_J.isApprox(Vector3d::UnitX()));
  EXPECT_EQ(LoadJoint("continuous", "").joint("j").axes[0].upper, world::kInfinity);
  const world::Joint universal = LoadJoint("universal", "<axis2 xyz=\"0 0 3\"/>").joint("j");
  EXPECT_TRUE(universal.axes[0].axis_J.isApprox(Vector3d::UnitX()));
  EXPECT_TRUE(universal.axes[1].axis_J.isApprox(Vector3d::UnitZ()));
}

TEST(UrdfJoint, PlanarAxesSpanThePlane) {
  for (const Vector3d& normal :
       {Vector3d(0.0, 0.0, 1.0), Vector3d(0.0, 0.0, -1.0), Vector3d(1.0, 0.0, 0.0),
        Vector3d(0.6, 0.0, 0.8), Vector3d(-2.0, 1.0, 2.0)}) {
    const std::string axis = std::to_string(normal.x()) + " " + std::to_string(normal.y()) + " " +
                             std::to_string(normal.z());
    const world::Joint joint = LoadJoint("planar", "<axis xyz=\"" + axis + "\"/>").joint("j");
    const Vector3d& a = joint.axes[0].axis_J;
    const Vector3d& b = joint.axes[1].axis_J;
    EXPECT_NEAR(a.norm(), 1.0, 1e-12);
    EXPECT_NEAR(a.dot(b), 0.0, 1e-12);
    EXPECT_NEAR((a.cross(b) - normal.normalized()).norm(), 0.0, 1e-12) << axis;
  }
}

TEST(UrdfJoint, ScrewPitchAsAttribute) {
  EXPECT_EQ(LoadJoint("screw", "<screw_thread_pitch value=\"-0.01\"/>").joint("j").screw_pitch,
            -0.01);
}

TEST(UrdfJoint, MimicOfALaterJoint) {
  const Loaded loaded =
      LoadBody(LinkText("a") + LinkText("b") + LinkText("c") +
               JointText("follower", "continuous", "a", "b",
                         "<mimic joint=\"leader\" multiplier=\"-2\" offset=\"0.5\"/>") +
               JointText("leader", "continuous", "a", "c"));
  ASSERT_TRUE(loaded.read) << loaded.Text();
  ASSERT_TRUE(loaded.joint("follower").mimic.has_value());
  EXPECT_EQ(loaded.joint("follower").mimic->leader, 1);
  EXPECT_EQ(loaded.joint("follower").mimic->multiplier, -2.0);
  EXPECT_EQ(loaded.joint("follower").mimic->offset, 0.5);
  EXPECT_FALSE(loaded.joint("leader").mimic.has_value());
}

TEST(UrdfJoint, LinkPosesFollowTheJoints) {
  // b is 1 m ahead of a and turned left; c is 2 m ahead of b, so at (1, 2).
  const Loaded loaded =
      LoadBody(JointText("bc", "fixed", "b", "c", "<origin xyz=\"2 0 0\"/>") + LinkText("c") +
               LinkText("b") + LinkText("a") +
               JointText("ab", "continuous", "a", "b",
                         "<origin xyz=\"1 0 0\" rpy=\"0 0 1.5707963267948966\"/>"));
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_TRUE(loaded.link("a").X_ML.p.isZero());
  EXPECT_TRUE(loaded.link("c").X_ML.p.isApprox(Vector3d(1.0, 2.0, 0.0), 1e-12));
  EXPECT_TRUE((loaded.link("c").X_ML.q * Vector3d::UnitX()).isApprox(Vector3d::UnitY(), 1e-12));
  Problems problems;
  const auto world = world::MakeWorld(loaded.spec, &problems);
  ASSERT_TRUE(world.ok()) << problems.ErrorText();
  EXPECT_EQ((*world)->tree(0).bodies.size(), 2u);
}

TEST(UrdfJoint, QuaternionOrigin) {
  // Half a turn about z.
  const world::Joint joint = LoadJoint("fixed", "<origin quat_xyzw=\"0 0 2 0\"/>").joint("j");
  EXPECT_TRUE((joint.X_PJ.q * Vector3d::UnitX()).isApprox(-Vector3d::UnitX(), 1e-12));
}

TEST(UrdfJoint, InitialValuesInJointAndRobot) {
  const Loaded loaded = LoadBody(
      LinkText("a") + LinkText("b") + LinkText("c") + LinkText("d") +
      JointText("j", "continuous", "a", "b",
                "<surefoot:command mode=\"velocity\" value=\"3.0\"/><surefoot:mine a=\"b\"/>") +
      JointText("k", "continuous", "a", "c", "<surefoot:command mode=\"velocity\" value=\"1\"/>") +
      JointText("l", "continuous", "a", "d") +
      "<surefoot:command joint=\"k\" axis=\"0\" mode=\"effort\" value=\"-1\"/>\n"
      "<surefoot:position joint=\"j\" value=\"0.5\"/>\n"
      "<gazebo><surefoot:command joint=\"l\" mode=\"position\" value=\"2\"/></gazebo>");
  ASSERT_TRUE(loaded.problems.ok()) << loaded.Text();
  const auto& commands = loaded.model().initial_commands;
  ASSERT_EQ(commands.size(), 3u);
  EXPECT_EQ(commands[0].joint, 0);
  EXPECT_EQ(commands[0].mode, world::ControlMode::kVelocity);
  EXPECT_EQ(commands[0].target, 3.0);
  EXPECT_EQ(commands[1].joint, 1);
  EXPECT_EQ(commands[1].mode, world::ControlMode::kEffort)
      << "the robot's command overrides the joint's";
  EXPECT_EQ(commands[1].target, -1.0);
  EXPECT_EQ(commands[2].joint, 2);
  EXPECT_EQ(commands[2].mode, world::ControlMode::kPosition);
  ASSERT_EQ(loaded.model().initial_positions.size(), 1u);
  EXPECT_EQ(loaded.model().initial_positions[0].position, 0.5);
  EXPECT_EQ(loaded.model().extensions.size(), 3u);
  EXPECT_EQ(loaded.joint("j").extensions.at(1).name, "surefoot:mine");
}

TEST(UrdfJoint, WrongInitialValues) {
  const struct {
    const char* text;
    Severity severity;
    const char* part;
  } rows[] = {
      {"<surefoot:command joint=\"jj\" mode=\"velocity\" value=\"1\"/>", kError,
       "did you mean \"j\"?"},
      {"<surefoot:command mode=\"velocity\" value=\"1\"/>", kError, "needs the attribute joint"},
      {"<surefoot:command joint=\"j\" mode=\"speed\" value=\"1\"/>", kError,
       "accepted: velocity, position, effort"},
      {"<surefoot:command joint=\"j\" value=\"1\"/>", kError, "needs the attribute mode"},
      {"<surefoot:command joint=\"j\" mode=\"effort\"/>", kError, "needs the attribute value"},
      {"<surefoot:command joint=\"j\" mode=\"effort\" value=\"1,5\"/>", kError, "comma"},
      {"<surefoot:command joint=\"j\" mode=\"effort\" value=\"1\" axis=\"7\"/>", kError,
       "accepted: 0 to 5"},
      {"<surefoot:position joint=\"j\" valu=\"1\" value=\"1\"/>", kWarning,
       "did you mean \"value\"?"},
      {"<surefoot:comand joint=\"j\"/>", kWarning, "did you mean \"surefoot:command\"?"},
  };
  for (const auto& row : rows) {
    const Loaded loaded =
        LoadBody(LinkText("a") + LinkText("b") + JointText("j", "continuous", "a", "b") + row.text);
    ExpectProblem(loaded, row.severity, 5, row.part);
    EXPECT_EQ(loaded.problems.ok(), row.severity != kError) << row.text;
  }
}

TEST(UrdfJoint, Errors) {
  const struct {
    const char* type;
    const char* inside;
    Severity severity;
    int line;
    const char* part;
  } rows[] = {
      {"revolut", "", kError, 4, "did you mean \"revolute\"? accepted: revolute, continuous"},
      {"helix", "", kError, 4, "accepted: revolute, continuous, prismatic, fixed"},
      {"revolute", "", kWarning, 4, "the revolute joint \"j\" has no lower and upper limit"},
      {"prismatic", "", kWarning, 4, "the prismatic joint \"j\" has no lower and upper limit"},
      {"revolute", "<limit lower=\"-1\" upper=\"1\" velocity=\"1\"/>", kWarning, 5,
       "the effort limit of joint \"j\" is not given; it is treated as unlimited"},
      {"revolute", "<limit effort=\"1\" velocity=\"1\"/>", kWarning, 5,
       "no lower and upper limit: its motion is unlimited"},
      {"revolute", "<limit lower=\"0\" upper=\"0\" effort=\"1\" velocity=\"1\"/>", kWarning, 5,
       "lower and upper limit are both zero"},
      {"revolute", "<limit lower=\"1\" upper=\"-1\" effort=\"1\" velocity=\"1\"/>", kWarning, 5,
       "is above the upper limit; the joint is unlimited"},
      {"revolute", "<limit lower=\"nan\" upper=\"1\" effort=\"1\" velocity=\"1\"/>", kError, 5,
       "not a finite number"},
      {"revolute", "<limit lower=\"1e5.0\" upper=\"1\" effort=\"1\" velocity=\"1\"/>", kError, 5,
       "not a number"},
      {"continuous", "<limit effort=\"0\" velocity=\"1\"/>", kWarning, 5,
       "the effort limit of joint \"j\" is zero; it is treated"},
      {"continuous", "<limit effort=\"-1\" velocity=\"1\"/>", kWarning, 5,
       "the effort limit of joint \"j\" is negative; it is treated as unlimited"},
      {"fixed", "<mimic joint=\"j\"/>", kWarning, 5, "is ignored: one of the two joints is fixed"},
      {"planar", "<limit lower=\"1\" effort=\"1\"/>", kWarning, 5, "limits of a planar joint"},
      {"continuous", "<axis xyz=\"0 0 0\"/>", kError, 5, "an axis must not be zero"},
      {"continuous", "<axis xyz=\"0 1 0\" rpy=\"0 0 1\"/>", kWarning, 5,
       "the rpy of an axis is ignored"},
      {"continuous", "<axis xyz=\"0 0,5 0\"/>", kError, 5, "comma"},
      {"continuous", "<axis/><axis/>", kWarning, 5, "more than one <axis>; the first one is used"},
      {"continuous", "<dynamics dampng=\"1\"/>", kWarning, 5, "did you mean \"damping\"?"},
      {"continuous", "<mimic joint=\"k\"/>", kWarning, 5, "the joint to mimic does not exist"},
      {"continuous", "<mimic/>", kError, 5, "<mimic> needs the attribute joint"},
      {"continuous", "<limits/>", kWarning, 4, "did you mean \"limit\"?"},
      {"screw", "", kError, 4, "needs a <screw_thread_pitch>"},
      {"fixed", "<origin quat_xyzw=\"0 0 0 0\"/>", kError, 5, "a quaternion must not be zero"},
  };
  for (const auto& row : rows) {
    const Loaded loaded = LoadJoint(row.type, row.inside);
    ExpectProblem(loaded, row.severity, row.line, row.part);
    EXPECT_EQ(loaded.problems.ok(), row.severity != kError) << loaded.Text();
  }
}

TEST(UrdfJoint, LimitsThatMeanNone) {
  for (const char* limit : {"", "<limit effort=\"1\" velocity=\"1\"/>",
                            "<limit lower=\"1\" upper=\"-1\" effort=\"1\" velocity=\"1\"/>",
                            "<limit lower=\"-inf\" upper=\"inf\" effort=\"0\" velocity=\"0\"/>"}) {
    const Loaded loaded = LoadJoint("revolute", limit);
    const world::JointAxis& axis = loaded.joint("j").axes[0];
    EXPECT_EQ(axis.lower, -world::kInfinity) << limit;
    EXPECT_EQ(axis.upper, world::kInfinity) << limit;
    EXPECT_GE(axis.effort, 1.0);
    EXPECT_GE(axis.velocity, 1.0);
  }
}

/// Files repeat one error for every joint; it is reported once, with the number of joints.
TEST(UrdfJoint, RepeatedWarningsAreReportedOnce) {
  std::string body = LinkText("l0");
  for (int i = 1; i < 10; ++i) {
    const std::string a = "l" + std::to_string(i - 1), b = "l" + std::to_string(i);
    body += LinkText(b) +
            JointText("j" + b, "continuous", a, b, "<limit effort=\"0\" velocity=\"1\"/>");
  }
  const Loaded loaded = LoadBody(body);
  EXPECT_EQ(loaded.Count(kWarning), 1) << loaded.Text();
  ExpectProblem(loaded, kWarning, 4, "(and 8 more of this kind)");
}

/// An arm that starts outside of its limits would be accelerated by them.
TEST(UrdfJoint, StartsAtTheLimitThatIsNearestToZero) {
  const char* inside = "<limit lower=\"%s\" upper=\"%s\" effort=\"1\" velocity=\"1\"/>";
  const auto start = [&](const char* lower, const char* upper, const std::string& more) {
    char limit[200];
    std::snprintf(limit, sizeof limit, inside, lower, upper);
    const Loaded loaded = LoadBody(LinkText("a") + LinkText("b") +
                                   JointText("j", "revolute", "a", "b", limit + more));
    const auto& starts = loaded.model().initial_positions;
    EXPECT_LE(starts.size(), 1u);
    return starts.empty() ? 0.0 : starts.back().position;
  };
  EXPECT_EQ(start("0.5", "2", ""), 0.5);
  EXPECT_EQ(start("-2", "-0.5", ""), -0.5);
  EXPECT_EQ(start("-2", "2", ""), 0.0);
  EXPECT_EQ(start("0.5", "2", "<surefoot:position value=\"1\"/>"), 1.0);
}

TEST(UrdfJoint, RotationOfZeroInAnAxisIsAccepted) {
  EXPECT_TRUE(
      LoadJoint("continuous", "<axis rpy=\"0 0 0\" xyz=\"0 1 0\"/>").problems.all().empty());
}

TEST(UrdfJoint, MissingEnds) {
  const std::string links = LinkText("base") + LinkText("arm");
  ExpectProblem(LoadBody(links + "<joint name=\"j\" type=\"fixed\"><child link=\"arm\"/></joint>"),
                kError, 4, "<joint> needs a <parent>");
  ExpectProblem(LoadBody(links + JointText("j", "fixed", "bas", "arm")), kError, 4,
                "did you mean \"base\"?");
  ExpectProblem(LoadBody(links + JointText("j", "fixed", "base", "wing")), kError, 4,
                "accepted: arm, base");
  ExpectProblem(LoadBody(links + JointText("", "fixed", "base", "arm")), kError, 4,
                "<joint> needs the attribute name");
}

}  // namespace
}  // namespace surefoot::formats
