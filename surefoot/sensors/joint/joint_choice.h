#pragma once

/// The joints that a sensor measures.

#include <string>
#include <vector>

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// World ids of the joints that the children <name> name, in their order. Reports an error for each
/// joint that the model does not have.
std::vector<int> NamedJoints(const SensorArgs& args, const std::string& name);

/// The joint that <joint> names, otherwise the one that contains the sensor; -1 after an error.
int ChosenJoint(const SensorArgs& args);

/// One moving axis of a joint.
struct JointCoordinate {
  /// Indices into State::q, v and effort.
  std::size_t q = 0;
  std::size_t v = 0;
  std::string name;
  bool is_angle = true;
};

/// The coordinates of a joint that are single numbers: none for ball, floating and fixed joints,
/// whose orientation is a quaternion. Names of a joint with several coordinates are numbered:
/// "cardan_0", "cardan_1".
std::vector<JointCoordinate> CoordinatesOf(const world::World& world, int joint);

/// Axis number <axis> (default 0) of ChosenJoint; false after an error.
bool ChosenCoordinate(const SensorArgs& args, JointCoordinate* chosen);

}  // namespace surefoot::sensors
