#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/formats/urdf/test/urdf_test_file.h"

namespace surefoot::formats {
namespace {

/// Links a and b with two collisions each, joint j; tags start on line 5.
Loaded LoadTags(const std::string& tags) {
  const std::string shapes =
      "<collision><geometry><sphere radius=\"1\"/></geometry></collision>"
      "<collision><geometry><sphere radius=\"1\"/></geometry></collision>"
      "<visual><geometry><sphere radius=\"1\"/></geometry></visual>";
  return LoadBody(LinkText("a", shapes) + LinkText("b", shapes) +
                  JointText("j", "continuous", "a", "b") + tags);
}

TEST(UrdfGazebo, SurfacesInBothSpellings) {
  for (const char* tags :
       {"<gazebo reference=\"b\"><mu1>0.5</mu1><mu2>0.25</mu2><kp>1e7</kp>"
        "<kd>3</kd><fdir1>0 2 0</fdir1></gazebo>",
        "<gazebo reference=\"b\"><mu1 value=\"0.5\"/><mu2 value=\"0.25\"/>"
        "<kp value=\"1e7\"/><kd value=\"3\"/><fdir1 value=\"0 2 0\"/></gazebo>"}) {
    const Loaded loaded = LoadTags(tags);
    EXPECT_TRUE(loaded.problems.all().empty()) << loaded.Text();
    ASSERT_EQ(loaded.link("b").collisions.size(), 2u);
    for (const world::Collision& collision : loaded.link("b").collisions) {
      EXPECT_EQ(collision.surface.mu, 0.5);
      EXPECT_EQ(collision.surface.mu2, 0.25);
      EXPECT_EQ(collision.surface.stiffness, 1e7);
      EXPECT_EQ(collision.surface.damping, 3.0);
      EXPECT_TRUE(collision.surface.friction_direction.isApprox(Vector3d::UnitY()));
    }
    EXPECT_EQ(loaded.link("a").collisions[0].surface.mu, 1.0);
  }
}

TEST(UrdfGazebo, TagsOfLinks) {
  const Loaded loaded = LoadTags(R"(<gazebo reference="a">
  <turnGravityOff>true</turnGravityOff>
  <material>Gazebo/Blue</material>
  <maxContacts>8</maxContacts>
  <surefoot:surface name="rubber"/>
  <plugin name="p" filename="lib.so"><rate>3</rate></plugin>
  <light name="lamp" type="spot"><pose>0 0 1 0 0 0</pose></light>
</gazebo>
<gazebo reference="b"><selfCollide>true</selfCollide><kinematic>1</kinematic></gazebo>)");
  EXPECT_TRUE(loaded.problems.ok()) << loaded.Text();
  EXPECT_FALSE(loaded.link("a").gravity);
  EXPECT_TRUE(loaded.link("b").gravity);
  EXPECT_TRUE(loaded.link("b").kinematic);
  EXPECT_TRUE(
      loaded.link("a").visuals[0].material->diffuse.isApprox(Eigen::Vector4d(0.0, 0.0, 1.0, 1.0)));
  EXPECT_FALSE(loaded.link("b").visuals[0].material.has_value());
  EXPECT_EQ(loaded.link("a").collisions[1].surface.name, "rubber");
  ASSERT_EQ(loaded.link("a").extensions.size(), 2u);
  EXPECT_EQ(loaded.link("a").extensions[0].name, "maxContacts");
  EXPECT_EQ(loaded.link("a").extensions[0].text, "8");
  ASSERT_EQ(loaded.link("a").plugins.size(), 1u);
  EXPECT_EQ(loaded.link("a").plugins[0].filename, "lib.so");
  EXPECT_EQ(loaded.link("a").plugins[0].element.Child("rate")->text, "3");
  ASSERT_EQ(loaded.link("a").lights.size(), 1u);
  EXPECT_EQ(loaded.link("a").lights[0].X_PL.p.z(), 1.0);
  EXPECT_TRUE(loaded.model().self_collide);
}

TEST(UrdfGazebo, SelfCollisionIsOffByDefault) {
  EXPECT_FALSE(LoadTags("").model().self_collide);
  EXPECT_TRUE(LoadTags("<gazebo><self_collide>true</self_collide></gazebo>").model().self_collide);
}

TEST(UrdfGazebo, Sensors) {
  const Loaded loaded = LoadTags(R"(<gazebo reference="b">
  <sensor name="lidar" type="gpu_lidar">
    <pose degrees="true">0.1 0.2 0.3 0 0 90</pose>
    <update_rate>20</update_rate><topic>scan</topic><always_on>1</always_on><visualize>true</visualize>
    <lidar><range><min>0.1</min></range></lidar>
  </sensor>
</gazebo>
<gazebo reference="j"><sensor name="ft" type="force_torque"/></gazebo>
<sensor name="cam" update_rate="30"><parent link="a"/><origin xyz="1 0 0"/><camera/></sensor>)");
  EXPECT_TRUE(loaded.problems.all().empty()) << loaded.Text();
  ASSERT_EQ(loaded.link("b").sensors.size(), 1u);
  const world::Sensor& lidar = loaded.link("b").sensors[0];
  EXPECT_EQ(lidar.name, "lidar");
  EXPECT_EQ(lidar.type, "gpu_lidar");
  EXPECT_EQ(lidar.source.line, 6);
  EXPECT_TRUE(lidar.X_LS.p.isApprox(Vector3d(0.1, 0.2, 0.3)));
  EXPECT_TRUE((lidar.X_LS.q * Vector3d::UnitX()).isApprox(Vector3d::UnitY(), 1e-12));
  EXPECT_EQ(lidar.update_rate, 20.0);
  EXPECT_EQ(lidar.topic, "scan");
  EXPECT_TRUE(lidar.always_on);
  EXPECT_TRUE(lidar.visualize);
  EXPECT_EQ(lidar.element.Child("lidar")->Child("range")->Child("min")->text, "0.1");
  EXPECT_EQ(loaded.joint("j").sensors.at(0).type, "force_torque");
  ASSERT_EQ(loaded.link("a").sensors.size(), 1u);
  EXPECT_EQ(loaded.link("a").sensors[0].type, "camera");
  EXPECT_EQ(loaded.link("a").sensors[0].X_LS.p.x(), 1.0);
  EXPECT_EQ(loaded.link("a").sensors[0].update_rate, 30.0);
}

TEST(UrdfGazebo, TagsOfJoints) {
  const Loaded loaded = LoadTags(R"(<gazebo reference="j">
  <springStiffness>12</springStiffness><springReference>0.4</springReference>
  <implicitSpringDamper>true</implicitSpringDamper>
  <initial_joint_position>0.3</initial_joint_position>
</gazebo>)");
  EXPECT_TRUE(loaded.problems.all().empty()) << loaded.Text();
  EXPECT_EQ(loaded.joint("j").axes[0].spring_stiffness, 12.0);
  EXPECT_EQ(loaded.joint("j").axes[0].spring_reference, 0.4);
  ASSERT_EQ(loaded.joint("j").extensions.size(), 1u);
  EXPECT_EQ(loaded.joint("j").extensions[0].name, "implicitSpringDamper");
  EXPECT_EQ(loaded.model().initial_positions.at(0).position, 0.3);
}

TEST(UrdfGazebo, TagsOfTheRobot) {
  const Loaded loaded = LoadTags(R"(<gazebo>
  <static>true</static>
  <plugin name="drive" filename="libdrive.so"/>
</gazebo>
<transmission name="t"><type>simple</type></transmission>
<ros2_control name="c" type="system"><hardware><plugin>x/${y}</plugin></hardware></ros2_control>
<surefoot:track width="0.5"/>)");
  EXPECT_TRUE(loaded.problems.all().empty()) << loaded.Text();
  EXPECT_TRUE(loaded.model().is_static);
  EXPECT_EQ(loaded.model().plugins.at(0).name, "drive");
  EXPECT_EQ(loaded.model().plugins.at(0).source.line, 7);
  ASSERT_EQ(loaded.model().extensions.size(), 3u);
  EXPECT_EQ(loaded.model().extensions[0].name, "transmission");
  EXPECT_EQ(loaded.model().extensions[0].Child("type")->text, "simple");
  EXPECT_EQ(loaded.model().extensions[1].name, "ros2_control");
  EXPECT_EQ(loaded.model().extensions[2].name, "surefoot:track");
}

TEST(UrdfGazebo, Errors) {
  const struct {
    const char* tags;
    Severity severity;
    int line;
    const char* part;
  } rows[] = {
      {"<gazebo reference=\"bb\"><mu1>1</mu1></gazebo>", Severity::kWarning, 5,
       "no link or joint of this name"},
      {"<gazebo reference=\"b\">\n<mu1>a</mu1></gazebo>", Severity::kError, 6, "not a number"},
      {"<gazebo reference=\"b\">\n<mu1/></gazebo>", Severity::kError, 6, "a number is missing"},
      {"<gazebo reference=\"b\">\n<turnGravityOf>true</turnGravityOf></gazebo>", Severity::kWarning,
       6, "did you mean \"turnGravityOff\"?"},
      {"<gazebo reference=\"b\"><turnGravityOff>yes</turnGravityOff></gazebo>", Severity::kError, 5,
       "neither true nor false"},
      {"<gazebo reference=\"b\"><sensor name=\"s\"/></gazebo>", Severity::kError, 5,
       "<sensor> needs the attribute type"},
      {"<gazebo reference=\"b\"><sensor name=\"s\" type=\"imu\"><pose>1 2 "
       "3</pose></sensor></gazebo>",
       Severity::kError, 5, "3 numbers where 6 are needed"},
      {"<gazebo><sensor name=\"s\" type=\"imu\"/></gazebo>", Severity::kWarning, 5,
       "a sensor must be on a link"},
      {"<gazebo reference=\"a\"><material>Gazebo/Plaid</material></gazebo>", Severity::kNote, 5,
       "colour of this Gazebo material is unknown"},
      {"<sensor name=\"s\"><parent link=\"c\"/></sensor>", Severity::kError, 5,
       "not a link of the robot"},
  };
  for (const auto& row : rows) {
    const Loaded loaded = LoadTags(row.tags);
    ExpectProblem(loaded, row.severity, row.line, row.part);
    EXPECT_EQ(loaded.problems.ok(), row.severity != Severity::kError) << loaded.Text();
  }
}

}  // namespace
}  // namespace surefoot::formats
