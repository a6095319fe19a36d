/// Every kind of sensor: conversion of Surefoot's message into a line.

#include <gmock/gmock.h>

#include <cstring>

#include "surefoot/gateways/usarsim/queries.h"
#include "surefoot/gateways/usarsim/sensors/sensor.h"
#include "surefoot/gateways/usarsim/sensors/sensor_types.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

using testing::HasSubstr;

constexpr SimTimeNs kTime = 1500000000;

template <typename T>
graph::Sample* Fill(const T& message, graph::Sample* sample, SimTimeNs time_ns = kTime) {
  sample->type = &T::type();
  sample->time_ns = time_ns;
  msgs::Encode(message, &sample->cdr);
  return sample;
}

std::unique_ptr<Sensor> Make(const std::string& type, const std::string& name) {
  SensorSpec spec;
  spec.topic = name;
  spec.type = type;
  spec.name = name;
  return MakeSensor(spec);
}

template <typename T>
std::string LineOf(const std::string& type, const T& message, Dialect dialect = Dialect::kUdk) {
  const std::unique_ptr<Sensor> sensor = Make(type, "n");
  graph::Sample sample;
  sensor->Take(*Fill(message, &sample));
  EXPECT_TRUE(sensor->has_value()) << type;
  return SensorLine(*sensor, 0, {dialect, Frames()});
}

TEST(Sensors, Inertial) {
  msgs::sensor_msgs::Imu imu;
  // At rest, nose up by 0.5 rad: pitch -0.5 here.
  imu.orientation = msgs::ToQuaternion(QuaternionFromRpy(0, -0.5, 0.25));
  const Vector3d up = QuaternionFromRpy(0, -0.5, 0.25).conjugate() * Vector3d::UnitZ();
  imu.linear_acceleration = msgs::ToVector3(9.80665 * up + Vector3d(1, 2, 3));
  imu.angular_velocity = msgs::ToVector3(Vector3d(0.1, 0.2, 0.3));
  EXPECT_EQ(LineOf("IMU", imu),
            "SEN {Time 1.5000} {Type IMU} {Name n} {XYZAcceleration 1.0000,-2.0000,-3.0000} "
            "{AngularVel 0.1000,-0.2000,-0.3000} {AngularAccel 0.0000,0.0000,0.0000} {Rotation "
            "0.0000,0.5000,-0.2500}\r\n");
  EXPECT_EQ(LineOf("Accel", imu, Dialect::kUt2004),
            "SEN {Time 1.5000} {Type Accel} {Name n} {Acceleration 1.0000,-2.0000,-3.0000}\r\n");
  EXPECT_THAT(LineOf("AcceleroMeter", imu), HasSubstr("{ProperAcceleration 5.7016,-2.0000,-11.6"));
}

TEST(Sensors, AnAccelerometerKnowsGravityByTheRobotsAttitude) {
  const Quaterniond q_WB = QuaternionFromRpy(0, -0.5, 0.25);
  msgs::sensor_msgs::Imu imu;
  imu.orientation_covariance[0] = -1.0;
  imu.linear_acceleration =
      msgs::ToVector3(9.80665 * (q_WB.conjugate() * Vector3d::UnitZ()) + Vector3d(1, 2, 3));
  const std::unique_ptr<Sensor> sensor = Make("Accel", "n");
  graph::Sample sample;
  EXPECT_FALSE(sensor->needs_attitude());
  sensor->Take(*Fill(imu, &sample));
  EXPECT_TRUE(sensor->needs_attitude());
  EXPECT_FALSE(sensor->has_value());
  sensor->TakeAttitude(q_WB);
  sensor->Take(*Fill(imu, &sample));
  EXPECT_EQ(SensorLine(*sensor, 0, {Dialect::kUt2004, Frames()}),
            "SEN {Time 1.5000} {Type Accel} {Name n} {Acceleration 1.0000,-2.0000,-3.0000}\r\n");
  // If the reading includes gravity, no attitude is needed.
  EXPECT_EQ(LineOf("AcceleroMeter", imu),
            "SEN {Time 1.5000} {Type AcceleroMeter} {Name n} {ProperAcceleration "
            "5.7016,-2.0000,-11.6061}\r\n");
}

TEST(Sensors, AngularAccelerationIsTheChangeOfTheRate) {
  const std::unique_ptr<Sensor> sensor = Make("IMU", "n");
  msgs::sensor_msgs::Imu imu;
  graph::Sample first;
  sensor->Take(*Fill(imu, &first, 1000000000));
  imu.angular_velocity.x = 0.5;
  graph::Sample second;
  sensor->Take(*Fill(imu, &second, 1100000000));
  EXPECT_THAT(SensorLine(*sensor, 0, Style()), HasSubstr("{AngularAccel 5.0000,"));
}

