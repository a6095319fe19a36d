#pragma once

#include "surefoot/formats/format.h"

namespace surefoot::formats {

/// URDF with the <gazebo> tags in it. Gives one model.
Format MakeUrdfFormat();

}  // namespace surefoot::formats
