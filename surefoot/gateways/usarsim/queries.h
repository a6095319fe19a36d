#pragma once

/// Lines about a robot: replies to GETGEO (GEO) and GETCONF (CONF), and periodic lines: STA, ASTA
/// or MISSTA, EFF and SEN. Segments are separated by exactly one space, because some clients split
/// there.

#include <string>
#include <vector>

#include "surefoot/gateways/usarsim/camera_wall.h"

namespace surefoot::gateways::usarsim {

/// Position of a camera in the image of the image server.
using CameraPlace = std::function<CameraSpot(const Camera&)>;

/// Replies; empty if nothing matches the query: then USARSim sends no reply.
std::string GeoLine(const Robot& robot, const Line& query);
std::string ConfLine(const Robot& robot, const Line& query, const CameraPlace& place);

/// STA, and one line per package and gripper.
std::vector<std::string> StatusLines(const Robot& robot, SimTimeNs now_ns);
/// SEN of one sensor; `part` of Sensor::parts().
std::string SensorLine(const Sensor& sensor, int part, const Style& style);
/// SEN of all sensors of a type in one line (UT2004); its time is the latest.
std::string PackedLine(const std::string& type, const std::vector<Sensor*>& sensors,
                       const Style& style);

}  // namespace surefoot::gateways::usarsim
