#pragma once

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// Walks on two legs with feet, by Twists.
DriveKind BipedWalkKind();

}  // namespace surefoot::drives
