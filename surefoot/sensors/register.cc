/// Every sensor of the build, one line each.

#include "surefoot/sensors/accelerometer.h"
#include "surefoot/sensors/air_pressure.h"
#include "surefoot/sensors/battery.h"
#include "surefoot/sensors/bounding_box.h"
#include "surefoot/sensors/bumper.h"
#include "surefoot/sensors/camera.h"
#include "surefoot/sensors/depth_camera.h"
#include "surefoot/sensors/encoder.h"
#include "surefoot/sensors/force_torque.h"
#include "surefoot/sensors/ground_truth.h"
#include "surefoot/sensors/imu.h"
#include "surefoot/sensors/joint_state.h"
#include "surefoot/sensors/lidar.h"
#include "surefoot/sensors/magnetometer.h"
#include "surefoot/sensors/navsat.h"
#include "surefoot/sensors/overhead_tracker.h"
#include "surefoot/sensors/range_finder.h"
#include "surefoot/sensors/rgbd_camera.h"
#include "surefoot/sensors/segmentation.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/stereo_camera.h"
#include "surefoot/sensors/wheel_odometry.h"

namespace surefoot::sensors {

SensorRegistry BuiltinSensors() {
  SensorRegistry registry;
  registry.Add("bounding_box_camera", BoundingBoxKind());
  registry.Add("camera", CameraKind());
  registry.Add("ground_truth", GroundTruthKind());
  registry.Add("bumper", BumperKind());
  registry.Add("depth_camera", DepthCameraKind());
  registry.Add("encoder", EncoderKind());
  registry.Add("force_torque", ForceTorqueKind());
  registry.Add("joint_state", JointStateKind());
  registry.Add("infrared", InfraredKind());
  registry.Add("overhead_tracker", OverheadTrackerKind());
  registry.Add("sonar", SonarKind());
  registry.Add("rgbd_camera", RgbdCameraKind());
  registry.Add("segmentation_camera", SegmentationKind());
  registry.Add("stereo_camera", StereoCameraKind());
  registry.Add("wheel_odometry", WheelOdometryKind());
  registry.Add("accelerometer", AccelerometerKind());
  registry.Add("imu", ImuKind());
  registry.Add("magnetometer", MagnetometerKind());
  registry.Add("navsat", NavSatKind());
  registry.Add("air_pressure", AirPressureKind());
  registry.Add("altimeter", AltimeterKind());
  registry.Add("battery", BatteryKind());
  registry.Add("wide_angle_camera", WideAngleCameraKind());
  registry.Add("lidar", LidarKind());
  return registry;
}

}  // namespace surefoot::sensors
