#pragma once

#include "surefoot/world/element_reader.h"
#include "surefoot/world/world.h"

namespace surefoot::sensors {

/// East, north, up as seen from the world's axes: turns vectors from W into ENU.
Quaterniond RotationEnuFromWorld(const world::World& world);

/// SDF's <orientation_reference_frame>: the rotation from W into the frame R in which an IMU tells
/// its orientation. ENU when there is none.
Quaterniond ReadReferenceFrame(const world::ElementReader& element, const world::World& world);

}  // namespace surefoot::sensors
