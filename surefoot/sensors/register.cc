/// Every sensor of the build, one line each.

#include "surefoot/sensors/ground_truth.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

SensorRegistry BuiltinSensors() {
  SensorRegistry registry;
  registry.Add("ground_truth", GroundTruthKind());
  return registry;
}

}  // namespace surefoot::sensors
