#pragma once

#include "surefoot/msgs/json_text.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::view {

/// An object: where a sensor is, what it sees and how it is shown.
void PutSensor(const plugins::PlacedSensor& placed, const sensors::SensorRegistry& kinds,
               msgs::JsonText* json);

}  // namespace surefoot::view
