#pragma once

/// What all <sensor> elements have in common.

#include <string>
#include <vector>

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// The last part of the sensor's name, for its usual topic: "imu" of "husky::base_link::imu".
std::string OwnName(const SensorPlace& place);

/// Warns of children that are nearly one of `own` or of those that every sensor may have.
void WarnMisspelt(const SensorArgs& args, std::vector<std::string> own);

}  // namespace surefoot::sensors
