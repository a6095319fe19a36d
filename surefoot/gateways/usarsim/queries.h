#pragma once

/// What is told of a robot: answers to GETGEO and GETCONF, and what it tells by itself, STA, ASTA
/// or MISSTA, EFF and SEN.

#include <string>
#include <vector>

#include "surefoot/gateways/usarsim/camera_wall.h"

namespace surefoot::gateways::usarsim {

/// Where a camera is in the picture of the image server.
using CameraPlace = std::function<CameraSpot(const Camera&)>;

/// Empty when there is nothing to tell, as USARSim has it.
std::string GeoLine(const Robot& robot, const Line& query);
std::string ConfLine(const Robot& robot, const Line& query, const CameraPlace& place);

std::vector<std::string> StatusLines(const Robot& robot, SimTimeNs now_ns);
std::string SensorLine(const Sensor& sensor, int part, const Style& style);
/// All sensors of a type in one line; the time is the last one's.
std::string PackedLine(const std::string& type, const std::vector<Sensor*>& sensors,
                       const Style& style);

}  // namespace surefoot::gateways::usarsim
