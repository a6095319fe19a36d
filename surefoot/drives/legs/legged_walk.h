#pragma once

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// Walks on four or more legs by Twists.
DriveKind LeggedWalkKind();

}  // namespace surefoot::drives
