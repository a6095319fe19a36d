/// Every drive of the build, one line each.

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

DriveRegistry BuiltinDrives() {
  DriveRegistry registry;
  return registry;
}

}  // namespace surefoot::drives
