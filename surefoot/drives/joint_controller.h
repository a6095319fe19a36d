#pragma once

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// Single joints by position, velocity or effort.
DriveKind JointControllerKind();

}  // namespace surefoot::drives
