#pragma once

/// Which joints a sensor is about.

#include <string>
#include <vector>

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// World ids of the joints that children `name` tell, in their order; an error for each that the
/// model does not have.
std::vector<int> NamedJoints(const SensorArgs& args, const std::string& name);

/// The joint that <joint> names, or else the one that the sensor is in; -1 after an error.
int ChosenJoint(const SensorArgs& args);

/// One moving axis of a joint.
struct JointCoordinate {
  /// Indices into State::q, v and effort.
  std::size_t q = 0;
  std::size_t v = 0;
  std::string name;
  bool is_angle = true;
};

/// The joint's coordinates that are plain numbers: none for ball, floating and fixed joints. A
/// joint with several of them counts them in their names: "cardan_0", "cardan_1".
std::vector<JointCoordinate> CoordinatesOf(const world::World& world, int joint);

/// The axis that <axis> counts (0 when absent) of ChosenJoint; false after an error.
bool ChosenCoordinate(const SensorArgs& args, JointCoordinate* chosen);

}  // namespace surefoot::sensors
