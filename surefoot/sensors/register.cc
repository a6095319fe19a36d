/// Every sensor of the build, one line each.

#include "surefoot/sensors/body/battery.h"
#include "surefoot/sensors/body/bumper.h"
#include "surefoot/sensors/camera/bounding_box.h"
#include "surefoot/sensors/camera/camera.h"
#include "surefoot/sensors/camera/depth_camera.h"
#include "surefoot/sensors/camera/rgbd_camera.h"
#include "surefoot/sensors/camera/segmentation.h"
#include "surefoot/sensors/camera/stereo_camera.h"
#include "surefoot/sensors/inertial/accelerometer.h"
#include "surefoot/sensors/inertial/imu.h"
#include "surefoot/sensors/inertial/magnetometer.h"
#include "surefoot/sensors/joint/encoder.h"
#include "surefoot/sensors/joint/force_torque.h"
#include "surefoot/sensors/joint/joint_state.h"
#include "surefoot/sensors/joint/wheel_odometry.h"
#include "surefoot/sensors/place/air_pressure.h"
#include "surefoot/sensors/place/ground_truth.h"
#include "surefoot/sensors/place/navsat.h"
#include "surefoot/sensors/place/overhead_tracker.h"
#include "surefoot/sensors/range/lidar.h"
#include "surefoot/sensors/range/range_finder.h"
#include "surefoot/sensors/sensor.h"

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
