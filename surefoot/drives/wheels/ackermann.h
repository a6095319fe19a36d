#pragma once

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// Steered wheels in front, like a car.
DriveKind AckermannKind();

}  // namespace surefoot::drives
