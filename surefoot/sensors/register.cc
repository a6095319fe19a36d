/// The registry of sensors: one line per kind, with its name and the function that describes it.
/// The functions are declared here and defined in the file of the kind, which needs no header for
/// it.

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

#define SUREFOOT_ADD(name, kind) \
  SensorKind kind(void);         \
  registry.Add(name, kind())

SensorRegistry BuiltinSensors() {
  SensorRegistry registry;
  SUREFOOT_ADD("bounding_box_camera", BoundingBoxKind);
  SUREFOOT_ADD("camera", CameraKind);
  SUREFOOT_ADD("ground_truth", GroundTruthKind);
  SUREFOOT_ADD("bumper", BumperKind);
  SUREFOOT_ADD("depth_camera", DepthCameraKind);
  SUREFOOT_ADD("encoder", EncoderKind);
  SUREFOOT_ADD("force_torque", ForceTorqueKind);
  SUREFOOT_ADD("joint_state", JointStateKind);
  SUREFOOT_ADD("infrared", InfraredKind);
  SUREFOOT_ADD("overhead_tracker", OverheadTrackerKind);
  SUREFOOT_ADD("sonar", SonarKind);
  SUREFOOT_ADD("rgbd_camera", RgbdCameraKind);
  SUREFOOT_ADD("segmentation_camera", SegmentationKind);
  SUREFOOT_ADD("stereo_camera", StereoCameraKind);
  SUREFOOT_ADD("wheel_odometry", WheelOdometryKind);
  SUREFOOT_ADD("accelerometer", AccelerometerKind);
  SUREFOOT_ADD("imu", ImuKind);
  SUREFOOT_ADD("magnetometer", MagnetometerKind);
  SUREFOOT_ADD("navsat", NavSatKind);
  SUREFOOT_ADD("air_pressure", AirPressureKind);
  SUREFOOT_ADD("altimeter", AltimeterKind);
  SUREFOOT_ADD("battery", BatteryKind);
  SUREFOOT_ADD("wide_angle_camera", WideAngleCameraKind);
  SUREFOOT_ADD("lidar", LidarKind);
  return registry;
}

#undef SUREFOOT_ADD

}  // namespace surefoot::sensors
