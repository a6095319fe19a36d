/// Every sensor of the build, one line each.

#include "surefoot/sensors/encoder.h"
#include "surefoot/sensors/ground_truth.h"
#include "surefoot/sensors/joint_state.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/wheel_odometry.h"

namespace surefoot::sensors {

SensorRegistry BuiltinSensors() {
  SensorRegistry registry;
  registry.Add("ground_truth", GroundTruthKind());
  registry.Add("encoder", EncoderKind());
  registry.Add("joint_state", JointStateKind());
  registry.Add("wheel_odometry", WheelOdometryKind());
  return registry;
}

}  // namespace surefoot::sensors
