#pragma once

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// Wheels with rollers: any number of them, or the four of a mecanum base.
DriveKind OmniKind();
DriveKind MecanumKind();

}  // namespace surefoot::drives
