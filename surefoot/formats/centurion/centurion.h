#pragma once

#include "surefoot/formats/format.h"

namespace surefoot::formats {

/// The world files of Centurion, the simulator of Van Scoy et al., "Low-Cost Distance Sensor
/// Characterization of Ultrasonic and Infrared to Evaluate the 'Reality Gap' in Robot System
/// Simulation": flat arenas with two-wheel robots. The format is read, not written. It is
/// recognised by its root element <centurion_config> or by the file name ending `.centurion`.
Format MakeCenturionFormat();

}  // namespace surefoot::formats
