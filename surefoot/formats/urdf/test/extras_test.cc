/// What other programs have added to URDF.

#include <gtest/gtest.h>

#include "surefoot/formats/urdf/test/urdf_test_file.h"
#include "surefoot/world/world.h"

namespace surefoot::formats {
namespace {

const std::string kTwo = LinkText("a") + LinkText("b") +  // lines 2 and 3
                         JointText("j", "continuous", "a", "b", "<origin xyz=\"1 0 0\"/>");

TEST(UrdfExtras, SensorsOfLinksAndJoints) {
  const Loaded loaded = LoadBody(
      kTwo +
      "<sensor name=\"eye\" update_rate=\"10\"><parent link=\"b\"/><origin xyz=\"0 0 1\"/><camera/>"
      "</sensor><sensor name=\"force\" type=\"force_torque\"><parent joint=\"j\"/></sensor>");
  ASSERT_TRUE(loaded.problems.all().empty()) << loaded.Text();
  ASSERT_EQ(loaded.link("b").sensors.size(), 1u);
  EXPECT_EQ(loaded.link("b").sensors[0].type, "camera");
  EXPECT_EQ(loaded.link("b").sensors[0].update_rate, 10.0);
  EXPECT_EQ(loaded.link("b").sensors[0].X_LS.p.z(), 1.0);
  ASSERT_EQ(loaded.joint("j").sensors.size(), 1u);
  EXPECT_EQ(loaded.joint("j").sensors[0].type, "force_torque");
  ExpectProblem(LoadBody(kTwo + "<sensor name=\"s\"><parent joint=\"k\"/></sensor>"), kError, 5,
                "the sensor's parent is not a joint of the robot");
}

TEST(UrdfExtras, SensorsWithTheSameNameAreRenamed) {
  const std::string sensor = "<sensor name=\"s\" type=\"imu\"/>";
  const Loaded loaded =
      LoadBody(kTwo + "<gazebo reference=\"a\">" + sensor + sensor + sensor + "</gazebo>");
  ASSERT_TRUE(loaded.problems.ok()) << loaded.Text();
  ASSERT_EQ(loaded.link("a").sensors.size(), 3u);
  EXPECT_EQ(loaded.link("a").sensors[0].name, "s");
  EXPECT_EQ(loaded.link("a").sensors[1].name, "s_2");
  EXPECT_EQ(loaded.link("a").sensors[2].name, "s_3");
  ExpectProblem(loaded, kWarning, 5, "another sensor of this name");
}

TEST(UrdfExtras, Frames) {
  const Loaded loaded =
      LoadBody("<link name=\"world\"/>" + JointText("w", "fixed", "world", "a") + kTwo +
               "<frame name=\"tip\" link=\"b\" xyz=\"0 2 0\" rpy=\"0 0 1.5707963267948966\"/>"
               "<frame name=\"tip\" link=\"a\"/><frame name=\"ground\" link=\"world\"/>");
  ASSERT_TRUE(loaded.problems.ok()) << loaded.Text();
  ASSERT_EQ(loaded.model().frames.size(), 1u);
  const world::Frame& frame = loaded.model().frames[0];
  // The link "world" was removed, so the other indices are lower by one.
  EXPECT_EQ(loaded.model().links[static_cast<std::size_t>(frame.link)].name, "b");
  EXPECT_TRUE((frame.X_LF * Vector3d::UnitX()).isApprox(Vector3d(0.0, 3.0, 0.0)));
  ExpectProblem(loaded, kWarning, 6, "more than one frame of this name");
  ExpectProblem(LoadBody(kTwo + "<frame name=\"f\" link=\"c\"/>"), kError, 5,
                "a frame must be on a link");
}

/// A square of four bars.
TEST(UrdfExtras, LoopJoint) {
  const std::string bar =
      "<origin xyz=\"1 0 0\" rpy=\"0 0 1.5707963267948966\"/><axis xyz=\"0 0 1\"/>";
  const Loaded loaded = LoadBody(LinkText("a") + LinkText("b") + LinkText("c") + LinkText("d") +
                                 JointText("ab", "continuous", "a", "b", bar) +
                                 JointText("bc", "continuous", "b", "c", bar) +
                                 JointText("cd", "continuous", "c", "d", bar) +
                                 "<loop_joint name=\"da\" type=\"continuous\"><axis xyz=\"0 0 1\"/>"
                                 "<link1 link=\"d\" xyz=\"1 0 0\" rpy=\"0 0 "
                                 "1.5707963267948966\"/><link2 link=\"a\"/></loop_joint>");
  ASSERT_TRUE(loaded.problems.ok()) << loaded.Text();
  Problems problems;
  const auto world = world::MakeWorld(loaded.spec, &problems);
  ASSERT_TRUE(world.ok()) << problems.ErrorText();
  EXPECT_EQ((*world)->tree(0).loop_joints.size(), 1u);
  // The loop is closed at zero: no warning.
  for (const Problem& problem : problems.all()) EXPECT_EQ(problem.severity, Severity::kNote);
}

TEST(UrdfExtras, InitialValuesOfRos2Control) {
  const Loaded loaded = LoadBody(
      kTwo +
      "<ros2_control name=\"c\" type=\"system\"><hardware><plugin>p/P</plugin></hardware>"
      "<joint name=\"j\"><command_interface name=\"position\"/><state_interface name=\"velocity\">"
      "<param name=\"initial_value\">9</param></state_interface><state_interface name=\"position\">"
      "<param name=\"initial_value\">0.25</param></state_interface></joint>"
      "<joint name=\"none\"/></ros2_control>");
  ASSERT_TRUE(loaded.problems.all().empty()) << loaded.Text();
  ASSERT_EQ(loaded.model().initial_positions.size(), 1u);
  EXPECT_EQ(loaded.model().initial_positions[0].position, 0.25);
  ASSERT_EQ(loaded.model().extensions.size(), 1u);
  EXPECT_EQ(loaded.model().extensions[0].children[1].children[0].name, "command_interface");
}

/// A sliding and a rotating joint on a root without mass: the root is the world.
TEST(UrdfExtras, EmptyRootOfAChainIsTheWorld) {
  const Loaded loaded = LoadBody("<link name=\"map\"/><link name=\"x\"/>" + LinkText("base") +
                                 JointText("tx", "prismatic", "map", "x") +
                                 JointText("rz", "continuous", "x", "base"));
  ASSERT_TRUE(loaded.problems.ok()) << loaded.Text();
  ExpectProblem(loaded, Severity::kNote, 2, "it is fixed to the world");
  Problems problems;
  const auto world = world::MakeWorld(loaded.spec, &problems);
  ASSERT_TRUE(world.ok()) << problems.ErrorText();
  EXPECT_EQ((*world)->v_count(), 2);
  // With a shape, or with a floating joint, it moves.
  EXPECT_EQ(LoadBody("<link name=\"map\"/>" + LinkText("base") +
                     JointText("f", "floating", "map", "base"))
                .model()
                .joints.size(),
            1u);
}

TEST(UrdfExtras, MeshFolderOfMujoco) {
  const TempFolder folder;
  const std::string triangle =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  folder.Write("assets/m/part.obj", triangle);
  const std::string path = folder.Write(
      "urdf/r.urdf",
      "<robot name=\"r\"><mujoco><compiler meshdir=\"../assets/m\"/></mujoco>" +
          LinkText("a",
                   "<collision><geometry><mesh filename=\"package://x/y/part.obj\"/></geometry>"
                   "</collision>") +
          "</robot>");
  const Loaded loaded = LoadFile(path);
  ASSERT_TRUE(loaded.read && loaded.problems.all().empty()) << loaded.Text();
  EXPECT_EQ(loaded.link("a").collisions.size(), 1u);
}

TEST(UrdfExtras, SdfInGazeboTags) {
  const Loaded loaded = LoadBody(
      LinkText("a",
               "<visual><geometry><sphere radius=\"1\"/></geometry></visual>"
               "<collision><geometry><sphere radius=\"1\"/></geometry></collision>") +
      "<gazebo reference=\"a\"><visual><material><diffuse>1 0 0 1</diffuse></material>"
      "<transparency>0.5</transparency></visual><collision><surface><friction><ode><mu>0.2</mu>"
      "<mu2>0.3</mu2></ode></friction><contact><ode><kp>1e5</kp><kd>10</kd></ode></contact>"
      "</surface></collision></gazebo>\n<gazebo><joint name=\"extra\" type=\"ball\"/></gazebo>");
  ASSERT_TRUE(loaded.problems.ok()) << loaded.Text();
  const world::Link& link = loaded.link("a");
  EXPECT_EQ(link.visuals[0].material->diffuse, Eigen::Vector4d(1.0, 0.0, 0.0, 1.0));
  EXPECT_EQ(link.visuals[0].transparency, 0.5);
  EXPECT_EQ(link.collisions[0].surface.mu, 0.2);
  EXPECT_EQ(link.collisions[0].surface.mu2, 0.3);
  EXPECT_EQ(link.collisions[0].surface.stiffness, 1e5);
  EXPECT_EQ(link.collisions[0].surface.damping, 10.0);
  EXPECT_EQ(link.extensions.size(), 2u);
  ExpectProblem(loaded, kWarning, 4, "is kept, but not simulated");
}

}  // namespace
}  // namespace surefoot::formats
