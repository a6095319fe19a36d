#pragma once

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// Several joints by one message with a number for each.
DriveKind JointGroupKind();

}  // namespace surefoot::drives