TEST(Sensors, Places) {
  msgs::nav_msgs::Odometry odometry;
  RigidTransform X;
  X.p = Vector3d(1, 2, 0.5);
  X.q = QuaternionFromRpy(0, 0, 0.5);
  odometry.pose.pose = msgs::ToPose(X);
  EXPECT_EQ(LineOf("INS", odometry),
            "SEN {Type INS} {Name n} {Location 1.00,-2.00,-0.50} {Orientation "
            "0.00,0.00,5.78}\r\n");
  EXPECT_EQ(LineOf("GroundTruth", odometry),
            "SEN {Time 1.5000} {Type GroundTruth} {Name n} {Location 1.000,-2.000,-0.500} "
            "{Orientation 0.000,0.000,-0.500}\r\n");
  EXPECT_EQ(LineOf("Odometry", odometry, Dialect::kUt2004),
            "SEN {Type Odometry} {Name n} {Pose 1.0000,-2.0000,-0.5000}\r\n");
}

TEST(Sensors, InsCanBeSet) {
  const std::unique_ptr<Sensor> sensor = Make("INS", "n");
  msgs::nav_msgs::Odometry odometry;
  odometry.pose.pose.orientation.w = 1.0;
  odometry.pose.pose.position.x = 7.0;
  graph::Sample sample;
  sensor->Take(*Fill(odometry, &sample));
  EXPECT_TRUE(sensor->Set(Style(), "pose", "1,2,3,0,0,1.0"));
  EXPECT_THAT(SensorLine(*sensor, 0, Style()),
              HasSubstr("{Location 1.00,2.00,3.00} {Orientation 0.00,0.00,1.00}"));
  EXPECT_FALSE(sensor->Set(Style(), "POSE", "1,2"));
  EXPECT_FALSE(sensor->Set(Style(), "RESET", ""));
}

TEST(Sensors, GpsInDegreesAndMinutes) {
  msgs::sensor_msgs::NavSatFix fix;
  fix.status.status = 0;
  fix.latitude = 39.0 + 8.0341 / 60.0;
  fix.longitude = -(77.0 + 13.0001 / 60.0);
  EXPECT_EQ(LineOf("GPS", fix),
            "SEN {Type GPS} {Name n} {Latitude 39,8.0341,N} {Longitude 77,13.0001,W} {Fix 1} "
            "{Satellites 8}\r\n");
  fix.latitude = 9.9999999999;
  EXPECT_THAT(LineOf("GPS", fix), HasSubstr("{Latitude 10,0.0000,N}"));
  fix.status.status = -1;
  EXPECT_EQ(LineOf("GPS", fix), "SEN {Type GPS} {Name n} {Fix 0} {Satellites 0}\r\n");
}

TEST(Sensors, CompassAndHeight) {
  msgs::sensor_msgs::MagneticField field;
  // The robot faces east, so north is to the left.
  field.magnetic_field.y = 2e-5;
  EXPECT_EQ(LineOf("MagneticCompass", field),
            "SEN {Time 1.5000} {Type MagneticCompass} {Name n} {MagneticAngle 1.5708}\r\n");
  msgs::geometry_msgs::PointStamped point;
  point.point.z = 2.5;
  EXPECT_THAT(LineOf("AltitudeSensor", point),
              HasSubstr("{relativeAltitude 2.5000} {absoluteAltitude 2.5000}"));
}

TEST(Sensors, Wheels) {
  msgs::sensor_msgs::JointState state;
  state.name = {"left", "right"};
  state.position = {6.2831853 + 0.5, -1.0};
  state.velocity = {0.25, 0.75};
  EXPECT_EQ(LineOf("Tachometer", state),
            "SEN {Time 1.5000} {Type Tachometer} {Name n} {Vel 0.2500,0.7500} {Pos "
            "6.7832,-1.0000}\r\n");
  // Half a radian more than a full turn is 28.6 degrees.
  EXPECT_EQ(LineOf("Encoder", state), "SEN {Time 1.5000} {Type Encoder} {Name n} {Tick 28}\r\n");
  const std::unique_ptr<Sensor> encoder = Make("Encoder", "n");
  graph::Sample sample;
  encoder->Take(*Fill(state, &sample));
  EXPECT_EQ(encoder->Packed({Dialect::kUt2004, Frames()}), "Tick -28");
  EXPECT_TRUE(encoder->Set(Style(), "RESET", ""));
  EXPECT_EQ(encoder->Packed(Style()), "Tick 0");
}

TEST(Sensors, ATouchBetweenTwoLinesIsReported) {
  const std::unique_ptr<Sensor> sensor = Make("Touch", "n");
  msgs::std_msgs::Bool touched;
  graph::Sample sample;
  touched.data = true;
  sensor->Take(*Fill(touched, &sample));
  touched.data = false;
  sensor->Take(*Fill(touched, &sample));
  EXPECT_EQ(sensor->Packed(Style()), "Touch True");
  sensor->Sent(kTime);
  sensor->Take(*Fill(touched, &sample));
  EXPECT_EQ(sensor->Packed(Style()), "Touch False");
}

