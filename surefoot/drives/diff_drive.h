#pragma once

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// Wheels left and right, one or several a side: diff_drive, skid_steer, tracks.
DriveKind DiffDriveKind();

}  // namespace surefoot::drives
