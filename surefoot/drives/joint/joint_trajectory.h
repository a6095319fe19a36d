#pragma once

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// Several joints through points in time.
DriveKind JointTrajectoryKind();

}  // namespace surefoot::drives
