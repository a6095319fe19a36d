// Names of the build's sensors in plugins, and conversion of their parameters.

#include "surefoot/plugins/test/foreign_model.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

using plugins::PlacedSensor;
using plugins::test::AddPlugin;
using plugins::test::At;
using plugins::test::CountOf;

/// The car with one sensor on its base.
world::Model WithSensor(const std::string& text) {
  world::Model model = plugins::test::MakeTwoWheels();
  world::Sensor sensor;
  sensor.element = world::test::ParseMarkup(text);
  sensor.name = plugins::AttributeOf(sensor.element, "name");
  sensor.type = plugins::AttributeOf(sensor.element, "type");
  sensor.update_rate = 5.0;
  sensor.topic = "before";
  model.links[0].sensors.push_back(sensor);
  return model;
}

PlacedSensor OnlySensor(const world::Model& model, Problems* problems) {
  const std::vector<PlacedSensor> sensors = PlacedIn(model, BuiltinSensors(), problems);
  EXPECT_EQ(sensors.size(), 1u);
  return sensors.empty() ? PlacedSensor() : sensors[0];
}

TEST(Spellings, PluginsSayTopicFrameRateAndNoise) {
  Problems problems;
  const PlacedSensor placed = OnlySensor(
      WithSensor("<sensor name=\"s\" type=\"imu\"><plugin name=\"p\" filename=\""
                 "libgazebo_ros_imu_sensor.so\"><topicName>imu/data</topicName><frameName>/imu_link"
                 "</frameName><updateRateHZ>40</updateRateHZ><gaussianNoise>0.02</gaussianNoise>"
                 "<robotNamespace>/</robotNamespace></plugin></sensor>"),
      &problems);
  EXPECT_EQ(placed.sensor.topic, "imu/data");
  EXPECT_EQ(placed.sensor.update_rate, 40.0);
  EXPECT_EQ(At(placed.sensor.element, "frame_id"), "imu_link");
  EXPECT_EQ(At(placed.sensor.element, "imu/angular_velocity/y/noise/stddev"), "0.02");
  EXPECT_EQ(At(placed.sensor.element, "imu/linear_acceleration/z/noise/stddev"), "0.02");
  EXPECT_EQ(placed.from, "libgazebo_ros_imu_sensor.so");
  EXPECT_TRUE(problems.all().empty());
}

TEST(Spellings, RemappingsAndNamespacesOfRos2) {
  Problems problems;
  const std::string start =
      "<sensor name=\"s\" type=\"ray\"><plugin name=\"p\" "
      "filename=\"libgazebo_ros_ray_sensor.so\">";
  PlacedSensor placed = OnlySensor(
      WithSensor(start + "<ros><namespace>/demo</namespace><remapping>~/out:=scan</remapping></ros>"
                         "<output_type>sensor_msgs/LaserScan</output_type></plugin></sensor>"),
      &problems);
  EXPECT_EQ(placed.sensor.topic, "/demo/scan");
  EXPECT_EQ(placed.sensor.type, "ray");
  placed = OnlySensor(WithSensor(start + "<output_type>sensor_msgs/Range</output_type>"
                                         "<radiation_type>infrared</radiation_type></plugin>"
                                         "</sensor>"),
                      &problems);
  EXPECT_EQ(placed.sensor.type, "infrared");
  // The plugin does not name a topic.
  EXPECT_EQ(placed.sensor.topic, "before");
}

TEST(Spellings, CamerasHaveTwoNames) {
  Problems problems;
  const PlacedSensor placed = OnlySensor(
      WithSensor("<sensor name=\"s\" type=\"camera\"><camera name=\"c\"/><plugin name=\"p\" "
                 "filename=\"libgazebo_ros_camera.so\"><cameraName>front</cameraName>"
                 "<imageTopicName>image_raw</imageTopicName><cameraInfoTopicName>info"
                 "</cameraInfoTopicName><frameName>front_optical</frameName><updateRate>0.0"
                 "</updateRate></plugin></sensor>"),
      &problems);
  EXPECT_EQ(placed.sensor.topic, "front/image_raw");
  EXPECT_EQ(placed.sensor.update_rate, 5.0);
  EXPECT_EQ(At(placed.sensor.element, "camera/camera_info_topic"), "front/info");
  EXPECT_EQ(At(placed.sensor.element, "camera/optical_frame_id"), "front_optical");
  const PlacedSensor depth =
      OnlySensor(WithSensor("<sensor name=\"s\" type=\"depth\"><plugin name=\"p\" filename=\""
                            "libgazebo_ros_openni_kinect.so\"><cameraName>kinect</cameraName>"
                            "<imageTopicName>rgb/image_raw</imageTopicName></plugin></sensor>"),
                 &problems);
  EXPECT_EQ(depth.sensor.topic, "kinect");
}

TEST(Spellings, ModelsGetSensorsFromPlugins) {
  world::Model model = plugins::test::MakeTwoWheels();
  AddPlugin(
      "<plugin name=\"imu_controller\" filename=\"libhector_gazebo_ros_imu.so\"><bodyName>"
      "left_wheel</bodyName><topicName>imu</topicName><updateRate>50</updateRate><xyzOffset>1 2 3"
      "</xyzOffset><accelGaussianNoise>0.1 0.2 0.3</accelGaussianNoise><rateDrift>0.01"
      "</rateDrift><rateDriftFrequency>0.1</rateDriftFrequency></plugin>",
      &model);
  Problems problems;
  const PlacedSensor placed = OnlySensor(model, &problems);
  EXPECT_EQ(placed.link, 1);
  EXPECT_EQ(placed.sensor.type, "imu");
  EXPECT_EQ(placed.sensor.name, "imu_controller");
  EXPECT_EQ(placed.sensor.update_rate, 50.0);
  EXPECT_EQ(placed.sensor.X_LS.p, Vector3d(1, 2, 3));
  EXPECT_EQ(At(placed.sensor.element, "imu/linear_acceleration/y/noise/stddev"), "0.2");
  EXPECT_EQ(At(placed.sensor.element, "imu/angular_velocity/x/noise/dynamic_bias_stddev"), "0.01");
  EXPECT_EQ(At(placed.sensor.element, "imu/angular_velocity/x/noise/dynamic_bias_correlation_time"),
            "10");
}

