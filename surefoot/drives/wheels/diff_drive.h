#pragma once

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// Wheels left and right, one or several a side: diff_drive, skid_steer, tracks.
DriveKind DiffDriveKind();

/// Two sides of wheels that are told whole commands, with what has been measured of them.
DriveKind CommandedMotionKind();

}  // namespace surefoot::drives
