#pragma once

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// Wheels that are steered one by one, as those of planetary rovers.
DriveKind SteeredWheelsKind();

}  // namespace surefoot::drives