TEST(Spellings, BatteryOfGazeboSim) {
  world::Model model = plugins::test::MakeTwoWheels();
  AddPlugin(
      "<plugin name=\"gz::sim::systems::LinearBatteryPlugin\"><voltage>12</voltage>"
      "<open_circuit_voltage_constant_coef>12.5</open_circuit_voltage_constant_coef>"
      "<open_circuit_voltage_linear_coef>-3</open_circuit_voltage_linear_coef>"
      "<capacity>4</capacity><initial_charge>1</initial_charge><power_load>6</power_load></plugin>",
      &model);
  Problems problems;
  const PlacedSensor placed = OnlySensor(model, &problems);
  EXPECT_EQ(placed.sensor.type, "battery");
  EXPECT_EQ(At(placed.sensor.element, "open_circuit_voltage"), "0 9.5 1 12.5");
  EXPECT_EQ(At(placed.sensor.element, "initial_charge"), "0.25");
  EXPECT_EQ(At(placed.sensor.element, "idle_power"), "6");
}

TEST(Spellings, JointsAndLinksMustBeThere) {
  world::Model model = plugins::test::MakeTwoWheels();
  const std::string start = "<plugin name=\"p\" filename=\"libgazebo_ros_ft_sensor.so\">";
  AddPlugin(start + "<jointName>right</jointName></plugin>", &model);
  AddPlugin(start + "<jointName>rihgt</jointName></plugin>", &model);
  AddPlugin(
      "<plugin name=\"q\" filename=\"libgazebo_ros_p3d.so\"><bodyName>nobody</bodyName>"
      "</plugin>",
      &model);
  Problems problems;
  const PlacedSensor placed = OnlySensor(model, &problems);
  EXPECT_EQ(placed.joint, 1);
  EXPECT_EQ(placed.link, 2);
  EXPECT_TRUE(problems.ok());
  EXPECT_EQ(CountOf(problems, Severity::kWarning, "no joint of this name"), 1);
  EXPECT_EQ(CountOf(problems, Severity::kWarning, "no link of this name"), 1);
}

TEST(Spellings, SensorsOfOneNameAreDistinguished) {
  world::Model model = plugins::test::MakeTwoWheels();
  for (int i = 0; i < 2; ++i) {
    AddPlugin("<plugin name=\"p\" filename=\"libgazebo_ros_p3d.so\"/>", &model);
  }
  Problems problems;
  const std::vector<PlacedSensor> sensors = PlacedIn(model, BuiltinSensors(), &problems);
  ASSERT_EQ(sensors.size(), 2u);
  EXPECT_NE(sensors[0].sensor.name, sensors[1].sensor.name);
}

TEST(Report, ReportsByNameWhatDoesNotRun) {
  auto model = std::make_shared<world::Model>(plugins::test::MakeTwoWheels());
  for (const char* file : {"libmy_own.so", "libgazebo_motor_model.so", "libgazebo_motor_model.so",
                           "libgazebo_ros_p3d.so", "libgazebo_ros_control.so"}) {
    AddPlugin("<plugin name=\"p\" filename=\"" + std::string(file) + "\"/>", model.get());
  }
  world::WorldSpec spec;
  spec.plugins.push_back(plugins::PluginOf(world::test::ParseMarkup(
      "<plugin name=\"gz::sim::systems::Physics\" filename=\"gz-sim-physics-system\"/>")));
  spec.plugins.push_back(plugins::PluginOf(world::test::ParseMarkup(
      "<plugin name=\"gz::sim::systems::Buoyancy\" filename=\"gz-sim-buoyancy-system\"/>")));
  // A parameter that enables a sensor in Gazebo.
  spec.plugins.push_back(plugins::PluginOf(world::test::ParseMarkup(
      "<plugin name=\"gz::sim::systems::Imu\" filename=\"gz-sim-imu-system\"/>")));
  spec.plugins.push_back(plugins::PluginOf(world::test::ParseMarkup(
      "<plugin name=\"gz::sim::systems::RFComms\" filename=\"gz-sim-rf-comms-system\"/>")));
  spec.models.push_back({"a", RigidTransform(), model});
  spec.models.push_back({"b", RigidTransform(), model});
  Problems problems;
  const SensorRegistry kinds = BuiltinSensors();
  plugins::ReportPlugins(spec, SpellingsOf(kinds), &problems);
  ASSERT_EQ(problems.all().size(), 4u);
  EXPECT_EQ(CountOf(problems, Severity::kWarning, "radio"), 1);
  EXPECT_EQ(CountOf(problems, Severity::kWarning, "gz::sim::systems::Buoyancy"), 1);
  EXPECT_EQ(CountOf(problems, Severity::kWarning, "libmy_own.so"), 1);
  EXPECT_EQ(CountOf(problems, Severity::kWarning, "propellers and wings (2 of them)"), 1);
}

}  // namespace
}  // namespace surefoot::sensors
