#pragma once

/// What a robot tells by itself: STA, ASTA or MISSTA, EFF, SEN.

#include <string>
#include <vector>

#include "surefoot/base/time.h"
#include "surefoot/gateways/usarsim/sensors/sensor.h"

namespace surefoot::gateways::usarsim {

class Robot;

std::vector<std::string> StatusLines(const Robot& robot, SimTimeNs now_ns);
std::string SensorLine(const Sensor& sensor, int part, const Style& style);
/// All sensors of a type in one line; the time is the last one's.
std::string PackedLine(const std::string& type, const std::vector<Sensor*>& sensors,
                       const Style& style);

}  // namespace surefoot::gateways::usarsim
