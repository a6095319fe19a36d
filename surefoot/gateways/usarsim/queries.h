#pragma once

/// Answers to GETGEO and GETCONF; empty when there is nothing to tell, as USARSim has it.

#include <string>

#include "surefoot/gateways/usarsim/camera_wall.h"
#include "surefoot/gateways/usarsim/robot.h"

namespace surefoot::gateways::usarsim {

/// Where a camera is in the picture of the image server.
using CameraPlace = std::function<CameraSpot(const Camera&)>;

std::string GeoLine(const Robot& robot, const Line& query);
std::string ConfLine(const Robot& robot, const Line& query, const CameraPlace& place);

}  // namespace surefoot::gateways::usarsim
