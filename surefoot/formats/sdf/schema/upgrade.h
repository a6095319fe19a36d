#pragma once

#include "surefoot/formats/sdf/node.h"
#include "surefoot/formats/sdf/schema/version.h"

namespace surefoot::formats {

/// Says what a file before SDF 1.7 says in the words of today.
void UpgradeSdf(const SdfVersion& version, SdfNode* root);

}  // namespace surefoot::formats
