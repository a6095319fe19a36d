#pragma once

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// Moves a snake by waves along its body, by Twists.
DriveKind UndulationKind();

}  // namespace surefoot::drives
