#pragma once

#include "surefoot/sensors/sensor.h"
#include "surefoot/view/json_text.h"

namespace surefoot::view {

/// An object: where a sensor is, what it sees and how it is shown.
void PutSensor(const plugins::PlacedSensor& placed, const sensors::SensorRegistry& kinds,
               JsonText* json);

}  // namespace surefoot::view
