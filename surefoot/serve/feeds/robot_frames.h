#pragma once

#include <vector>

#include "surefoot/sensors/sensor.h"
#include "surefoot/world/model.h"

namespace surefoot::serve {

/// Whether clients may expect frames and a description of a model: it has a drive or a sensor.
bool IsRobot(const world::Model& model, const sensors::SensorRegistry& kinds);

/// The frames that are fixed to the links of a robot, besides the links: its named frames, those of
/// its sensors as in their messages, and the optical frames of its cameras. Without the robot's
/// name in front, each name once.
std::vector<world::Frame> FixedFrames(const world::Model& model,
                                      const sensors::SensorRegistry& kinds);

/// The base frame in the odometry of the model's drive; empty if no drive publishes tf. A name that
/// begins with "/" is not in the robot's namespace.
std::string OdometryBase(const world::Model& model);

}  // namespace surefoot::serve
