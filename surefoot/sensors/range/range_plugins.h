#pragma once

#include "surefoot/plugins/sensor_spellings.h"

namespace surefoot::sensors {

plugins::SensorSpellings LidarSpellings();
/// Of sonars; the plugin says which of them are infrared sensors.
plugins::SensorSpellings SonarSpellings();

}  // namespace surefoot::sensors