TEST(Sensors, RangeIsSonarOrInfrared) {
  msgs::sensor_msgs::Range range;
  range.radiation_type = msgs::sensor_msgs::Range::INFRARED;
  range.max_range = 1.5F;
  range.range = 1.0F;
  EXPECT_THAT(LineOf("Range", range), HasSubstr("{Type IR} {Name n} {Range 1.0000}"));
}

TEST(Sensors, FullTurnsLookAheadInTheMiddle) {
  msgs::sensor_msgs::LaserScan scan;
  scan.angle_min = 0.0F;
  scan.angle_max = 3.0F;
  scan.angle_increment = 1.0F;
  scan.range_max = 10.0F;
  scan.ranges = {1.0F, 2.0F, 3.0F, 4.0F};
  const std::unique_ptr<Sensor> sensor = Make("RangeScanner", "n");
  graph::Sample sample;
  sensor->Take(*Fill(scan, &sample));
  EXPECT_NEAR(RpyFromQuaternion(sensor->mount().q).z(), 1.5, 1e-6);
}

TEST(Sensors, DepthPicturesComeInStrips) {
  const std::unique_ptr<Sensor> sensor = Make("RangeImager", "cam/depth/image_raw");
  EXPECT_FALSE(sensor->is_periodic());
  msgs::sensor_msgs::CameraInfo info;
  info.k[0] = info.k[4] = 2.0;
  graph::Sample sample;
  sensor->Take(*Fill(info, &sample));
  msgs::sensor_msgs::Image image;
  image.width = 4;
  image.height = 13;
  image.encoding = "32FC1";
  image.step = 16;
  image.data.resize(16 * 13);
  const float depth = 2.5F;
  std::memcpy(image.data.data() + 16 * 12, &depth, 4);
  sensor->Take(*Fill(image, &sample));
  EXPECT_EQ(sensor->parts(), 2);
  EXPECT_EQ(SensorLine(*sensor, 1, Style()),
            "SEN {Time 1.5000} {Type RangeImager} {Name cam/depth/image_raw} {Resolution 4,13} "
            "{FOV 1.5708,2.5446} {Frames 2} {Frame 2} {Range 2.50,0.00,0.00,0.00,}\r\n");
  // A picture with a wrong size is left out.
  image.height = 1000000;
  const std::unique_ptr<Sensor> careful = Make("RangeImager", "d");
  careful->Take(*Fill(image, &sample));
  EXPECT_FALSE(careful->has_value());
}

TEST(Sensors, Clouds) {
  msgs::sensor_msgs::PointCloud2 cloud;
  for (const char* name : {"x", "y", "z"}) {
    msgs::sensor_msgs::PointField field;
    field.name = name;
    field.offset = static_cast<std::uint32_t>(4 * cloud.fields.size());
    field.datatype = 7;
    field.count = 1;
    cloud.fields.push_back(field);
  }
  cloud.point_step = 12;
  const float numbers[] = {1, 2, 3, 4, 5, NAN};
  cloud.data.resize(sizeof(numbers));
  std::memcpy(cloud.data.data(), numbers, sizeof(numbers));
  EXPECT_EQ(LineOf("PCL", cloud), "SEN {Time 1.5000} {Type PCL} {Name n} {1.00,-2.00,-3.00}\r\n");
  cloud.point_step = 0;
  const std::unique_ptr<Sensor> careful = Make("PCL", "n");
  graph::Sample sample;
  careful->Take(*Fill(cloud, &sample));
  EXPECT_FALSE(careful->has_value());
}

TEST(SensorTypes, OfTopicsThatNoTableLists) {
  const auto type_of = [](const char* topic, const msgs::TypeInfo& message, Dialect dialect) {
    return UsualSensor(topic, message, dialect).type;
  };
  using namespace msgs;  // NOLINT: short names of messages
  EXPECT_EQ(type_of("imu/data", sensor_msgs::Imu::type(), Dialect::kUdk), "IMU");
  EXPECT_EQ(type_of("imu/data", sensor_msgs::Imu::type(), Dialect::kUt2004), "Accel");
  EXPECT_EQ(type_of("imu/data_raw", sensor_msgs::Imu::type(), Dialect::kUdk), "");
  EXPECT_EQ(type_of("ground_truth", nav_msgs::Odometry::type(), Dialect::kUdk), "GroundTruth");
  EXPECT_EQ(type_of("cam/image_raw", sensor_msgs::Image::type(), Dialect::kUdk), "Camera");
  EXPECT_EQ(type_of("cam/labels_map", sensor_msgs::Image::type(), Dialect::kUdk), "");
  EXPECT_EQ(type_of("w", geometry_msgs::WrenchStamped::type(), Dialect::kUdk), "");
  EXPECT_EQ(UsualSensor("left/touched", std_msgs::Bool::type(), Dialect::kUdk).name, "left");
  EXPECT_EQ(UsualSensor("arm/imu/data", sensor_msgs::Imu::type(), Dialect::kUdk).name, "arm_imu");
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
