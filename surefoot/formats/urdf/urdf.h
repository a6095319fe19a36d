#pragma once

#include "surefoot/formats/format.h"

namespace surefoot::formats {

/// URDF, the robot description of ROS, with its <gazebo> tags and with xacro. A file gives one
/// model. Extensions of Drake, PyBullet, MuJoCo and ros2_control that robot files use are read as
/// well; docs/reference/formats.md lists them.
Format MakeUrdfFormat();

}  // namespace surefoot::formats
